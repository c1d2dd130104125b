"""build: at the end of a whole game it tells the value of the empty board and of every first move.

Expected values are those of data/reference, where two independent programs agree."""

import unittest

from program import ProgramTest, reference_rows

WORSE = {"win": 0, "draw": 1, "loss": 2}


def reference_moves(name):
    """The (value, distance) of each first move and of the start; no distance in a draw."""
    return {row["move"]: (row["value"], None if row["value"] == "draw" else int(row["distance"]))
            for row in reference_rows(f"{name}.moves.csv")}


class StartPosition(ProgramTest):
    def check(self, name, *build):
        start = self.json_of("build", "--db", self.directory, "--variant", name, *build)["start"]
        self.assertEqual(list(start), ["value", "distance", "grade", "moves"])
        found = {move["move"]: (move["value"], move["distance"]) for move in start["moves"]}
        self.assertEqual(len(found), len(start["moves"]))
        found["start"] = (start["value"], start["distance"])
        self.assertEqual(found, reference_moves(name))
        worth = [WORSE[move["value"]] for move in start["moves"]]
        self.assertEqual(worth, sorted(worth))

    def test_three_mens_morris_is_won_through_the_centre_only(self):
        self.check("three-mens-morris", "0-0+3-3")

    def test_six_mens_morris_is_a_draw_whatever_the_first_move(self):
        self.check("six-mens-morris", "0-0+6-6")

    def test_people_see_moves_of_equal_worth_in_one_row(self):
        output = self.run_program("build", "--db", self.directory, "--variant",
                                  "three-mens-morris", "0-0+3-3")
        self.assertIn("The first player wins in 9 plies from the empty board.", output)
        self.assertRegex(output, r"\nb2 +win +9\n")
        self.assertRegex(output, r"\n([ac][13] ?){4} +draw +-\n")

    def test_a_second_build_tells_it_again(self):
        for _ in range(2):
            self.check("three-mens-morris", "0-0+3-3")

    def test_values_alone_have_no_distances(self):
        start = self.json_of("build", "--db", self.directory, "--variant", "three-mens-morris",
                             "0-0+3-3", "--metrics", "value")["start"]
        self.assertEqual((start["value"], start["distance"]), ("win", None))
        self.assertTrue(all(move["distance"] is None for move in start["moves"]))

    def test_a_part_of_the_game_says_nothing_of_the_start(self):
        report = self.json_of("build", "--db", self.directory, "--variant", "three-mens-morris",
                              "3-3")
        self.assertIsNone(report["start"])


if __name__ == "__main__":
    unittest.main()
