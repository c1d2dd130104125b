"""analyze: saved games beside the database."""

import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from program import FAILED, WRONG_USAGE, ProgramTest

DATABASE = Path(__file__).resolve().parents[2] / "data" / "databases" / "three-mens-morris"

# The centre wins in 9 plies for the first player. White throws the win away with its second stone.
GAME = """[White "left"]
[Black "right"]
[Result "*"]

  1. b2             b3
  2. c3             a1
*
"""

RULES = """
name = "three stones"
board = "9"
[rules]
pieceCount = 3
"""


class Analyze(ProgramTest):
    def write(self, text):
        path = self.directory / "games.txt"
        path.write_text(text, encoding="utf-8")
        return path

    def analyze(self, text, *arguments):
        return self.json_of("analyze", "--db", DATABASE, self.write(text), *arguments)["games"]

    def probe(self, position):
        return self.json_of("probe", "--db", DATABASE, position)

    def test_every_turn_has_what_the_database_says(self):
        (game,) = self.analyze(GAME)
        self.assertEqual((game["white"], game["black"], game["result"]), ("left", "right", "*"))
        self.assertEqual([turn["turn"] for turn in game["turns"]], ["b2", "b3", "c3", "a1"])
        first = game["turns"][0]
        self.assertEqual(first["before"], {"value": "win", "distance": 9})
        self.assertEqual(first["after"], {"value": "win", "distance": 9})
        self.assertEqual((first["best"], first["blunder"], first["plies_lost"]), (["b2"], False, 0))
        self.assertEqual([turn["phase"] for turn in game["turns"]], ["placing"] * 4)

    def test_values_agree_with_probe(self):
        positions = ("********/* w p p 0 3 0 3 0 0 0 0 0 0 0 0 1",
                     "********/O b p p 1 2 0 3 0 0 0 0 0 0 0 0 1",
                     "@*******/O w p p 1 2 1 2 0 0 0 0 0 0 0 0 2",
                     "@O******/O b p p 2 1 1 2 0 0 0 0 0 0 0 0 2")
        (game,) = self.analyze(GAME)
        for turn, position in zip(game["turns"], positions):
            report = self.probe(position)
            played = next(move for move in report["moves"] if move["move"] == turn["turn"])
            self.assertEqual(turn["before"]["value"], report["value"])
            self.assertEqual(turn["before"]["distance"], report["distance"])
            self.assertEqual(turn["after"], {"value": played["value"],
                                             "distance": played["distance"]})
            self.assertEqual(turn["blunder"], played["value"] != report["value"])
            best = [move["move"] for move in report["moves"]
                    if (move["value"], move["distance"]) == (report["value"], report["distance"])]
            self.assertEqual(sorted(turn["best"]), sorted(best))

    def test_errors_are_marked_and_better_turns_named(self):
        output = self.run_program("analyze", "--db", DATABASE, self.write("a1 b2 *"))
        self.assertIn("Game 1: ? - ?, *", output)
        self.assertRegex(output, r"1    White  a1    win 9   draw   \?\?  b2\n")
        self.assertRegex(output, r"\nWhite   placing      1            1 ")
        self.assertRegex(output, r"\nBlack   placing      1            0 ")

    def test_games_may_be_the_input(self):
        analyze = ("analyze", "--db", DATABASE)
        self.assertEqual(self.run_program(*analyze, "-", lines=GAME.splitlines()),
                         self.run_program(*analyze, self.write(GAME)))
        for lines, says in ((["b2 b2 *"], "standard input:1: game 1"), ([], "found 0 games")):
            self.run_program(*analyze, "-", lines=lines, code=WRONG_USAGE)
            self.assertIn(says, self.last_error)
        self.run_program(*analyze, "--rules", "-", "-", lines=RULES.splitlines(), code=WRONG_USAGE)
        self.assertIn("two things cannot be read", self.last_error)

    def test_totals_are_those_of_the_match(self):
        games = self.directory / "match.txt"
        for turns in (0, 1, 2, 3):
            match = self.json_of("match", "--db", DATABASE, "--first", "random", "--second",
                                 "random", "--opening-turns", turns, "--count", 10, "--games",
                                 games)
            analyzed = self.json_of("analyze", "--db", DATABASE, games)
            self.assertEqual(len(analyzed["games"]), 10)
            self.assertEqual({game["opening_turns"] for game in analyzed["games"]}, {turns})
            totals = {total["name"]: total for total in analyzed["totals"]}
            for player in match["players"]:
                self.assertEqual(totals[player["name"]]["turns"], player["turns"])
                self.assertEqual(totals[player["name"]]["games"], 10)
            self.assertEqual({name: totals["random"][name] for name in match["score"]},
                             match["score"])

    def test_people_see_totals_of_several_games(self):
        games = self.write(GAME + "\n" + GAME.replace("*", "1-0"))
        output = self.run_program("analyze", "--db", DATABASE, games)
        totals = output.partition("\nAll 2 games\n")[2]
        self.assertRegex(totals, r"\nleft +2 +1 +0 +0\nright +2 +0 +0 +1\n")
        self.assertRegex(totals, r"\nleft +placing +4 +2 ")
        self.assertNotIn("All 1", self.run_program("analyze", "--db", DATABASE, self.write(GAME)))

    def test_turns_of_the_opening_count_for_nobody(self):
        opening = '[OpeningTurns "3"]\n[OpeningChoice "by hand"]\n' + GAME
        (game,) = self.analyze(opening)
        self.assertEqual([turn["opening"] for turn in game["turns"]], [True] * 3 + [False])
        self.assertEqual((game["opening_turns"], game["opening_choice"]), (3, "by hand"))
        self.assertEqual(game["white_turns"]["phases"]["all"]["turns"], 0)
        self.assertEqual(game["black_turns"]["phases"]["all"]["turns"], 1)
        output = self.run_program("analyze", "--db", DATABASE, self.write(opening))
        self.assertEqual(output.count(" opening"), 3)
        self.assertNotIn("??", output)
        self.run_program("analyze", "--db", DATABASE, self.write(opening.replace('"3"', '"5"')),
                         code=WRONG_USAGE)
        self.assertIn("tag 'OpeningTurns': found '5', expected at most 4", self.last_error)

    def test_names_in_a_file_do_nothing_to_the_terminal(self):
        output = self.run_program("analyze", "--db", DATABASE,
                                  self.write(GAME.replace("left", "le\x1b[2Jft")))
        self.assertNotIn("\x1b", output)
        self.assertIn(r"le\x1b[2Jft", output)

    def test_one_game_of_several_and_its_picture(self):
        picture = self.directory / "game.svg"
        games = self.analyze(GAME + "\n" + GAME.replace("left", "other"), "--game", 2,
                             "--svg", picture)
        self.assertEqual([(game["number"], game["white"]) for game in games], [(2, "other")])
        drawn = picture.read_text(encoding="utf-8")
        self.assertIn("other - right", drawn)
        ElementTree.fromstring(drawn.encode())
        printed = self.run_program("analyze", "--db", DATABASE, self.write(GAME.replace("left", "other")),
                                   "--svg", "-")
        self.assertEqual(printed, drawn)

    def test_games_that_are_wrong_are_named(self):
        for text, says in (("b2 b2 *", "games.txt:1: game 1: move 'b2'"),
                           ("b2", "no result"), ("", "found 0 games"),
                           ("[Start \"x\"]\n*", "field 'board'")):
            self.run_program("analyze", "--db", DATABASE, self.write(text), code=WRONG_USAGE)
            self.assertIn(says, self.last_error)
        self.run_program("analyze", "--db", DATABASE, self.write(GAME), "--game", 2,
                         code=WRONG_USAGE)
        self.assertIn("found 1 games, expected at least 2", self.last_error)
        self.run_program("analyze", "--db", DATABASE, self.directory / "none.txt", code=FAILED)
        self.assertIn("none.txt", self.last_error)

    def test_games_by_other_rules_are_refused(self):
        text = GAME.replace("[Result", f'[Rules "{"0" * 32}"]\n[Result')
        self.run_program("analyze", "--db", DATABASE, self.write(text), code=FAILED)
        self.assertIn("0" * 32, self.last_error)


if __name__ == "__main__":
    unittest.main()
