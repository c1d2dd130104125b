#!/usr/bin/env python3
"""Checks that the repository is kept as its README and CONTRIBUTING.md promise."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LARGEST_FILE = 2_000_000  # bytes
SCRIPTS = ("tools/quickstart", "tools/setup", "tests/run", "tests/arm64/run", ".ci/run")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def git_files(root):
    """Paths that git tracks, relative to the root of a clone; None elsewhere."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached"]
    try:
        listing = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return [Path(name) for name in listing.stdout.split("\0") if name]


def source_files(root):
    """Paths in the folders that hold sources, scripts or a document of their own, as far as can be
    told without git: what a user makes, such as a database, is no such folder."""
    paths = [path.relative_to(root) for path in root.iterdir() if path.is_file()]
    for folder in root.iterdir():
        if folder.name.startswith(".") or not folder.is_dir():
            continue
        if any((folder / name).is_file() for name in ("CMakeLists.txt", "README.md")) and not (
                folder / "CMakeCache.txt").exists() and folder.name != "build":
            paths += [path.relative_to(root) for path in folder.rglob("*")
                      if path.is_file() and "__pycache__" not in path.parts]
    return paths


def repository_files(root):
    """Files of the repository, whatever else stands beside them."""
    # A copy may lie within another clone, whose git knows nothing of it.
    tracked = git_files(root) if (root / ".git").exists() else None
    listed = source_files(root) if tracked is None else tracked
    return sorted(path for path in listed if (root / path).is_file())


FILES = repository_files(ROOT)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


class WhatUsersMake(unittest.TestCase):
    """A first session leaves a database in the clone, and no test minds it."""

    def setUp(self):
        self.root = Path(tempfile.mkdtemp(prefix="millstone-test-"))
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        for name in ("README.md", "game/README.md", "game/board.h", ".gitignore"):
            self.write(name, read(".gitignore") if name == ".gitignore" else "# Title\n\nText.\n")
        self.kept = {Path(name) for name in ("README.md", "game/README.md", "game/board.h",
                                             ".gitignore")}

    def write(self, name, text=""):
        (self.root / name).parent.mkdir(exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def make_database(self):
        for name in ("nine/5-5.value", "nine/5-5.distance", "nine/build.log",
                     "nine/4-4.checkpoint", "nine/4-4.value.partial"):
            self.write(name)

    def git(self, *arguments):
        try:
            return subprocess.run(["git", *arguments], cwd=self.root, check=True,
                                  capture_output=True, text=True).stdout
        except OSError:
            return self.skipTest("git is not there")

    def test_is_no_part_of_a_clone_and_git_does_not_offer_it(self):
        self.git("init", "--quiet")
        self.git("add", ".")
        self.make_database()
        self.assertEqual(set(repository_files(self.root)), self.kept)
        self.assertEqual(self.git("status", "--porcelain", "--untracked-files").count("??"), 0)

    def test_is_no_part_of_an_unpacked_archive(self):
        self.make_database()
        self.assertEqual(set(repository_files(self.root)), self.kept)


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
