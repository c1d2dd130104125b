"""A build that is killed or stopped loses nothing that was finished, and goes on."""

import random
import signal
import time
import unittest

from program import FAILED, LOG_NAME, ProgramTest, faults_of, files_of, send_after, start

SUBSPACE = "5-4"
KILLS = 6


class KilledBuild(ProgramTest):
    every_test = True

    @classmethod
    def setUpClass(cls):
        cls.build_expected(SUBSPACE)

    def interrupt(self, sent, delay):
        """Starts the build and sends it a signal; returns exit code and stderr."""
        process = start("build", "--db", self.directory, SUBSPACE)
        _, errors = send_after(process, sent, delay)
        return process.returncode, errors

    def check_finished_files(self):
        found = files_of(self.directory) if self.directory.exists() else {}
        self.assertEqual(found, {name: self.expected[name] for name in found})

    def test_kill_9_at_any_moment(self):
        moments = random.Random(time.time_ns())
        delays = [moments.random() * self.seconds for _ in range(KILLS)]
        for delay in delays:
            self.interrupt(signal.SIGKILL, delay)
            with self.subTest(killed_after=delay, of=self.seconds):
                self.check_finished_files()
        self.assertEqual(self.build(SUBSPACE), self.expected, delays)
        self.assertEqual({path.name for path in self.directory.iterdir()},
                         {*self.expected, LOG_NAME})

    def test_ctrl_c_says_how_to_go_on(self):
        for sent in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(sent):
                code, errors = self.interrupt(sent, self.seconds / 2)
                if code == 0:
                    continue  # it was quicker
                self.assertEqual(code, FAILED, errors)
                self.assertRegex(faults_of(errors), r"\Amillstone build: [^\n]*again[^\n]*\n\Z")
                self.check_finished_files()
        self.assertEqual(self.build(SUBSPACE), self.expected)


if __name__ == "__main__":
    unittest.main()
