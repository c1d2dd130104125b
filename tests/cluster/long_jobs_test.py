"""Jobs that are killed at random moments, that a disk has no room for, and a large one in full."""

import random
import resource
import subprocess
import time
import unittest

from job import JobTest, files_of, kill
from program import reference_rows


class Disturbed(JobTest):
    ROOT = "5-5"

    @classmethod
    def setUpClass(cls):
        cls.build_expected(cls.ROOT)

    def setUp(self):
        super().setUp()
        self.job = self.directory / "job"

    def check_what_is_there(self):
        """Every file that has its name is whole."""
        found = files_of(self.job) if self.job.exists() else {}
        self.assertEqual(found, {name: self.expected[name] for name in found})
        return set(found)

    def check_that_it_goes_on(self, ranks, *options):
        self.assertEqual(self.build_job(ranks, self.ROOT, "--threads", 1, *options,
                                        directory=self.job), self.expected)
        left = [path.name for path in self.job.iterdir()
                if path.name not in self.expected and path.name != "build.log"]
        self.assertEqual(left, [])

    def some_options(self, chance):
        ranks = chance.randint(2, 4)
        return ranks, ("--threads", 1, "--team", chance.randint(1, ranks), "--checkpoint",
                       chance.choice((0, 30)))


class Killed(Disturbed):
    KILLS = 30

    def test_random_ranks_at_random_moments(self):
        seed = time.time_ns()
        chance = random.Random(seed)
        kills, there = 0, set()
        for _ in range(20 * self.KILLS):
            if kills == self.KILLS:
                break
            ranks, options = self.some_options(chance)
            with self.subTest(seed=seed, kills=kills, ranks=ranks, options=options):
                process = self.start_job(ranks, "build", "--db", self.job, self.ROOT, *options)
                time.sleep(chance.uniform(0, 3))
                pids = self.ranks_of(process)
                victim = pids.get(chance.randrange(ranks))
                if process.poll() is None and victim is not None:
                    kill(victim)
                    kills += 1
                output, errors = process.communicate(timeout=600)
                now = self.check_what_is_there()
                self.assertLessEqual(there, now, f"finished files are gone\n{output}{errors}")
                there = now
                if process.returncode == 0:  # it was done, or killed after its last word
                    self.assertEqual(files_of(self.job), self.expected)
                    for path in self.job.iterdir():
                        path.unlink()
                    there = set()
        self.assertEqual(kills, self.KILLS)
        self.check_that_it_goes_on(2)
        self.run_program("verify", "--db", self.job)


class NoRoom(Disturbed):
    def start_with_limit(self, victim, limit, *options):
        """Three ranks, one of which can soon write no file of more than `limit` bytes: not from its
        start on, since MPI itself makes files for the memory that ranks share."""
        process = self.start_job(3, "build", "--db", self.job, self.ROOT, "--threads", 1, *options)
        log = self.job / "build.log"
        while not (log.exists() and "start" in log.read_text()):
            self.assertIsNone(process.poll(), "the job has ended before it was disturbed")
            time.sleep(0.01)
        resource.prlimit(self.ranks_of(process)[victim], resource.RLIMIT_FSIZE, (limit, limit))
        return process

    def test_one_rank_cannot_write(self):
        limit = max(len(data) for data in self.expected.values()) // 4
        for victim, team in ((0, 1), (1, 1), (2, 1), (0, 3)):  # the first of a team is who writes
            with self.subTest(victim=victim, team=team):
                self.end_of(self.start_with_limit(victim, limit, "--team", team), 1)
                self.assertIn(f"rank {victim} on ", self.said[0])
                self.assertIn("File too large", self.said[0])
                self.check_what_is_there()
                self.check_that_it_goes_on(2)
                for path in self.job.iterdir():
                    path.unlink()

    def test_a_small_disk(self):
        self.job.mkdir()
        size = sum(len(data) for data in self.expected.values()) // 2
        try:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "millstone", self.job],
                           check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("mounting is not permitted")
        try:
            self.run_job(3, "build", "--db", self.job, self.ROOT, "--threads", 1, "--ignore-space",
                         code=1)
            self.assertIn("No space left on device", self.said[0])
            self.check_what_is_there()
            subprocess.run(["mount", "-o", "remount,size=64M", self.job], check=True)
            self.check_that_it_goes_on(3)
        finally:
            subprocess.run(["umount", self.job], check=True)


class Large(JobTest):
    ROOT = "7-7"

    def test_four_ranks_build_what_is_verified_in_full(self):
        job = self.directory / "job"
        self.build_job(4, self.ROOT, "--threads", 1, directory=job)
        told = self.json_of("verify", "--db", job)
        self.assertTrue(told["ok"])
        for row in told["subspaces"]:
            self.assertEqual((row["slots_checked"], row["differences"]), (row["slots"], 0), row)
        published = {(int(row["own"]), int(row["opponent"])): row
                     for row in reference_rows("nine-mens-morris-endgame.csv")}
        subspaces = self.json_of("info", "--db", job)["subspaces"]
        self.assertEqual(len(subspaces), 25)
        for row in subspaces:
            known = published[row["own"], row["opponent"]]
            for name in ("classes", "wins", "draws", "losses"):
                self.assertEqual(int(row[name]), int(known[name]), row)


if __name__ == "__main__":
    unittest.main()
