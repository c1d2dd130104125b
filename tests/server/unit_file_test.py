"""The systemd unit is one that systemd takes, and locks what it says; the image is made of sources alone."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from served import PROGRAM

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "server/package/millstone.service"
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


class Installing(unittest.TestCase):
    def test_the_commands_put_the_files_where_the_unit_looks_for_them(self):
        text = (ROOT / "server/README.md").read_text()
        block = next(part for part in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if UNIT.name in part)
        with tempfile.TemporaryDirectory(prefix="millstone-install-") as folder:
            root = Path(folder)
            (root / "etc/systemd/system").mkdir(parents=True)
            (root / "server").symlink_to(ROOT / "server")
            subprocess.run([PROGRAM, "build", "--db", root / "nine", "3-3"], check=True, capture_output=True)
            commands = [line for line in block.replace(" /", f" {root}/").splitlines()
                        if not line.startswith("systemctl")]
            subprocess.run(["sh", "-e", "-c", "\n".join(commands)], cwd=root, check=True)
            self.assertTrue((root / "etc/systemd/system" / UNIT.name).is_file())
            served = re.search("MILLSTONE_DB=/(.*)", re.sub("(?m)^#.*", "", UNIT.read_text()))[1]
            self.assertEqual(sorted(file.name for file in (root / served).iterdir()),
                             ["3-3.distance", "3-3.value"])


class Image(unittest.TestCase):
    def test_what_git_leaves_out_does_not_go_into_the_image(self):
        left_out = (ROOT / ".dockerignore").read_text().splitlines()
        for line in (ROOT / ".gitignore").read_text().splitlines():
            if line.startswith("#") or not line:
                continue
            sign, pattern = ("!", line[1:]) if line.startswith("!") else ("", line)
            anchored = pattern.startswith("/")  # docker anchors every pattern
            self.assertIn(sign + ("" if anchored else "**/") + pattern.strip("/"), left_out)
        self.assertIn(".git", left_out)


if __name__ == "__main__":
    unittest.main()
