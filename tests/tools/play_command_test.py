"""play: games in the terminal, typed by a script, and by a person at a terminal."""

import os
import pty
import re
import select
import subprocess
import time
import unittest

from program import FAILED, PROGRAM, THREE_MENS_MORRIS, WRONG_USAGE, ProgramTest

# Four stones each, and White's mill on top; a removal is due.
CLOSED = ["d7", "a1", "g7", "d1", "a7"]


class Play(ProgramTest):
    def play(self, *lines, options=()):
        """All that is seen: boards and answers, then complaints. These are in self.last_error too."""
        process = subprocess.run([PROGRAM, "play", "--level", "1", "--time", "1",
                                  *map(str, options)], capture_output=True, text=True, check=False,
                                 input="".join(f"{line}\n" for line in lines))
        self.last_output, self.last_error = process.stdout, process.stderr
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout + process.stderr

    def play_alone(self, *lines, options=()):
        return self.play(*lines, options=("--white", "me", "--black", "me", *options))

    def test_the_engine_answers_a_move(self):
        output = self.play("d6", "quit")
        self.assertRegex(output, r"\nBlack plays [a-g][1-7] \(.*\)\n")
        self.assertIn("White (O) to place, in hand: White 8, Black 8", output)

    def test_the_engine_may_begin(self):
        output = self.play("quit", options=("--white", "engine"))
        self.assertRegex(output, r"\nWhite plays [a-g][1-7] \(.*\)\n")
        self.assertIn("Black (@) to place, in hand: White 8, Black 9", output)

    def test_people_play_each_other(self):
        output = self.play_alone("d6", "f4", "quit")
        self.assertNotIn(" plays ", output)
        self.assertIn("in hand: White 8, Black 8", output)

    def test_a_mill_takes_a_stone_in_the_same_turn(self):
        output = self.play_alone(*CLOSED, "xa1", "quit")
        self.assertIn("\nxd1 xa1\n", output)
        self.assertIn("Black (@) to place, in hand: White 6, Black 7", output)
        self.assertEqual(self.play_alone(*CLOSED[:-1], "a7xa1").split("\n\n")[-1],
                         output.split("\n\n")[-1])
        self.assertIn("Black (@) to place, in hand: White 6, Black 7",
                      self.play_alone(" ".join([*CLOSED, "xa1"])))

    def test_what_is_no_move_changes_nothing(self):
        for line in ("d6", "zz", "a1-a4", "xd6", "hintt", "d6 d6", "\x01", "d" * 5000):
            with self.subTest(line[:20]):
                output = self.play_alone("d6", line, "board")
                self.assertIn("'moves' lists the legal ones", output)
                self.assertIn("Black (@) to place, in hand: White 8, Black 9", output)
                self.assertNotRegex(output, "[\x00-\x09\x0b-\x1f\x7f]")
                self.assertIn("'moves' lists the legal ones", self.last_error)

    def test_moves_and_commands_are_taken_in_any_case(self):
        small = self.play_alone(*CLOSED, "xa1", "position")
        large = self.play_alone(*(move.upper() for move in CLOSED), "XA1", "Position", "Q")
        self.assertEqual(large, small)
        self.assertEqual(self.last_error, "")
        self.assertIn("Black (@) to place, in hand: White 6, Black 7",
                      self.play_alone(" ".join(CLOSED[:-1]), "A7XA1"))

    def test_q_leaves(self):
        for word in ("q", "Q", "quit", "EXIT"):
            self.assertEqual(self.play_alone("d6", word, "f4").count("to place"), 2, word)

    def test_position_tells_the_text_that_probe_reads(self):
        output = self.play_alone("b2", "a1", "position", options=("--db", THREE_MENS_MORRIS))
        text = output.splitlines()[-1]
        self.assertEqual(self.json_of("probe", "--db", THREE_MENS_MORRIS, text)["position"], text)
        self.assertEqual(text, "*****@**/O w p p 1 2 1 2 0 0 0 0 0 0 0 0 2")

    def test_help_tells_every_command(self):
        output = self.play("help")
        for word in ("moves", "values", "hint", "undo", "new", "flip", "level N", "time N",
                     "save FILE", "load FILE", "board", "position", "quit"):
            self.assertIn(f"\n  {word} ", output)

    def test_moves_lists_what_is_legal(self):
        output = self.play_alone("d6", "moves", options=("--variant", "three-mens-morris"))
        self.assertIn("expected a point", output)
        output = self.play_alone("b2", "moves", options=("--variant", "three-mens-morris"))
        self.assertIn("\nb3 c3 c2 c1 b1 a1 a2 a3\n", output)

    def test_a_database_tells_hints_and_values(self):
        output = self.play("hint", "values", options=("--db", THREE_MENS_MORRIS))
        self.assertRegex(output, r"\nb2( [a-c][1-3].*)? \(White wins in 9 plies\)\n")
        self.assertRegex(output, r"\nb2 +wins in 9 plies\n")
        self.assertRegex(output, r"\na1 +draws\n")
        self.assertRegex(output, r"\nb1 +loses in 8 plies\n")

    def test_hints_are_the_first_of_the_values(self):
        moves = ("b3", "b2", "c2", "a2", "c1", "a3")
        for options in (("--db", THREE_MENS_MORRIS),
                        ("--variant", "three-mens-morris"),
                        ("--variant", "nine-mens-morris")):
            if options[1] == "nine-mens-morris":
                moves = ("d6", "f4", "d2", "b4", "xd2")
            for played in range(len(moves)):
                shown = self.play(*moves[:played], "hint", "values", "hint",
                                  options=(*options, "--black", "me", "--white", "me"))
                hints = re.findall(r"^(\S+) .*\((?:White|Black) (.*)\)$", shown, re.M)
                first = re.search(r"^move +worth\n[- ]+\n(\S+) +(.*?) *$", shown, re.M)
                self.assertEqual(hints, [first.groups()] * 2, shown)

    def test_the_engine_wins_what_the_database_knows_to_be_won(self):
        output = self.play("moves", "values", "hint", options=(
            "--db", THREE_MENS_MORRIS, "--white", "engine", "--black", "engine"))
        self.assertEqual(len(re.findall(r"^(White|Black) plays ", output, re.M)), 9)
        self.assertIn("White has won (too few stones).", output)
        self.assertEqual(output.count("There are no legal moves.\n"), 2)
        self.assertIn("The game is over.", output)

    def test_moves_after_the_end_are_refused(self):
        output = self.play_alone("g7", "undo", "g7", options=(
            "--position", "OO******/*******O/@*****@* b"))
        self.assertIn("White has won (too few stones).", output)
        self.assertIn("The game is over: undo takes back a move", output)
        self.assertIn("There is nothing to take back.", output)

    def test_undo_takes_back_the_answer_too(self):
        output = self.play("d6", "undo", "undo")
        self.assertEqual(self.last_error, "There is nothing to take back.\n")
        self.assertEqual(output.count("in hand: White 9, Black 9"), 2)

    def test_undo_takes_back_half_a_turn(self):
        output = self.play_alone(*CLOSED, "undo")
        self.assertTrue(output.endswith("White (O) to place, in hand: White 7, Black 7\n"), output)

    def test_new_and_flip(self):
        output = self.play("d6", "flip", "new", "quit")
        self.assertIn("The engine plays White.", output)
        self.assertEqual(len(re.findall("^White plays ", output, re.M)), 2)
        self.assertIn("Both sides are played alike.", self.play_alone("flip side"))

    def test_level_and_time(self):
        output = self.play("level 2", "time 0", "level 30", "level x", "time 61", "d6", "hint")
        self.assertIn("The highest level needs a time.", output)
        self.assertIn("level: found 'x', expected a number from 0 to 30", output)
        self.assertIn("time: found '61', expected a number from 0 to 60", output)
        self.assertIn("Black plays ", output)

    def test_a_game_is_saved_and_loaded(self):
        file = self.directory / "my game.txt"
        self.play_alone(*CLOSED, "xa1", f"save {file}")
        text = file.read_text(encoding="utf-8")
        self.assertTrue(text.endswith('[Result "*"]\n\n  1. d7             a1\n'
                                      '  2. g7             d1\n  3. a7xa1\n*\n\n'), text)
        output = self.play_alone(f"load {file}", f"save {file}")
        self.assertIn("Black (@) to place, in hand: White 6, Black 7", output)
        self.assertEqual(file.read_text(encoding="utf-8"), text)

    def test_options_load_and_save(self):
        file, other = self.directory / "one", self.directory / "two"
        self.play_alone("d7", "a1", options=("--save", file))
        output = self.play_alone("g7", options=("--load", file, "--save", other))
        self.assertIn("Black (@) to place, in hand: White 7, Black 8", output)
        self.assertIn("  1. d7             a1\n  2. g7\n", other.read_text(encoding="utf-8"))
        nowhere = self.directory / "none" / "file"
        self.run_program("play", "--load", nowhere, code=FAILED, lines=[])
        self.run_program("play", "--save", nowhere, code=FAILED, lines=[])
        self.assertIn(str(nowhere), self.last_error)
        self.run_program("play", "--load", file, "--game", 2, code=WRONG_USAGE, lines=[])
        self.assertIn("found 1 games, expected more", self.last_error)
        self.run_program("play", "--load", file, "--position", "x", code=WRONG_USAGE, lines=[])

    def test_a_game_may_come_from_the_input_and_go_to_the_output(self):
        file = self.directory / "game"
        self.play_alone("d7", "a1", options=("--save", file))
        text = file.read_text(encoding="utf-8")
        self.play_alone(*text.splitlines(), options=("--load", "-", "--save", "-"))
        self.assertEqual(self.last_output, text, "boards are elsewhere")
        self.assertIn("to place, in hand: White 8, Black 8", self.last_error)
        # Lines are typed there.
        self.play_alone("save -", "load -", "load - #1")
        self.assertEqual(self.last_error.count("save FILE"), 1)
        self.assertEqual(self.last_error.count("load FILE"), 2)

    def test_a_game_of_a_match_is_gone_on_with(self):
        games, mine = self.directory / "match.txt", self.directory / "mine.txt"
        self.run_program("match", "--db", THREE_MENS_MORRIS, "--first", "random", "--second",
                         "perfect", "--count", 3, "--games", games)
        options = ("--db", THREE_MENS_MORRIS)
        self.assertIn("found 3 games, say which one",
                      self.play_alone(f"load {games}", options=options))
        self.play_alone(f"load {games} #2", f"save {mine}", options=options)
        self.assertEqual(mine.read_text(encoding="utf-8").count("[Round \"2\"]"), 1)
        self.assertIn(mine.read_text(encoding="utf-8"), games.read_text(encoding="utf-8"))
        # What others have played counts for nobody once somebody else goes on.
        self.play_alone(f"load {games} #2", "undo", "moves", f"save {mine}", options=options)
        text = mine.read_text(encoding="utf-8")
        self.assertIn('[OpeningChoice "a game of ', text)
        (game,) = self.json_of("analyze", *options, mine)["games"]
        self.assertTrue(all(turn["opening"] for turn in game["turns"]))

    def test_a_game_is_analyzed_as_it_was_played(self):
        file = self.directory / "game"
        self.play("b2", f"save {file}", options=("--db", THREE_MENS_MORRIS))
        analyzed = self.json_of("analyze", "--db", THREE_MENS_MORRIS, file)
        self.assertEqual([total["name"] for total in analyzed["totals"]], ["person", "engine"])
        self.assertEqual([total["turns"]["phases"]["all"]["turns"] for total in analyzed["totals"]],
                         [1, 1])

    def test_a_saved_game_keeps_its_start(self):
        file = self.directory / "endgame"
        begin = "O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 20"
        self.play_alone("d5-a7", f"save {file}", options=("--position", begin))
        self.assertIn(f'[Start "{begin}"]', file.read_text(encoding="utf-8"))
        self.assertIn("Black (@) to move", self.play_alone(f"load {file}"))

    def test_files_that_are_wrong_are_told(self):
        file = self.directory / "wrong"
        file.write_text("d6 d6 *", encoding="utf-8")
        self.play_alone("save", "load", f"load {file}", f"load {file}x", f"load {file} #x",
                        f"save {self.directory}/none/x", f"load {self.directory}")
        for text in ("save FILE", "load FILE", "wrong:1: game 1: move 'd6'", "cannot be opened",
                     "is a directory", "none/x"):
            self.assertIn(text, self.last_error)
        file.write_text("[Whi\x1b[2Jte]\n*", encoding="utf-8")
        self.play_alone(f"load {file}")
        self.assertIn(r"found '[Whi\x1b[2Jte]'", self.last_error)

    def test_a_database_of_other_rules_is_named_and_not_used(self):
        output = self.play("d6", options=("--db", THREE_MENS_MORRIS, "--variant",
                                          "nine-mens-morris"))
        self.assertIn("playing without a database: ", self.last_error)
        self.assertIn("Black plays ", output)


class Terminal(ProgramTest):
    """A person at a terminal: keys go in, and what the screen gets is looked at."""

    def setUp(self):
        super().setUp()
        keys, terminal = pty.openpty()
        self.keys = keys
        self.process = subprocess.Popen(
            [PROGRAM, "play", "--white", "me", "--black", "me", "--save", self.directory / "game"],
            stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
            env={**os.environ, "TERM": "vt100", "HOME": str(self.directory), "LC_ALL": "C.UTF-8"})
        os.close(terminal)
        self.addCleanup(os.close, keys)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.seen = b""
        self.wait_for(b"White> ")

    def wait_for(self, text):
        """Reads until this pattern is there; what the screen got since the last call."""
        seen, deadline = b"", time.monotonic() + 60
        while not re.search(text, seen, re.DOTALL):
            ready, _, _ = select.select([self.keys], [], [], max(0, deadline - time.monotonic()))
            self.assertTrue(ready, f"{text} does not come after {seen}")
            seen += os.read(self.keys, 4096)
        self.seen += seen
        return seen

    def type(self, keys, prompt):
        os.write(self.keys, keys)
        return self.wait_for(prompt)

    def end(self, keys=b"q\r"):
        os.write(self.keys, keys)
        self.assertEqual(self.process.wait(timeout=60), 0)
        return (self.directory / "game").read_text(encoding="utf-8")

    def test_lines_are_edited(self):
        # Backspace, to the front of the line, kill to its end.
        self.type(b"dx\x7f7\r", b"Black> ")
        self.type(b"1\x01a\r", b"White> ")
        self.type(b"a4\x01\x0bg7\r", b"Black> ")
        self.assertIn("  1. d7             a1\n  2. g7\n", self.end())

    def test_lines_come_back_with_the_arrow_keys(self):
        self.type(b"d7\r", b"Black> ")
        self.type(b"a1\r", b"White> ")
        # Two lines up, then another digit: d6.
        self.type(b"\x1b[A\x1b[A\x7f6\r", b"Black> ")
        self.assertIn("  1. d7             a1\n  2. d6\n", self.end())

    def test_control_bytes_are_not_echoed(self):
        self.type(b"z\x16\x07\x16\x1b[2J\r", b"'help' the commands.*White> ")
        self.assertNotIn(b"\x07", self.seen)
        self.assertNotIn(b"\x1b[2J", self.seen)
        self.assertIn(b"^[", self.seen)
        self.end()

    def test_the_end_of_the_input_leaves(self):
        self.type(b"d7\r", b"Black> ")
        self.assertIn("  1. d7\n", self.end(b"\x04"))


if __name__ == "__main__":
    unittest.main()
