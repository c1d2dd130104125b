"""Whatever stands in files, names and arguments, the terminal gets text and no control characters,
and an error stays one line below 300 characters."""

import shutil
import unittest

from program import THREE_MENS_MORRIS, ProgramTest, start

ESCAPE = "\x1b]0;owned\x07\x1b[2J"
LONG = "x" * 5000
GAME = f"""[White "{ESCAPE}"]
[Black "b\x9b31m"]
[Event "{ESCAPE}"]
[Result "*"]

1. b2 b3
*
"""
START = "********/* w p p 0 3 0 3 0 0 0 0 0 0 0 0 1"


class HostileText(ProgramTest):
    every_test = True

    def show(self, *arguments, typed=None):
        """Runs the program however it ends, and looks at all it prints. Returns the exit code."""
        process = start(*arguments, stdin=-1, errors="surrogateescape")
        output, errors = process.communicate(typed)
        self.last_output = output
        for text in (output, errors):
            bad = sorted({repr(character) for character in text
                          if (character < " " and character != "\n") or character == "\x7f"
                          or "\x80" <= character < "\xa0" or "\ud800" <= character < "\ue000"})
            self.assertEqual(bad, [], f"{arguments!r}: {text!r}")
        for line in errors.splitlines():
            self.assertLess(len(line.encode()), 300, f"{arguments!r}: {line!r}")
        self.assertLess(process.returncode, 3)
        self.assertGreaterEqual(process.returncode, 0)
        return process.returncode

    def refuse(self, *arguments, typed=None):
        with self.subTest(arguments):
            self.assertNotEqual(self.show(*arguments, typed=typed), 0)

    def write(self, name, text):
        path = self.directory / name
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        return path

    def test_in_arguments_and_position_texts(self):
        for text in (ESCAPE, LONG, START + ESCAPE, "\udc9b31m", START.replace("w p", "w " + ESCAPE)):
            self.refuse("probe", "--db", THREE_MENS_MORRIS, text)
            self.refuse("plan", text)
            self.refuse("plan", "3-3", "--variant", text)
            self.refuse("plan", "3-3", "--set", text)
            self.refuse("plan", "3-3", "--set", "mayFly=" + text)
            self.refuse("plan", "3-3", "--memory", text)
            self.refuse(text)
            self.refuse("build", "--" + text)

    def test_in_names_of_files_and_directories(self):
        for name in (ESCAPE, "x" * 250 + "/" + "y" * 250, "\udc9b31m"):
            path = self.directory / name
            self.refuse("info", "--db", path)
            self.refuse("verify", "--db", path)
            self.refuse("probe", "--db", path, START)
            self.refuse("plan", "3-3", "--rules", path)
            self.refuse("analyze", "--db", THREE_MENS_MORRIS, path)
            self.refuse("build", "--db", path, "--temp", path / "none", "3-3")

    def test_in_the_name_of_a_directory_with_good_files(self):
        database = self.directory / ESCAPE
        arguments = ("build", "--db", database, "--variant", "three-mens-morris", "3-3")
        self.assertEqual(self.show(*arguments), 0)
        for command in ("info", "stats", "verify"):
            self.assertEqual(self.show(command, "--db", database), 0)
        self.assertEqual(self.show("repack", "--db", database, "--to", str(database) + "2"), 0)
        (database / "3-3.value").write_bytes(b"damaged")
        for command in ("info", "stats", "verify"):
            self.refuse(command, "--db", database)

    def test_in_files_of_rules(self):
        for number, text in enumerate((
                f'name = "{ESCAPE}"\n', 'name = "\\u001b[2J"\nboard = "24"\n',
                'board = "\\u001b[2J"\n', '"\\u001b[2J" = 1\n', "\udc9b = 1\n", "a" + ".a" * 20_000,
                "a" + ".a" * 50_000 + " = 1\n", "[" + "a." * 20_000 + "a]\n", "[" * 30_000,
                'board = "24"\n[rules]\n"\\u001b" = 1\n', f'board = "24"\n[rules]\n{LONG} = 1\n',
                f'board = "{LONG}"\n')):
            self.refuse("variants", "--rules", self.write(f"{number}.toml", text))

    def test_in_files_of_games(self):
        path = self.write("games.txt", GAME)
        self.assertEqual(self.show("analyze", "--db", THREE_MENS_MORRIS, path), 0)
        for text in (GAME.replace("b2 b3", ESCAPE), GAME.replace("b2 b3", LONG),
                     GAME.replace('[Result "*"]', f'[Result "{ESCAPE}"]'), ESCAPE, LONG,
                     f'[Rules "{ESCAPE}"]\n', f'[Start "{ESCAPE}"]\n', "\udc9b\n"):
            self.refuse("analyze", "--db", THREE_MENS_MORRIS, self.write("games.txt", text))

    def test_in_a_database_of_another_name(self):
        database = self.directory / "three"
        shutil.copytree(THREE_MENS_MORRIS, database)
        path = database / "3-3.value"
        path.write_bytes(path.read_bytes().replace(b"three-mens-morris", b"three\x1b[31m-morris"))
        for command in ("info", "verify", "stats"):
            self.refuse(command, "--db", database)

    def test_in_what_front_ends_send(self):
        for text in (ESCAPE, LONG, "\udc9b31m"):
            lines = (text, f"position fen {text}", f"setoption name {text} value 1",
                     f"setoption name Variant value {text}", f"go {text}", f"analyze {text}",
                     f"position startpos moves {text}", "go", "analyze", "d", "quit")
            self.show("uci", typed="\n".join(lines) + "\n")
            for line in self.last_output.splitlines():
                self.assertLess(len(line.encode()), 300)


if __name__ == "__main__":
    unittest.main()
