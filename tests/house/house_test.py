#!/usr/bin/env python3
"""Checks that the repository is kept as its README and CONTRIBUTING.md promise."""

import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LARGEST_FILE = 2_000_000  # bytes
SCRIPTS = ("tools/quickstart", "tools/setup", "tests/run", "tests/arm64/run", ".ci/run")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def tracked_files():
    """Paths that git tracks or would track, relative to the root; None outside a clone."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    try:
        listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    paths = [Path(name) for name in listing.stdout.split("\0") if name]
    return [path for path in paths if (ROOT / path).is_file()]


FILES = tracked_files()


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


@unittest.skipIf(FILES is None, "not a git clone")
class House(unittest.TestCase):
    def test_every_top_level_folder_opens_with_a_title_and_a_paragraph(self):
        folders = {path.parts[0] for path in FILES if len(path.parts) > 1}
        for folder in sorted(name for name in folders if not name.startswith(".")):
            with self.subTest(folder):
                readme = ROOT / folder / "README.md"
                self.assertTrue(readme.is_file(), f"{folder}/README.md is missing")
                title, blank, paragraph = (readme.read_text(encoding="utf-8").splitlines()
                                           + [""] * 3)[:3]
                self.assertRegex(title, r"^# \S")
                self.assertEqual(blank, "")
                self.assertRegex(paragraph, r"^[^#|`\s-]")

    def test_the_scripts_can_be_run(self):
        for script in SCRIPTS:
            with self.subTest(script):
                self.assertTrue(os.access(ROOT / script, os.X_OK), f"{script} is not executable")

    def test_the_readme_shows_the_two_commands(self):
        first_screen = "\n".join(read("README.md").splitlines()[:30])
        for command in ("tools/quickstart", "tests/run"):
            with self.subTest(command):
                self.assertIn(command, first_screen)

    def test_no_file_outside_data_is_large(self):
        large = [str(path) for path in FILES
                 if path.parts[0] != "data" and (ROOT / path).stat().st_size > LARGEST_FILE]
        self.assertEqual(large, [])

    def test_links_between_documents_lead_somewhere(self):
        links = [(path, target) for path in FILES if path.suffix == ".md"
                 for target in LINK.findall(read(path)) if "://" not in target]
        broken = [f"{path} -> {target}" for path, target in links
                  if not (ROOT / path.parent / target).exists()]
        self.assertEqual(broken, [])


if __name__ == "__main__":
    unittest.main()
