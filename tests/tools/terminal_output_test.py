"""What commands show on a terminal, and what goes where when nobody looks."""

import os
import pty
import re
import struct
import subprocess
import termios
import unittest
from fcntl import ioctl

from program import (DONE, FAILED, LOG_NAME, PROGRAM, THREE_MENS_MORRIS, WRONG_USAGE, ProgramTest)

COLOUR = re.compile(r"\033\[[0-9;]*m")


def on_terminal(*arguments, columns=80, **environment):
    """Output of the program where stdout is a terminal of so many columns, and its errors."""
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    kept = {name: value for name, value in os.environ.items()
            if name not in ("COLUMNS", "NO_COLOR", "MILLSTONE_DB")}
    process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=slave,
                               stderr=subprocess.PIPE, env={**kept, "TERM": "xterm", **environment})
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        output += part
    os.close(master)
    errors = process.stderr.read().decode()
    process.stderr.close()
    process.wait()
    return output.decode().replace("\r\n", "\n"), errors


class Width(ProgramTest):
    def widest(self, *arguments, **options):
        output, _ = on_terminal(*arguments, **options)
        self.assertGreater(len(output), 0)
        return max(len(line) for line in COLOUR.sub("", output).splitlines())

    def test_tables_fit_the_terminal(self):
        for columns in (60, 80, 100):
            for command in (("info", "--db", THREE_MENS_MORRIS), ("plan", "4-4"),
                            ("stats", "--db", THREE_MENS_MORRIS),
                            ("variants",), ("verify", "--db", THREE_MENS_MORRIS)):
                with self.subTest(command, columns=columns):
                    output, _ = on_terminal(*command, columns=columns)
                    tables = [line for line in COLOUR.sub("", output).splitlines()
                              if re.fullmatch(r"[- ]+", line)]
                    self.assertGreater(len(tables), 0)
                    self.assertLessEqual(max(map(len, tables)), columns)

    def test_sentences_fit_the_terminal(self):
        for command in (("variants",), ("variants", "--describe", "lasker-morris"), ("info", "--db", THREE_MENS_MORRIS),
                        ("match", "--db", THREE_MENS_MORRIS, "--first", "perfect",
                         "--second", "random", "--count", 1)):
            with self.subTest(command[:3]):
                self.assertLessEqual(self.widest(*command, columns=80), 80)

    def test_help_fits_the_terminal_but_for_what_is_copied(self):
        for command in ("match", "analyze", "stats", "build", "tune", "repack", "play"):
            with self.subTest(command):
                help_text = on_terminal(command, "--help")[0]
                lines = [line for line in help_text.splitlines() if not line.startswith("  millstone")]
                self.assertGreater(len(lines), 10)
                self.assertLessEqual(max(map(len, lines)), 80)
                whole = self.run_program(command, "--help")
                self.assertEqual(re.sub(r"\s", "", help_text), re.sub(r"\s", "", whole))
        commands = on_terminal("--help", columns=70)[0].split("Subcommands:")[1].split("Example")[0]
        self.assertLessEqual(max(map(len, commands.splitlines())), 70)

    def test_columns_of_the_environment_come_first(self):
        info = ("info", "--db", THREE_MENS_MORRIS)
        self.assertGreater(self.widest(*info, columns=200), 90)
        self.assertLessEqual(self.widest(*info, columns=200, COLUMNS="70"), 70)
        self.assertGreater(self.widest(*info, columns=200, COLUMNS="none"), 90)

    def test_nothing_is_wrapped_or_coloured_where_nobody_looks(self):
        output = self.run_program("info", "--db", THREE_MENS_MORRIS,
                                  env={**os.environ, "COLUMNS": "40", "TERM": "xterm"})
        self.assertIn("value bits/class  distance bits/class", output)
        self.assertNotIn("\033", output)


class Colours(ProgramTest):
    def test_wins_draws_and_losses_are_told_apart_unless_colours_are_refused(self):
        info = ("info", "--db", THREE_MENS_MORRIS)
        self.assertEqual(len(set(COLOUR.findall(on_terminal(*info)[0]))), 4)  # and that of the end
        for refusal in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertEqual(COLOUR.findall(on_terminal(*info, **refusal)[0]), [])
        self.assertNotEqual(COLOUR.findall(on_terminal(*info, NO_COLOR="")[0]), [])


    def test_every_table_of_values_has_them(self):
        games = self.directory / "games.txt"
        match = ("match", "--db", THREE_MENS_MORRIS, "--first", "perfect", "--second", "random",
                 "--count", 2)
        self.run_program(*match, "--games", games)
        position = "********/* w p p 0 3 0 3 0 0 0 0 0 0 0 0 1"
        for command in (match, ("probe", "--db", THREE_MENS_MORRIS, position),
                        ("analyze", "--db", THREE_MENS_MORRIS, games)):
            with self.subTest(command[0]):
                self.assertGreater(len(set(COLOUR.findall(on_terminal(*command)[0]))), 2)


class Streams(ProgramTest):
    def test_reports_are_on_stdout_and_nothing_else(self):
        for command in (("plan", "3-3"), ("info", "--db", THREE_MENS_MORRIS),
                        ("stats", "--db", THREE_MENS_MORRIS), ("perft", "--depth", 2),
                        ("verify", "--db", THREE_MENS_MORRIS), ("variants",),
                        ("build", "--db", self.directory / "built", "3-3"),
                        ("repack", "--db", THREE_MENS_MORRIS, "--to", self.directory / "new"),
                        ("prove", "--db", THREE_MENS_MORRIS, "--hash", "4M"),
                        ("bench", "--signature")):
            with self.subTest(command):
                self.assertGreater(len(self.run_program(*command)), 10)

    def test_progress_is_on_stderr(self):
        # A build that is slow enough to have some, looked at from a terminal of few columns.
        master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
        process = subprocess.Popen([PROGRAM, "build", "--db", self.directory / "built", "5-5",
                                    "--threads", "1"], stdout=subprocess.PIPE, stderr=slave)
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(master)
        output = process.stdout.read().decode()
        process.stdout.close()
        self.assertEqual(process.wait(), DONE)
        self.assertNotIn("%", output)
        for bar in shown.decode().split("\r\033[K"):
            self.assertLess(len(bar), 40)


class DefaultDatabase(ProgramTest):
    def test_the_environment_names_the_database(self):
        environment = {**os.environ, "MILLSTONE_DB": str(THREE_MENS_MORRIS)}
        for command in ("info", "verify", "stats"):
            with self.subTest(command):
                self.assertEqual(
                    self.json_of(command, env=environment)["variant"]["name"], "three-mens-morris")
        self.run_program("info", "--db", self.directory, env=environment, code=FAILED)
        self.assertIn("MILLSTONE_DB", self.run_program("info", "--help"))

    def test_without_it_the_option_must_be_given(self):
        for empty in ({}, {"MILLSTONE_DB": ""}):
            environment = {name: value for name, value in os.environ.items()
                           if name != "MILLSTONE_DB"} | empty
            self.run_program("info", env=environment, code=WRONG_USAGE)
            self.assertIn("--db", self.last_error)

    def test_several_are_for_commands_that_take_several(self):
        environment = {**os.environ, "MILLSTONE_DB": f"{THREE_MENS_MORRIS}:{self.directory}"}
        self.run_program("info", env=environment, code=WRONG_USAGE)
        self.assertIn("MILLSTONE_DB names 2 directories", self.last_error)
        # The first tells the rules, the second is asked, too: it is empty and refused by name.
        self.run_program("uci", env=environment, lines=["quit"])
        self.run_program("bench", "--signature", env=environment)


class NobodyHears(ProgramTest):
    """Standard error is closed or full: what is said there is lost, and nothing else."""

    def run_unheard(self, redirection, *arguments):
        """Exit code of the program."""
        shell = ["sh", "-c", f'exec "$0" "$@" {redirection}', PROGRAM, *map(str, arguments)]
        return subprocess.run(shell, stdout=subprocess.DEVNULL, check=False).returncode

    def test_faults_end_as_usual(self):
        for redirection in ("2>&-", "2>/dev/full", ">&- 2>&-"):
            with self.subTest(redirection):
                self.assertEqual(self.run_unheard(redirection, "nope"), WRONG_USAGE)
                none = self.directory / "none"
                self.assertEqual(self.run_unheard(redirection, "info", "--db", none), FAILED)

    def test_a_report_that_cannot_be_written_is_a_fault(self):
        for redirection in (">&- 2>&-", ">/dev/full 2>/dev/full"):
            with self.subTest(redirection):
                self.assertEqual(self.run_unheard(redirection, "info", "--db", THREE_MENS_MORRIS),
                                 FAILED)

    def test_no_file_takes_the_place_of_a_closed_stream(self):
        database = self.directory / "three"
        arguments = ("build", "--db", database, "--variant", "three-mens-morris", "3-3")
        self.assertEqual(self.run_unheard("<&- >&- 2>&-", *arguments), FAILED)
        self.run_program("verify", "--db", database)
        log = (database / LOG_NAME).read_text(encoding="utf-8")
        self.assertNotRegex(log, "output could not be written|slots  +classes")

    def test_builds_are_done(self):
        for redirection in ("2>&-", "2>/dev/full"):
            with self.subTest(redirection):
                database = self.directory / redirection.replace("/", "-")
                arguments = ("build", "--db", database, "--variant", "three-mens-morris", "3-3")
                self.assertEqual(self.run_unheard(redirection, *arguments), DONE)
                self.run_program("verify", "--db", database)


if __name__ == "__main__":
    unittest.main()
