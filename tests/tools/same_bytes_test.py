"""The bytes of the files do not depend on threads, memory budget or kernels."""

import os
import re
import shutil
import unittest

from program import ProgramTest, start

SUBSPACE = "4-4"


class SameBytes(ProgramTest):
    @classmethod
    def setUpClass(cls):
        case = cls.case_of_class()
        cls.expected = case.build(SUBSPACE, "--threads", 1)

    def check(self, *options):
        with self.subTest(options):
            self.assertEqual(self.build(SUBSPACE, *options), self.expected)

    @unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "needs two processors")
    def test_two_threads(self):
        self.check("--threads", 2)

    def test_the_smallest_budget(self):
        self.check("--memory", self.json_of("plan", SUBSPACE)["least_memory"])

    def test_a_large_budget(self):
        self.check("--memory", "1T")

    def test_every_kernel(self):
        names = re.search(r"--kernels (\S+)", self.run_program("build", "--help"))[1]
        self.assertIn("plain", names)
        for name in names.split("|"):
            trial = start("build", "--db", self.directory / "trial", "3-3", "--kernels", name)
            errors = trial.communicate()[1]
            shutil.rmtree(self.directory / "trial", ignore_errors=True)
            if trial.returncode:
                self.assertIn(f"this processor does not run '{name}'", errors)
                continue
            for path in self.directory.iterdir():
                path.unlink()
            self.check("--kernels", name)

    def test_one_subspace_after_the_other(self):
        for subspace in ("3-3", "4-3", "4-4"):
            files = self.build(subspace)
        self.assertEqual(files, self.expected)


if __name__ == "__main__":
    unittest.main()
