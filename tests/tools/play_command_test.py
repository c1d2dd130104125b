"""play: games in the terminal, typed by a script."""

import re
import unittest

from program import THREE_MENS_MORRIS, ProgramTest

# Four stones each, and White's mill on top; a removal is due.
CLOSED = ["d7", "a1", "g7", "d1", "a7"]


class Play(ProgramTest):
    def play(self, *lines, options=()):
        return self.run_program("play", "--level", 1, "--time", 1, *options, lines=lines)

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

    def test_help_tells_every_command(self):
        output = self.play("help")
        for word in ("moves", "values", "hint", "undo", "new", "flip", "level N", "time N",
                     "save FILE", "load FILE", "board", "quit"):
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
        self.assertTrue(output.endswith("There is nothing to take back.\n"), output)
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
        output = self.play("level 2", "time 0", "level 0", "level x", "time 61", "d6")
        self.assertIn("Level and time cannot both be without a limit.", output)
        self.assertIn("level: found 'x', expected a number from 0 to 30", output)
        self.assertIn("time: found '61', expected a number from 0 to 60", output)
        self.assertIn("Black plays ", output)

    def test_a_game_is_saved_and_loaded(self):
        file = self.directory / "my game.txt"
        self.play_alone(*CLOSED, "xa1", f"save {file}")
        self.assertEqual(file.read_text(), "startpos moves\nd7\na1\ng7\nd1\na7 xa1\n")
        output = self.play_alone(f"load {file}", f"save {file}")
        self.assertIn("Black (@) to place, in hand: White 6, Black 7", output)
        self.assertEqual(file.read_text(), "startpos moves\nd7\na1\ng7\nd1\na7 xa1\n")

    def test_a_saved_game_keeps_its_start(self):
        file = self.directory / "endgame"
        start = "O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 20"
        self.play_alone("d5-a7", f"save {file}", options=("--position", start))
        self.assertEqual(file.read_text(), f"fen {start} moves\nd5-a7\n")
        self.assertIn("Black (@) to move", self.play_alone(f"load {file}"))

    def test_files_that_are_wrong_are_told(self):
        file = self.directory / "wrong"
        file.write_text("startpos moves d6 d6")
        output = self.play_alone("save", "load", f"load {file}", f"load {file}x",
                                 f"save {self.directory}", f"load {self.directory}")
        for text in ("save FILE", "load FILE", "move 2 of 2", "cannot be opened",
                     "is a directory", "cannot be written"):
            self.assertIn(text, output)

    def test_a_database_of_other_rules_is_named_and_not_used(self):
        output = self.play("d6", options=("--db", THREE_MENS_MORRIS, "--variant",
                                          "nine-mens-morris"))
        self.assertIn("playing without a database: ", output)
        self.assertIn("Black plays ", output)


if __name__ == "__main__":
    unittest.main()
