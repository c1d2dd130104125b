"""Work within a subspace survives a kill, and builds may share a directory."""

import random
import signal
import time
import unittest

from program import SANITIZED, ProgramTest, faults_of, files_of, send_after, start

# Subspaces with one pass, pairs of two sides, pairs that are their own mirror.
SUBSPACE = "3-3+1-1" if SANITIZED else "4-4+1-1"
KILLS = 3 if SANITIZED else 6


class Checkpoints(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.build_expected(SUBSPACE)

    def kill(self, delay):
        process = start("build", "--db", self.directory, SUBSPACE, "--checkpoint", 0)
        send_after(process, signal.SIGKILL, delay)

    def checkpoints(self):
        return sorted(path.name for path in self.directory.glob("*.checkpoint"))

    def test_a_build_goes_on_from_checkpoints_to_the_same_bytes(self):
        moments = random.Random(time.time_ns())
        seen = set()
        for _ in range(KILLS):
            self.kill(moments.random() * self.seconds + 0.05)
            seen.update(self.checkpoints())
        self.assertEqual(self.build(SUBSPACE), self.expected)
        self.assertEqual(self.checkpoints(), [])
        self.assertTrue(seen, "no kill hit a subspace that was being solved")

    def test_a_damaged_checkpoint_counts_as_none(self):
        for _ in range(20):
            self.kill(0.3)
            if self.checkpoints():
                break
        for name in self.checkpoints():
            path = self.directory / name
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 1
            path.write_bytes(data)
        self.assertEqual(self.build(SUBSPACE), self.expected)

    def test_checkpoints_go_where_they_are_told_to(self):
        elsewhere = self.directory / "elsewhere"
        elsewhere.mkdir(parents=True)
        self.run_program("build", "--db", self.directory / "db", "3-3", "--checkpoint", 0,
                         "--temp", elsewhere)
        self.assertEqual(list(elsewhere.iterdir()), [])
        self.run_program("build", "--db", self.directory / "db2", "3-3", "--temp",
                         elsewhere / "missing", code=1)
        self.assertIn("is not a directory", self.last_error)


class SharedTemp(ProgramTest):
    """Checkpoints in a directory that others may write."""

    @classmethod
    def setUpClass(cls):
        cls.build_expected(SUBSPACE)

    def setUp(self):
        super().setUp()
        self.temp = self.directory / "temp"
        self.temp.mkdir()
        self.database = self.directory / "db"
        self.arguments = ("build", "--db", self.database, SUBSPACE, "--temp", self.temp)

    def leave_a_checkpoint(self):
        for attempt in range(1, 40):
            process = start(*self.arguments, "--checkpoint", 0)
            send_after(process, signal.SIGKILL, 0.05 * attempt)
            if left := list(self.temp.glob("*.checkpoint")):
                return left
        return self.fail("no kill hit a subspace that was being solved")

    def finish(self):
        """Goes on to the end and returns what was said on stderr."""
        process = start(*self.arguments, "--json")
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(files_of(self.database), self.expected)
        return faults_of(errors)

    def test_what_others_may_write_is_not_believed_and_said_in_a_line(self):
        for path in self.leave_a_checkpoint():
            path.chmod(0o666)
        self.assertRegex(self.finish(),
                         r"\Amillstone build: note: the checkpoint \S+ is not believed, since "
                         r"others may write [^\n]*started afresh\n\Z")

    def test_what_is_in_a_directory_that_others_may_write_is_not_believed(self):
        self.leave_a_checkpoint()
        self.temp.chmod(0o777)
        self.assertIn("not believed", self.finish())

    def test_where_only_owners_replace_files_it_is_believed(self):
        self.leave_a_checkpoint()
        self.temp.chmod(0o1777)
        self.assertEqual(self.finish(), "")


class TwoBuilds(ProgramTest):
    def test_two_builders_in_one_directory_share_the_work(self):
        alone = self.build("5-4")
        for path in self.directory.iterdir():
            path.unlink()
        builders = [start("build", "--db", self.directory, "5-4", "--json") for _ in range(3)]
        for builder in builders:
            _, errors = builder.communicate()
            self.assertEqual(builder.returncode, 0, errors)
        self.assertEqual(files_of(self.directory), alone)

    def test_values_alone_for_different_roots_at_once(self):
        """Each keeps distances that the other reads, too."""
        roots = ("4-4", "4-3", "3-4+1-1")
        for root in roots:
            self.run_program("build", "--db", self.directory / "alone", root, "--metrics", "value")
        alone = files_of(self.directory / "alone")
        for round_number in range(4):
            database = self.directory / f"round-{round_number}"
            builders = [start("build", "--db", database, root, "--metrics", "value", "--json")
                        for root in roots]
            for builder in builders:
                _, errors = builder.communicate()
                self.assertEqual((builder.returncode, faults_of(errors)), (0, ""))
            self.assertEqual(files_of(database), alone)
            self.assertFalse((database / "distances-in-use").exists())

    def test_a_killed_builder_keeps_no_lock(self):
        process = start("build", "--db", self.directory, "5-4")
        send_after(process, signal.SIGKILL, 0.2)
        self.build("5-4")


if __name__ == "__main__":
    unittest.main()
