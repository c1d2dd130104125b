"""The systemd unit is one that systemd takes, and locks what it says."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from served import PROGRAM

UNIT = Path(__file__).resolve().parents[2] / "server/package/millstone.service"
MOST_EXPOSED = 2.0  # of 10, as systemd counts it


class UnitFile(unittest.TestCase):
    def setUp(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("systemd-analyze is not installed")
        directory = tempfile.TemporaryDirectory(prefix="millstone-unit-")
        self.addCleanup(directory.cleanup)
        self.unit = Path(directory.name) / UNIT.name
        # systemd looks whether the program is there, which need not be installed to be tested.
        self.unit.write_text(UNIT.read_text().replace("/usr/bin/millstone", PROGRAM))

    def analyze(self, *arguments):
        return subprocess.run(["systemd-analyze", *arguments, self.unit], capture_output=True, text=True)

    def test_systemd_takes_it(self):
        done = self.analyze("verify")
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
        self.unit.write_text(self.unit.read_text().replace("Type=exec", "Type=nonsense"))
        self.assertNotEqual(self.analyze("verify").stderr, "")

    def test_it_is_little_exposed(self):
        done = self.analyze("security", "--offline=true")
        level = re.search(r"exposure level for \S+: ([0-9.]+)", done.stdout)
        self.assertLess(float(level[1]), MOST_EXPOSED, done.stdout)

    def test_it_starts_what_the_program_takes(self):
        start = re.search(r"^ExecStart=(.*)$", self.unit.read_text(), re.MULTILINE)[1].split()
        done = subprocess.run([*start, "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("--listen", done.stdout)


if __name__ == "__main__":
    unittest.main()
