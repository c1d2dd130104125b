"""probe: values, distances and ranked turns of positions that are known, and text that is wrong."""

import json
import re
import subprocess
import unittest

from program import FAILED, THREE_MENS_MORRIS, WHITE_WINS, WRONG_USAGE, ProgramTest, start

WORSE = {"win": 0, "draw": 1, "loss": 2}


class Probe(ProgramTest):
    def setUp(self):
        super().setUp()
        self.build("4-3")

    def probe(self, position):
        return self.json_of("probe", "--db", self.directory, position)

    def test_the_shape_of_the_json(self):
        report = self.probe(WHITE_WINS)
        self.assertEqual(list(report), ["position", "value", "distance", "grade", "moves"])
        self.assertEqual(report["position"], WHITE_WINS)
        self.assertIn(report["value"], WORSE)
        for move in report["moves"]:
            self.assertEqual(list(move), ["move", "value", "distance", "grade"])
            self.assertRegex(move["move"], r"\A([a-g][1-7]-)?[a-g][1-7](x[a-g][1-7])*\Z")
            self.assertIs(move["distance"] is None, move["value"] == "draw")

    def test_the_best_turn_has_the_value_of_the_position_and_comes_first(self):
        for side in "wb":
            report = self.probe(f"O@O*****/*****@*O/**@***** {side}")
            with self.subTest(side):
                best = report["moves"][0]
                self.assertEqual((best["value"], best["distance"]),
                                 (report["value"], report["distance"]))
                self.assertEqual(report["moves"], sorted(report["moves"], key=self.worth))

    @staticmethod
    def worth(move):
        distance = move["distance"] or 0
        return WORSE[move["value"]], distance if move["value"] == "win" else -distance

    def test_a_mill_that_takes_the_third_stone_wins_in_one(self):
        report = self.probe("O@O*****/*****@*O/**@***** w")
        self.assertIn(("win", 1), {(move["value"], move["distance"]) for move in
                                   self.probe("OO******/O*******/@@**@*** w")["moves"]})
        self.assertEqual(report["distance"] % 2, 1 if report["value"] == "win" else 0)

    def test_a_game_that_is_over_has_no_turns(self):
        report = self.probe("OOO*****/********/@@****** b")
        self.assertEqual((report["value"], report["distance"], report["moves"]), ("loss", 0, []))

    def test_a_pending_removal_is_answered(self):
        report = self.probe("OOO*****/********/@@*@*@** w m r 3 0 4 0 1 0 0 0 0 0 0 0 9")
        self.assertEqual(len(report["moves"]), 4)
        self.assertTrue(all(re.fullmatch("x[a-g][1-7]", move["move"])
                            for move in report["moves"]))

    def test_people_see_the_board_and_the_turns(self):
        output = self.run_program("probe", "--db", self.directory, WHITE_WINS)
        for text in ("White", "O", "@", "turn", "value"):
            self.assertIn(text, output)

    def test_without_distance_files_there_are_values_only(self):
        for path in self.directory.glob("*.distance"):
            path.unlink()
        report = self.probe(WHITE_WINS)
        self.assertIsNone(report["distance"])
        self.assertTrue(all(move["distance"] is None for move in report["moves"]))

    def test_a_subspace_that_is_not_there_is_a_failure(self):
        self.run_program("probe", "--db", self.directory, "OOO@@@**/OO******/******** w",
                         code=FAILED)
        self.assertIn("5-3", self.last_error)

    def test_positions_that_are_wrong_are_wrong_usage(self):
        for text in ("", "O@O*****/*****@*O w", WHITE_WINS.replace(" w ", " q "),
                     WHITE_WINS.replace(" 3 0 3 0 ", " 4 0 3 0 "), WHITE_WINS + " 1 2 3",
                     WHITE_WINS.replace("O@O*", "O@X*"), WHITE_WINS.replace("O@O*", "O@Z*")):
            with self.subTest(text):
                self.run_program("probe", "--db", self.directory, text, code=WRONG_USAGE)


class Many(ProgramTest):
    """The whole of Three Men's Morris, as shipped."""

    def probe(self, *position):
        return self.json_of("probe", "--db", THREE_MENS_MORRIS, *position)

    def answers(self, lines, **options):
        output = self.run_program("probe", "--db", THREE_MENS_MORRIS, "-", lines=lines, **options)
        return [json.loads(line) for line in output.splitlines()]

    def test_turns_from_the_start_lead_to_a_position(self):
        start = self.probe("startpos")
        self.assertEqual((start["value"], start["distance"]), ("win", 9))
        expected = self.probe("********/O b p p 1 2 0 3 0 0 0 0 0 0 0 0 1")
        for words in (("startpos", "b2"), ("startpos b2",), ("startpos", "moves", "b2"),
                      ("startpos moves b2",), ("  startpos   b2 ",)):
            self.assertEqual(self.probe(*words), expected, words)
        self.assertEqual(self.probe("startpos", "b2", "a1"),
                         self.probe("fen", expected["position"], "moves", "a1"))
        self.assertEqual(self.probe(*expected["position"].split(" ")), expected)

    def test_turns_that_are_wrong_are_named(self):
        for words, says in ((("startpos", "b2", "b2"), "turn 2 of 2: move 'b2' is not legal"),
                            (("startpos b2 z9",), "turn 2 of 2: move 'z9'"),
                            (("start",), "field 'board'"), (("",), "found no position")):
            self.run_program("probe", "--db", THREE_MENS_MORRIS, *words, code=WRONG_USAGE)
            self.assertIn(says, self.last_error)

    def test_many_positions_are_answered_line_by_line(self):
        lines = ["startpos", "startpos b2", "********/O b p p 1 2 0 3 0 0 0 0 0 0 0 0 1"] * 40
        answers = self.answers(lines)
        self.assertEqual(len(answers), 120)
        for line, answer in zip(lines[:3], answers[:3]):
            self.assertEqual(answer, self.probe(line))
        self.assertEqual(answers[:3] * 40, answers)
        self.assertEqual(self.answers([]), [])
        for line in ("startpos\r", " startpos ", "startpos b2\r"):
            self.assertEqual(self.answers([line]), [self.probe(line.strip())], repr(line))

    def test_a_bad_line_is_an_error_object_and_the_others_are_answered(self):
        lines = ["startpos", "nonsense", "", "startpos b2 b2", "\x01\x1b[2J", "startpos b2"]
        answers = self.answers(lines, code=FAILED)
        self.assertIn("4 of 6 lines could not be answered", self.last_error)
        self.assertEqual(["error" in answer for answer in answers],
                         [False, True, True, True, True, False])
        self.assertEqual([answer["position"] for answer in answers[1:5]], lines[1:5])
        self.assertIn("turn 2 of 2", answers[3]["error"])

    def test_answers_come_at_once(self):
        with start("probe", "--db", THREE_MENS_MORRIS, "-", stdin=subprocess.PIPE) as process:
            for _ in range(3):
                process.stdin.write("startpos\n")
                process.stdin.flush()
                self.assertEqual(json.loads(process.stdout.readline())["value"], "win")
            process.stdin.close()
            self.assertEqual(process.wait(), 0)


if __name__ == "__main__":
    unittest.main()
