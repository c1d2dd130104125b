"""A disk that is full, or a limit of file size, ends a build with one sentence; what was finished
stays whole, and the build goes on when there is room."""

import resource
import subprocess
import unittest

from program import FAILED, LOG_NAME, ProgramTest, files_of

SUBSPACE = "5-4"


class FullDisk(ProgramTest):
    every_test = True

    @classmethod
    def setUpClass(cls):
        cls.build_expected(SUBSPACE)
        sizes = sorted(len(data) for data in cls.expected.values())
        cls.size_limit = sizes[-1] - 1
        cls.disk_size = sum(sizes) // 2

    def check_failed_build(self, *arguments, **options):
        self.run_program("build", "--db", self.directory, SUBSPACE, *arguments, code=FAILED,
                         **options)
        found = files_of(self.directory)
        self.assertLess(len(found), len(self.expected))
        self.assertEqual(found, {name: self.expected[name] for name in found})
        names = {path.name for path in self.directory.iterdir()}
        self.assertEqual(names, {*found, LOG_NAME}, "something unfinished was left")

    def test_the_limit_of_file_size(self):
        limits = (self.size_limit, self.size_limit)
        self.check_failed_build(
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits))
        self.assertEqual(self.build(SUBSPACE), self.expected)

    def test_a_small_disk(self):
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self.disk_size}", "millstone",
                 self.directory]
        try:
            subprocess.run(mount, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("mounting is not permitted")
        try:
            self.check_failed_build("--ignore-space")
            self.assertIn("space", self.last_error)
            for path in self.directory.iterdir():
                path.unlink()
            self.run_program("build", "--db", self.directory, SUBSPACE, code=FAILED)
            self.assertRegex(self.last_error, "will take about .* of space, .* are free")
            self.assertEqual(list(self.directory.iterdir()), [])
            subprocess.run(["mount", "-o", "remount,size=64M", self.directory], check=True)
            self.assertEqual(self.build(SUBSPACE), self.expected)
        finally:
            subprocess.run(["umount", self.directory], check=True)


if __name__ == "__main__":
    unittest.main()
