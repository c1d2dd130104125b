"""--memory is a promise for the whole process, and what cannot be kept is refused."""

import re
import subprocess
import sys
import unittest

from program import FAILED, PROGRAM, ProgramTest, files_of

SUBSPACE = "6-5"
MIB = 1 << 20

# A child counts as its own what its parent held when it was started, so that the parent has to be
# one that holds little: not the tests, which have read files.
PEAK = """
import os, sys
null = os.open(os.devnull, os.O_WRONLY)
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                         file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
_, status, usage = os.wait4(process, 0)
print(usage.ru_maxrss * 1024)
sys.exit(os.waitstatus_to_exitcode(status))
"""


class MemoryBudget(ProgramTest):
    def peak_of_build(self, budget, *options):
        return self.peak_of("build", "--db", self.directory, SUBSPACE, "--memory", budget,
                            *options)

    def peak_of(self, *arguments):
        """Runs the program and returns the largest resident size of the process in bytes."""
        measured = subprocess.run(
            [sys.executable, "-I", "-S", "-c", PEAK, PROGRAM, *map(str, arguments), "--json"],
            stdout=subprocess.PIPE, check=True)
        return int(measured.stdout)

    def test_the_least_budget_is_kept(self):
        least = self.json_of("plan", SUBSPACE)["least_memory"]
        self.assertLessEqual(self.peak_of_build(least), least)
        in_little = files_of(self.directory)
        for path in self.directory.iterdir():
            path.unlink()
        self.assertEqual(self.build(SUBSPACE), in_little)

    def test_the_least_budget_is_kept_where_distances_are_not_asked_for(self):
        least = self.json_of("plan", SUBSPACE)["least_memory"]
        self.assertLessEqual(self.peak_of_build(least, "--metrics", "value"), least)

    def test_it_is_kept_by_many_small_subspaces_too(self):
        rules, whole = ("--variant", "seven-mens-morris"), "0-0+7-7"
        least = self.json_of("plan", *rules, whole)["least_memory"]
        self.assertLess(least, 22 * MIB)
        peak = self.peak_of("build", "--db", self.directory, *rules, whole, "--memory", least)
        self.assertLessEqual(peak, least)

    def least_of_verifying(self):
        self.run_program("verify", "--db", self.directory, "--memory", MIB, code=FAILED)
        return int(re.search(r"give --memory (\d+)M or more", self.last_error)[1]) * MIB

    def test_verifying_keeps_its_budget(self):
        for subspace in ("3-3", SUBSPACE):
            with self.subTest(subspace):
                self.build(subspace)
                least = self.least_of_verifying()
                peak = self.peak_of("verify", "--db", self.directory, "--memory", least)
                self.assertLessEqual(peak, least)

    def test_no_more_is_asked_for_than_half_as_much_again(self):
        for subspace in ("4-4", "5-5"):
            with self.subTest(subspace):
                least = self.json_of("plan", subspace)["least_memory"]
                peak = self.peak_of("build", "--db", self.directory, subspace, "--memory", least)
                self.assertLessEqual(least, 1.5 * peak)
                least = self.least_of_verifying()
                peak = self.peak_of("verify", "--db", self.directory, "--memory", least)
                self.assertLessEqual(least, 1.5 * peak)

    def test_less_than_the_least_is_refused_with_what_is_needed(self):
        least = self.json_of("plan", SUBSPACE)["least_memory"]
        self.run_program("build", "--db", self.directory, SUBSPACE, "--memory", least - MIB,
                         code=FAILED)
        said = re.search(r"give --memory (\d+)M or more", self.last_error)
        self.assertEqual(int(said[1]), -(-least // MIB))
        self.build(SUBSPACE, "--memory", f"{said[1]}M")


if __name__ == "__main__":
    unittest.main()
