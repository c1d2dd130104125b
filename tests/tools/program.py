"""What the tests of the program share: running it and looking at the files it leaves.

A test is started with the path of the program: build_info_test.py PROGRAM [unittest arguments].
"""

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
    sys.exit(f"usage: {sys.argv[0]} PROGRAM [unittest arguments]")
PROGRAM = os.path.abspath(sys.argv.pop(1))
os.environ.pop("MILLSTONE_DB", None)  # the default database of who runs the tests

# Whether the program is compiled with sanitizers, which make it ten times slower.
SANITIZED = "MILLSTONE_SANITIZED" in os.environ

DATA = Path(__file__).resolve().parents[2] / "data"
LOG_NAME = "build.log"  # what a build leaves beside the database files

DONE, FAILED, WRONG_USAGE = 0, 1, 2

PROGRESS = re.compile(r"^(?: *\d+ %  |working: )[^\n]*\n", re.MULTILINE)

# Three Men's Morris as a whole: White wins in 9 plies by b2.
THREE_MENS_MORRIS = DATA / "databases" / "three-mens-morris"

# Three stones per side, both fly.
WHITE_WINS = "O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 20"


def start(*arguments, **options):
    """The program as a process that goes on by itself."""
    command = [PROGRAM, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            **options)


def send_after(process, sent, delay):
    """Sends a signal after so many seconds, if the process has not ended before; returns what it
    printed and its errors."""
    try:
        return process.communicate(timeout=delay)
    except subprocess.TimeoutExpired:
        process.send_signal(sent)
        return process.communicate()


def faults_of(errors):
    """What was said on stderr, without what a slow task shows of its progress."""
    return "".join(line for line in errors.splitlines(True) if line.startswith("millstone"))


def files_of(directory):
    """Contents of the database files of a directory by their names; unfinished ones left out."""
    return {path.name: path.read_bytes() for path in sorted(Path(directory).iterdir())
            if path.suffix in (".value", ".distance", ".grade")}


def reference_rows(name):
    """The rows of a table of data/reference."""
    with open(DATA / "reference" / name, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def reference(name):
    """Rows of a table of data/reference by the text of their subspaces."""
    named = {}
    for row in reference_rows(name):
        numbers = {column: int(text) for column, text in row.items()}
        hands = f"+{row['own_hand']}-{row['opponent_hand']}"
        named[f"{row['own']}-{row['opponent']}" + (hands if hands != "+0-0" else "")] = numbers
    return named


class ProgramTest(unittest.TestCase):
    """A test with an empty directory `self.directory` of its own. With sanitizers, which look for other
    mistakes than wrong answers, one in three tests of a class is run, unless it says `every_test`.
    """

    every_test = False

    def __init_subclass__(cls):
        super().__init_subclass__()
        names = [name for name in vars(cls) if name.startswith("test_")]
        for number, name in enumerate(names):
            if SANITIZED and number % 3 != 0 and not cls.every_test:
                setattr(cls, name, unittest.skip("one in three, with sanitizers")(vars(cls)[name]))

    def setUp(self):
        self.directory = Path(tempfile.mkdtemp(prefix="millstone-test-"))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    @classmethod
    def case_of_class(cls):
        """A case whose directory all tests of the class may use."""
        case = cls("run_program")
        case.setUp()
        cls.addClassCleanup(case.doCleanups)
        return case

    @classmethod
    def build_expected(cls, subspace):
        """Builds once for all tests of the class: cls.expected are the files, cls.seconds the time."""
        case = cls.case_of_class()
        started = time.monotonic()
        cls.expected = case.build(subspace)
        cls.seconds = time.monotonic() - started

    def write_expected(self, name):
        """A directory with the files of build_expected()."""
        directory = self.directory / name
        directory.mkdir()
        for file_name, data in self.expected.items():
            (directory / file_name).write_bytes(data)
        return directory

    def run_program(self, *arguments, code=DONE, lines=None, complains=False, **options):
        """Runs the program to its end, with these lines as its input, and checks exit code and what
        it says on stderr: nothing, or one sentence when it fails, in self.last_error; anything if it
        complains. Returns what it printed."""
        typed = None if lines is None else "".join(f"{line}\n" for line in lines)
        process = start(*arguments, stdin=None if lines is None else subprocess.PIPE, **options)
        output, errors = process.communicate(typed)
        # How far it has come stands on stderr, too, when a machine is slow.
        errors = PROGRESS.sub("", errors)
        shown = f"$ millstone {shlex.join(map(str, arguments))}\n{output}{errors}"
        self.assertEqual(process.returncode, code, shown)
        if complains:
            self.assertNotEqual(errors, "", shown)
        elif code == DONE:
            self.assertEqual(errors, "", shown)
        else:
            self.assertRegex(errors, r"\Amillstone[^\n]*: [^\n]*\n\Z", shown)
        self.last_error = errors
        return output

    def json_of(self, *arguments, **options):
        return json.loads(self.run_program(*arguments, "--json", **options))

    def build(self, *arguments, **options):
        """Builds into self.directory and returns the files."""
        self.run_program("build", "--db", self.directory, *arguments, **options)
        return files_of(self.directory)
