"""The manual page and the completions of three shells, as the build writes them and as shells use
them. A shell or checker that is not installed is skipped with a word."""

import shutil
import subprocess
import unittest
from pathlib import Path

from program import PROGRAM, WRONG_USAGE, ProgramTest

COMMANDS = ("plan", "build", "info", "probe", "verify", "repack", "pack", "unpack", "export", "import", "compare",
            "stats", "perft", "bench", "variants", "uci", "play", "match", "analyze", "prove",
            "suite", "tune")


def needs(tool):
    return unittest.skipUnless(shutil.which(tool), f"{tool} is not installed")


class Documents(ProgramTest):
    def setUp(self):
        super().setUp()
        self.documents = self.directory / "documents"
        self.run_program("documents", "--to", self.documents, "--date", "2026-11-22")

    def run_tool(self, *command, **options):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120,
                              **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def test_there_are_four_files_and_help_does_not_list_the_command(self):
        self.assertEqual(sorted(path.name for path in self.documents.iterdir()),
                         ["_millstone", "millstone.1", "millstone.bash", "millstone.fish"])
        self.assertNotIn("documents", self.run_program("--help"))
        self.run_program("documents", "--to", self.documents, code=WRONG_USAGE)

    def test_those_that_the_build_made_are_of_this_program(self):
        made = Path(PROGRAM).parent / "tools" / "documents"
        if not made.is_dir():
            self.skipTest("the build wrote none: it is for another machine")
        for path in self.documents.iterdir():
            self.assertEqual((made / path.name).read_text(), path.read_text(), path.name)


class Manual(Documents):
    def test_every_command_and_option_of_help_is_there(self):
        page = (self.documents / "millstone.1").read_text().replace("\\-", "-")
        for command in COMMANDS:
            self.assertIn(f".SS millstone {command}\n", page)
            part = page.split(f".SS millstone {command}\n")[1].split(".SS ")[0]
            for word in self.run_program(command, "--help").split():
                if word.startswith("--") and word.strip("-").isalpha() and word != "--help":
                    self.assertIn(word, part)
        self.assertIn("MILLSTONE_DB", page)

    @needs("man")
    def test_man_has_nothing_to_complain_of(self):
        page = self.run_tool("man", "--warnings", "-l", self.documents / "millstone.1",
                             env={"MANWIDTH": "100", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
        self.assertIn("--memory", page)

    @needs("mandoc")
    def test_mandoc_has_nothing_to_complain_of(self):
        done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", self.documents / "millstone.1"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout + done.stderr, "")


class Bash(Documents):
    def complete(self, *words):
        """What is offered for the last word, in an empty directory with a file and a folder."""
        place = self.directory / "place"
        place.mkdir(exist_ok=True)
        (place / "games.txt").write_text("")
        (place / "folder").mkdir(exist_ok=True)
        listed = " ".join(f"'{word}'" for word in words)
        script = (f"COMP_WORDBREAKS=$' \\t\\n><=;|&(:'; source {self.documents / 'millstone.bash'}; "
                  f"COMP_WORDS=({listed}); "
                  "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _millstone; "
                  "printf '%s\\n' \"${COMPREPLY[@]}\"")
        return self.run_tool("bash", "--norc", "-c", script, cwd=place).split()

    def test_commands(self):
        self.assertEqual(self.complete("millstone", "pr"), ["probe", "prove"])
        self.assertLessEqual(set(COMMANDS), set(self.complete("millstone", "")))

    def test_options_are_those_of_the_command(self):
        self.assertEqual(self.complete("millstone", "build", "--me"), ["--memory", "--metrics"])
        self.assertEqual(self.complete("millstone", "perft", "--codec"), [])

    def test_values_of_options(self):
        for words, expected in ((("build", "--codec", ""), ["zstd", "context", "network", "mirror", "triples", "stripes"]),
                                (("build", "--metrics", "value,"),
                                 ["value,distance", "value,grade", "value,distance,grade"]),
                                (("repack", "--metrics", "value,"), ["value,distance"]),
                                (("plan", "--variant", "las"), ["lasker-morris"]),
                                (("variants", "--describe", "da"), ["da-san-qi", "da-san-qi-app"]),
                                (("match", "--first", "per"), ["perfect"]),
                                (("play", "--white", "e"), ["engine"]),
                                (("perft", "--threads", ""), [])):
            with self.subTest(words):
                self.assertEqual(self.complete("millstone", *words), expected)

    def test_an_equals_sign_between_option_and_value(self):
        # Bash hands words over that it has taken apart at the sign.
        self.assertEqual(self.complete("millstone", "build", "--codec", "=", "c"), ["context"])
        self.assertEqual(self.complete("millstone", "build", "--codec", "="), ["zstd", "context", "network", "mirror", "triples", "stripes"])
        self.assertEqual(self.complete("millstone", "plan", "--set", "mayFly", "=", "f"), ["false"])
        self.assertIn("mayFly=false", self.complete("millstone", "plan", "--set", "may"))

    def test_files_and_directories(self):
        self.assertEqual(self.complete("millstone", "build", "--db", ""), ["folder"])
        self.assertEqual(self.complete("millstone", "info", "--db", ""), ["folder", "games.txt"])
        self.assertEqual(sorted(self.complete("millstone", "plan", "--rules", "")),
                         ["folder", "games.txt"])
        self.assertEqual(self.complete("millstone", "analyze", "--db", "x", "ga"), ["games.txt"])
        self.assertEqual(self.complete("millstone", "build", "--db", "x", ""), [])


class Zsh(Documents):
    @needs("zsh")
    def test_the_script_has_no_mistake_of_syntax(self):
        self.run_tool("zsh", "-n", self.documents / "_millstone")

    @needs("zsh")
    def test_every_command_has_arguments_that_zsh_understands(self):
        # _arguments reads all of its specifications before it offers anything.
        script = (f"fpath=({self.documents} $fpath); autoload -U compinit; compinit -D -u; "
                  "_arguments() { local s; for s in \"$@\"; do "
                  "[[ $s == (\\**|--*\\[*\\]*|[1-9]:*|-*) ]] || print \"bad: $s\"; done; print $#; }; "
                  f"words=(millstone $1 ''); CURRENT=3; source {self.documents}/_millstone; "
                  "words=(millstone $1 ''); CURRENT=3; _millstone")
        for command in COMMANDS:
            with self.subTest(command):
                output = self.run_tool("zsh", "-f", "-c", script, "zsh", command)
                self.assertNotIn("bad", output)
                self.assertGreater(int(output.split()[-1]), 2)


class Fish(Documents):
    def complete(self, line):
        script = f"source {self.documents / 'millstone.fish'}; complete -C '{line}'"
        output = self.run_tool("fish", "--no-config", "-c", script, cwd=self.documents)
        return [row.split("\t")[0] for row in output.splitlines()]

    @needs("fish")
    def test_commands_options_and_values(self):
        self.assertEqual(self.complete("millstone pr"), ["probe", "prove"])
        self.assertEqual(self.complete("millstone build --me"), ["--memory", "--metrics"])
        self.assertEqual(sorted(self.complete("millstone build --codec ")), ["context", "zstd"])
        self.assertEqual(self.complete("millstone plan --variant las"), ["lasker-morris"])
        self.assertIn("millstone.1", self.complete("millstone plan --rules mill"))


if __name__ == "__main__":
    unittest.main()
