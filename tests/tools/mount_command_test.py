"""mount: a database as another program's directory, byte for byte what export writes."""

import os
import random
import shutil
import signal
import subprocess
import time
import unittest

from program import FAILED, SANITIZED, WRONG_USAGE, ProgramTest, start

GAMES = {"std": "nine-mens-morris", "lask": "lasker-morris", "mora": "morabaraba"}


def can_mount():
    return os.path.exists("/dev/fuse") and (os.geteuid() == 0 or shutil.which("fusermount3"))


class MountTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.database = self.directory / "db"
        self.point = self.directory / "point"
        self.point.mkdir()

    def refuse(self, *arguments, says, code=FAILED):
        self.run_program("mount", "--db", self.database, *arguments, code=code)
        self.assertIn(says, self.last_error)


class Refusals(MountTest):
    def test_wrong_usage_is_told_in_one_sentence(self):
        self.refuse(self.point, says="no such directory")
        self.run_program("build", "--db", self.database, "3-3")
        self.refuse(self.directory / "nowhere", says="is no directory", code=WRONG_USAGE)
        (self.point / "file").write_text("")
        self.refuse(self.point, says="is not empty", code=WRONG_USAGE)
        self.refuse(self.database / "3-3.value", says="is no directory", code=WRONG_USAGE)
        self.refuse("/proc", says="is a mount point already", code=WRONG_USAGE)
        self.refuse("--grades", self.point, says="grades.scores")
        (self.database / "3-3.distance").unlink()
        self.refuse(self.point, says="has no distances")

    def test_other_rules_are_refused(self):
        self.run_program("build", "--db", self.database, "--variant", "six-mens-morris", "3-3")
        self.refuse(self.point, says="board", code=WRONG_USAGE)


@unittest.skipUnless(can_mount(), "no FUSE here: mounting is left out, not the bytes (MalomView)")
class Mounted(MountTest):
    def mount(self, *arguments):
        process = start("mount", "--db", self.database, *arguments, self.point)
        self.addCleanup(subprocess.run, ["umount", "-l", str(self.point)], stderr=subprocess.DEVNULL)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 120
        while not os.path.ismount(self.point):
            self.assertIsNone(process.poll(), "the program has ended")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        return process

    def unmount(self, process, number=signal.SIGINT):
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)  # closes its streams, too
        self.assertEqual(process.returncode, 0, errors)
        self.assertFalse(os.path.ismount(self.point))
        self.assertEqual(list(self.point.iterdir()), [])
        return errors

    def exported(self, *arguments):
        sectors = self.directory / "sectors"
        self.run_program("export", "--to", "malom", "--db", self.database, sectors, *arguments)
        (sectors / "exported.list").unlink()
        return sectors

    def assert_same_files(self, sectors):
        names = sorted(path.name for path in sectors.iterdir())
        self.assertEqual(sorted(os.listdir(self.point)), names)
        for name in names:
            self.assertEqual((self.point / name).stat().st_size, (sectors / name).stat().st_size)
            self.assertEqual((self.point / name).read_bytes(), (sectors / name).read_bytes(), name)

    def test_every_byte_is_that_of_an_export(self):
        for prefix, variant in GAMES.items():
            for options in ((), ("--grades",)):
                with self.subTest(variant, options=options):
                    roots = ["2-3+1-0"]
                    if prefix == "std" and not SANITIZED:
                        roots.append("4-3")
                    self.run_program("build", "--db", self.database, "--variant", variant, *roots)
                    self.run_program("grade", "--db", self.database)
                    sectors = self.exported(*options)
                    process = self.mount(*options)
                    self.assert_same_files(sectors)
                    self.assertIn("Ctrl-C", self.unmount(process))
                    for directory in (self.database, sectors):
                        shutil.rmtree(directory)

    def test_reads_at_random_places(self):
        self.run_program("build", "--db", self.database, "4-4")
        sectors = self.exported()
        process = self.mount()
        drawn = random.Random(12)
        for name in ("std_4_4_0_0.sec2", "std_3_4_0_0.sec2", "std.secval"):
            expected = (sectors / name).read_bytes()
            with open(self.point / name, "rb", buffering=0) as file:
                for _ in range(200):
                    at = drawn.randrange(len(expected) + 10)
                    size = drawn.choice([1, 2, 3, 61, 4096, 70000])
                    self.assertEqual(os.pread(file.fileno(), size, at), expected[at:at + size])
        self.unmount(process, signal.SIGTERM)

    def test_programs_that_read_entry_by_entry_get_no_whole_pages(self):
        self.run_program("build", "--db", self.database, "3-4")
        sectors = self.exported()
        process = self.mount()
        name = "std_3_4_0_0.sec2"
        # So much the C library of such a program reads ahead.
        self.assertEqual((self.point / name).stat().st_blksize, 64)
        with open(self.point / name, "rb") as file, open(sectors / name, "rb") as same:
            for at in (64, 100_000, 64 + 3 * 500_000):
                file.seek(at)
                same.seek(at)
                self.assertEqual(file.read(3), same.read(3))
        # Others map the files into memory.
        self.assertIs(self.json_of("compare", "--db", self.database, "--with", self.point)["same"],
                      True)
        self.unmount(process)

    def test_unmounts_while_its_directory_is_open(self):
        self.run_program("build", "--db", self.database, "3-3")
        process = self.mount()
        directory = os.open(self.point, os.O_RDONLY)
        try:
            self.assertEqual(len(os.listdir(directory)), 2)
            self.unmount(process)
        finally:
            os.close(directory)

    def test_nothing_can_be_written(self):
        self.run_program("build", "--db", self.database, "3-3")
        process = self.mount()
        for name in ("std_3_3_0_0.sec2", "new"):
            with self.assertRaises(OSError):
                (self.point / name).write_bytes(b"x")
        with self.assertRaises(OSError):
            (self.point / "std.secval").unlink()
        with self.assertRaises(FileNotFoundError):
            (self.point / "std_9_9_0_0.sec2").read_bytes()
        # Who mounts at the same place again is refused, and disturbs nobody.
        self.refuse(self.point, says="is a mount point already", code=WRONG_USAGE)
        self.assertEqual(len(os.listdir(self.point)), 2)
        self.unmount(process)

    def test_somebody_else_unmounts(self):
        self.run_program("build", "--db", self.database, "3-3")
        process = self.mount()
        subprocess.run(["umount", str(self.point)] if os.geteuid() == 0
                       else ["fusermount3", "-u", str(self.point)], check=True)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)

    def test_a_file_that_turns_out_to_be_damaged_cannot_be_read(self):
        self.run_program("build", "--db", self.database, "4-3")
        path = self.database / "4-3.distance"
        whole = bytearray(path.read_bytes())
        whole[-5] ^= 1
        path.write_bytes(whole)
        process = self.mount()
        with self.assertRaises(OSError):
            (self.point / "std_4_3_0_0.sec2").read_bytes()
        self.assertTrue((self.point / "std_3_3_0_0.sec2").read_bytes())
        self.unmount(process)


if __name__ == "__main__":
    unittest.main()
