"""plan and perft: what they print, and that nothing else happens."""

import unittest

from program import WHITE_WINS, WRONG_USAGE, ProgramTest


class Plan(ProgramTest):
    def test_the_whole_game_has_49_subspaces_in_build_order(self):
        plan = self.json_of("plan", "9-9")
        names = [row["subspace"] for row in plan["subspaces"]]
        self.assertEqual(len(names), 49)
        self.assertEqual((names[0], names[-1]), ("3-3", "9-9"))
        self.assertEqual(plan["classes"], 8_904_593_601)
        place = {name: index for index, name in enumerate(names)}
        for row in plan["subspaces"]:
            after_capture = f"{row['opponent'] - 1}-{row['own']}"
            if row["opponent"] > 3:
                self.assertLess(place[after_capture], place[row["subspace"]])

    def test_totals_are_those_of_the_rows(self):
        plan = self.json_of("plan", "5-5")
        rows = plan["subspaces"]
        self.assertEqual(plan["slots"], sum(row["slots"] for row in rows))
        self.assertEqual(plan["disk"],
                         sum(row["value_bytes"] + row["distance_bytes"] for row in rows))
        self.assertEqual(plan["least_memory"], max(row["memory"] for row in rows))

    def test_values_alone_take_less_room(self):
        values = self.json_of("plan", "5-5", "--metrics", "value")
        self.assertTrue(all(row["distance_bytes"] == 0 for row in values["subspaces"]))
        self.assertLess(values["disk"], self.json_of("plan", "5-5")["disk"])

    def test_several_roots_share_what_follows_from_them(self):
        plan = self.json_of("plan", "4-3", "3-4", "5-3")
        self.assertEqual([row["subspace"] for row in plan["subspaces"]],
                         ["3-3", "3-4", "4-3", "3-5", "5-3"])

    def test_the_table_names_each_subspace_and_the_total(self):
        output = self.run_program("plan", "4-4")
        for text in ("subspace", "3-3", "3-4", "4-3", "4-4", "3,225,597", "4 in all"):
            self.assertIn(text, output)


class Perft(ProgramTest):
    def nodes(self, *arguments):
        return [line["nodes"] for line in self.json_of("perft", *arguments)["depths"]]

    def test_actions_from_the_empty_board(self):
        self.assertEqual(self.nodes("--depth", 4), [24, 552, 12144, 255024])

    def test_plies_count_a_turn_with_its_removal_once(self):
        closing = "********/********/OO**@@*O w p r 3 6 2 7 1 0 0 0 0 0 0 0 3"
        self.assertEqual(self.nodes("--depth", 1, closing), [2])
        actions = self.nodes("--depth", 5, "--plies")
        self.assertEqual(actions[:4], [24, 552, 12144, 255024])
        self.assertLess(self.nodes("--depth", 3, WHITE_WINS, "--plies")[2],
                        self.nodes("--depth", 3, WHITE_WINS)[2] * 10)

    def test_one_line_a_depth(self):
        lines = self.run_program("perft", "--depth", 3).splitlines()
        self.assertEqual(len(lines), 3)
        self.assertRegex(lines[2], r"12144 .*\bs$")

    def test_a_wrong_position_is_wrong_usage(self):
        self.run_program("perft", "--depth", 1, "********/******** w", code=WRONG_USAGE)


if __name__ == "__main__":
    unittest.main()
