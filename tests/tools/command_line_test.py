"""What every command has in common: help, and one sentence with the right exit code for what makes
no sense."""

import os
import unittest

from program import DONE, FAILED, WRONG_USAGE, ProgramTest

COMMANDS = ("plan", "build", "info", "probe", "verify", "repack", "export", "import", "compare",
            "stats", "perft", "bench", "variants", "uci", "play", "match", "analyze")


class Help(ProgramTest):
    def test_program_and_commands_show_an_example(self):
        for command in ((), *((name,) for name in COMMANDS)):
            with self.subTest(command):
                output = self.run_program(*command, "--help", code=DONE)
                self.assertIn("Example", output)
                self.assertIn("millstone " + " ".join(command), output)

    def test_the_program_lists_its_commands(self):
        output = self.run_program("--help")
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", output)

    def test_the_version_is_one_line(self):
        self.assertRegex(self.run_program("--version"), r"\Amillstone \d+\.\d+\.\d+\n\Z")


class WrongUsage(ProgramTest):
    def refuse(self, *arguments, says, code=WRONG_USAGE):
        with self.subTest(arguments):
            self.run_program(*arguments, code=code)
            self.assertIn(says, self.last_error)
            self.assertEqual(list(self.directory.iterdir()), [])

    def test_commands_that_are_none(self):
        self.refuse(says="millstone --help")
        self.refuse("solve", says="'solve'")
        self.refuse("--json", says="'--json'")

    def test_names_that_are_nearly_right(self):
        rules = self.directory.parent / "none"
        for arguments, meant in ((("biuld",), "build"), (("info", "--bd", "x"), "--db"),
                                 (("build", "--db", rules, "3-3", "--thread=2"), "--threads"),
                                 (("plan", "3-3", "--variant", "lasker"), "lasker-morris"),
                                 (("plan", "3-3", "--set", "mayfly=false"), "mayFly"),
                                 (("plan", "3-3", "--set", "board=24-diagonl"), "24-diagonal"),
                                 (("plan", "3-3", "--metrics", "values"), "value"),
                                 (("build", "--db", rules, "3-3", "--codec", "zst"), "zstd"),
                                 (("play", "--white", "engin"), "engine")):
            self.refuse(*arguments, says=f"(did you mean '{meant}'?)")
        self.refuse("xyzzy", says="there is no 'xyzzy';")

    def test_numbers_out_of_their_range_are_refused_in_a_sentence(self):
        database = ("--db", self.directory)
        for arguments, option, wanted in (
                (("verify", *database), "--sample", "a whole number of at least 1"),
                (("stats", *database), "--top", "a whole number from 0 to 1000"),
                (("perft",), "--depth", "a whole number from 1 to 40"),
                (("build", *database, "3-3"), "--level", "a whole number from 1 to 19"),
                (("build", *database, "3-3"), "--checkpoint", "a number from 0 to 1000000000"),
                (("build", *database, "3-3"), "--threads", "a whole number from 1 to "),
                (("prove", *database), "--actions", "a whole number from 0 to 1000"),
                (("tune", *database), "--samples", "a whole number from 1000 to 100000000"),
                (("tune", *database), "--seed", "a whole number of at least 0"),
                (("uci",), "--level", "a whole number from 0 to 30"),
                (("uci",), "--time", "a whole number from 0 to 60"),
                (("play",), "--hash", "a whole number from 1 to ")):
            for value in ("-1", "much", "1e99", "nan", "99999999999999999999999"):
                endless = "at least" in wanted and value.isdigit()
                answer = ", which is too large" if endless else f", expected {wanted}"
                self.refuse(*arguments, f"{option}={value}",
                            says=f"{option}: found '{value}'{answer}")

    def test_what_is_missing(self):
        self.refuse("build", "3-3", says="--db")
        self.refuse("build", "--db", self.directory, says="SUBSPACE")
        self.refuse("build", "--db", says="--db")
        self.refuse("plan", says="SUBSPACE")
        self.refuse("probe", "--db", self.directory, says="POSITION")
        self.refuse("perft", says="--depth")

    def test_options_that_are_unknown(self):
        for command in COMMANDS:
            self.refuse(command, "--colour", says=f"millstone {command}: ")

    def test_subspaces_that_do_not_exist(self):
        build = ("build", "--db", self.directory)
        for text, reason in (("10-3", "at most 9"), ("2-3", "fewer than 3"), ("5", "'5'"),
                             ("5-4-3", "5-4-3"), ("", "''"),
                             ("99999999999-3", "99999999999")):
            self.refuse(*build, text, says=reason)
            self.refuse("plan", text, says=reason)
            self.refuse("verify", "--db", self.directory, "--variant", "nine-mens-morris", text,
                        says=reason)

    def test_options_that_make_no_sense(self):
        build = ("build", "--db", self.directory, "3-3")
        self.refuse(*build, "--threads", os.cpu_count() + 1, says="--threads")
        self.refuse(*build, "--threads", 0, says="--threads")
        self.refuse(*build, "--threads", "two", says="--threads")
        self.refuse(*build, "--metrics", "distance", says="--metrics")
        self.refuse(*build, "--metrics", "value,size", says="'size'")
        self.refuse(*build, "--memory", "4 elephants", says="--memory")
        self.refuse(*build, "--memory", "0", says="--memory")
        self.refuse(*build, "--memory", "99999999999T", says="--memory")
        self.refuse(*build, "--level", 20, says="--level")
        self.refuse(*build, "--level", 0, says="--level")
        self.refuse(*build, "--kernels", "abacus", says="'abacus'")
        self.refuse(*build, "--variant", "chess", says="'chess'")
        self.refuse("verify", "--db", self.directory, "--sample", 0, says="--sample")
        ranks = ("plan", "3-3", "--ranks", 2)
        for value in ("0", "-1G", "nan", "10Q", "G", "1e9", "10GiB", "99999999999T"):
            self.refuse(*ranks, f"--bandwidth={value}", says=f"--bandwidth: '{value}' is ")
        for value in ("0us", "-1us", "20", "20 us", "20m", "us", "2s"):
            self.refuse(*ranks, f"--latency={value}", says=f"--latency: '{value}' is ")
        self.refuse("plan", "3-3", "--ranks", 0, says="--ranks")
        self.refuse("plan", "3-3", "--cores", 2, says="--ranks")
        self.refuse(*ranks, "--cores", 0, says="--cores")
        self.refuse(*ranks, "--threads", 1, says="--threads")
        self.refuse(*ranks, "--dot", says="--ranks")
        self.refuse("perft", "--depth", 0, says="--depth")
        self.refuse("perft", "--depth", -3, says="--depth")

    def test_players_that_make_no_sense(self):
        self.refuse("play", "--white", "you", says="--white")
        self.refuse("play", "--level", 31, says="--level")
        self.refuse("play", "--level", 30, "--time", 0, says="--time")
        self.refuse("play", "--time", 0, says="--time")
        self.refuse("play", "--position", "nowhere", says="board")
        for command in ("play", "uci"):
            self.refuse(command, "--time", "long", says="--time")
            self.refuse(command, "--hash", 0, says="--hash")
            self.refuse(command, "--db", "", says="--db")
            self.refuse(command, "--variant", "chess", says="'chess'")

    def test_a_budget_that_is_too_small_says_how_much_is_needed(self):
        least = self.json_of("plan", "5-4")["least_memory"]
        self.refuse("build", "--db", self.directory, "5-4", "--memory", least - 1, code=FAILED,
                    says=f"--memory {-(-least >> 20)}M")


class WrongDirectory(ProgramTest):
    def test_a_directory_that_is_not_there(self):
        for command in (("info",), ("verify",), ("stats",),
                        ("probe", "O@O*****/*****@*O/**@***** w")):
            with self.subTest(command):
                self.run_program(*command, "--db", self.directory / "none", code=FAILED)
                self.assertIn("none", self.last_error)

    def test_a_directory_without_databases(self):
        for command in (("info",), ("verify",), ("stats",),
                        ("probe", "O@O*****/*****@*O/**@***** w")):
            with self.subTest(command):
                self.run_program(*command, "--db", self.directory, code=FAILED)
                self.assertIn(str(self.directory), self.last_error)

    def test_a_file_instead_of_a_directory(self):
        file = self.directory / "file"
        file.write_text("not a directory")
        for command in (("info",), ("verify",), ("build", "3-3")):
            with self.subTest(command):
                self.run_program(*command, "--db", file, code=FAILED)
                self.assertIn(str(file), self.last_error)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_directory_that_must_not_be_written(self):
        self.directory.chmod(0o500)
        self.run_program("build", "--db", self.directory, "3-3", code=FAILED)


if __name__ == "__main__":
    unittest.main()
