"""plan and perft: what they print, and that nothing else happens."""

import os
import re
import unittest

from program import FAILED, SANITIZED, WHITE_WINS, WRONG_USAGE, ProgramTest, files_of, reference


def some_of(*roots):
    """Each plan builds what it can in a moment, which takes long with sanitizers."""
    return roots[:1] if SANITIZED else roots


class Plan(ProgramTest):
    def assert_within_a_factor_of_two(self, plan, written):
        self.assertLess(plan["disk"], 2 * written)
        self.assertGreater(2 * plan["disk"], written)

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
        for figure in "memory", "least_memory":
            self.assertEqual(plan[figure], max(row[figure] for row in rows))
        self.assertTrue(all(row["least_memory"] <= row["memory"] for row in rows))

    def test_values_alone_take_less_room(self):
        values = self.json_of("plan", "5-5", "--metrics", "value")
        self.assertTrue(all(row["distance_bytes"] == 0 for row in values["subspaces"]))
        both = self.json_of("plan", "5-5")
        self.assertLess(values["disk"] + values["kept_disk"], both["disk"])
        self.assertEqual(both["kept_disk"], 0)
        # At the end 5-5 is made of 4-5.
        read_last = next(row for row in both["subspaces"] if row["subspace"] == "4-5")
        self.assertGreaterEqual(values["kept_disk"], read_last["distance_bytes"])

    def test_several_roots_share_what_follows_from_them(self):
        plan = self.json_of("plan", "4-3", "3-4", "5-3")
        self.assertEqual([row["subspace"] for row in plan["subspaces"]],
                         ["3-3", "3-4", "4-3", "3-5", "5-3"])

    def test_each_row_names_its_partner_and_what_it_reads(self):
        rows = {row["subspace"]: row for row in self.json_of("plan", "0-0+9-9")["subspaces"]}
        pair = rows["5-4"]
        self.assertIs(pair["cyclic"], True)
        self.assertEqual(pair["partner"], "4-5")
        self.assertEqual(sorted(pair["inputs"]), ["3-5", "4-4"])
        self.assertEqual(sorted(rows["4-5"]["inputs"]), sorted(pair["inputs"]))
        alone = rows["3-3"]
        self.assertEqual((alone["partner"], alone["inputs"]), (None, []))
        placing = rows["4-3+2-2"]
        self.assertEqual((placing["cyclic"], placing["partner"]), (False, None))
        self.assertEqual(sorted(placing["inputs"]), ["2-5+2-1", "3-5+2-1"])

    def test_everything_that_is_read_comes_before(self):
        for game in (("0-0+9-9",), ("--variant", "lasker-morris", "0-0+10-10")):
            done = set()
            rows = self.json_of("plan", *game)["subspaces"]
            for row in rows:
                with self.subTest(row["subspace"]):
                    self.assertLessEqual(set(row["inputs"]), done)
                if row["partner"] is None or row["partner"] in done:
                    done.update((row["subspace"], row["partner"] or row["subspace"]))
                else:
                    done.add(row["subspace"])

    def test_only_the_times_depend_on_the_machine(self):
        def without_times(plan):
            for row in [*plan["subspaces"], plan]:
                self.assertGreater(row.pop("seconds"), 0)
            return plan

        self.assertEqual(without_times(self.json_of("plan", "5-5")),
                         without_times(self.json_of("plan", "5-5")))

    def test_sizes_are_about_those_written(self):
        for name, roots, game in (("nine-mens-morris", "0-0+9-9", ()),
                                  ("nine-mens-morris", "9-9", ()),
                                  ("morabaraba", "0-0+12-12", ("--variant", "morabaraba"))):
            with self.subTest(name, roots=roots):
                plan = self.json_of("plan", roots, *game)
                table = reference(f"{name}-whole.csv")
                written = [table[row["subspace"]] for row in plan["subspaces"]]
                values = sum(row["value_bytes"] for row in written)
                both = values + sum(row["distance_bytes"] for row in written)
                self.assertAlmostEqual(plan["disk"] / both, 1, delta=0.05)
                planned = sum(row["value_bytes"] for row in plan["subspaces"])
                self.assertAlmostEqual(planned / values, 1, delta=0.2)

    def test_sizes_of_small_databases_are_within_a_factor_of_two(self):
        for name, game in (("nine-mens-morris", ()), ("morabaraba", ("--variant", "morabaraba"))):
            table = reference(f"{name}-whole.csv")
            for roots in some_of("6-4", "3-3", "5-5", "7-7", "3-3+2-2"):
                with self.subTest(name, roots=roots):
                    plan = self.json_of("plan", roots, *game)
                    written = sum(table[row["subspace"]][metric] for row in plan["subspaces"]
                                  for metric in ("value_bytes", "distance_bytes"))
                    self.assert_within_a_factor_of_two(plan, written)

    def test_values_alone_against_three_stones_are_within_a_factor_of_two(self):
        table = reference("nine-mens-morris-whole.csv")
        for roots in some_of("8-3", "6-3", "7-3"):
            with self.subTest(roots):
                plan = self.json_of("plan", roots, "--metrics", "value")
                written = sum(table[row["subspace"]]["value_bytes"] for row in plan["subspaces"])
                self.assert_within_a_factor_of_two(plan, written)

    def test_sizes_of_what_is_built_in_a_moment_are_those_of_its_files(self):
        for roots, *game in some_of(("0-0+3-3", "--variant", "three-mens-morris"),
                                    ("0-0+5-5", "--variant", "five-mens-morris"),
                                    ("5-5", "--variant", "six-mens-morris"),
                                    ("4-3", "--set", "mayFly=false"),
                                    ("0-0+4-4", "--variant", "five-mens-morris", "--set",
                                     "pieceCount=4", "--set", "mayRemoveMultiple=true")):
            with self.subTest(game, roots=roots):
                plan = self.json_of("plan", roots, *game)
                database = self.directory / "-".join([roots, *game])
                built = self.json_of("build", "--db", database, roots, *game)["subspaces"]
                self.assertEqual([(row["value_bytes"], row["distance_bytes"]) for row in built],
                                 [(row["value_bytes"], row["distance_bytes"])
                                  for row in plan["subspaces"]])
                self.assertTrue(all(row["sizes_known"] for row in plan["subspaces"]))
        self.assertNotIn("about", self.run_program("plan", "4-3"))
        self.assertIn("about", self.run_program("plan", "4-4"))

    def test_estimated_sizes_of_other_games_are_within_a_factor_of_two(self):
        for roots, *game in some_of(("4-4", "--variant", "cheng-san-qi"),
                                    ("5-5", "--variant", "seven-mens-morris"),
                                    ("3-3+1-1", "--variant", "lasker-morris"),
                                    ("5-4", "--set", "flyPieceCount=4"),
                                    ("5-3", "--variant", "dooz")):
            with self.subTest(game, roots=roots):
                plan = self.json_of("plan", roots, *game)
                self.assertFalse(plan["subspaces"][-1]["sizes_known"])
                database = self.directory / "-".join([roots, *game])
                self.run_program("build", "--db", database, roots, *game)
                written = sum(map(len, files_of(database).values()))
                self.assert_within_a_factor_of_two(plan, written)

    @unittest.skipUnless(os.access("/dev/shm", os.W_OK), "no folder in memory")
    def test_without_a_temporary_folder_small_sizes_come_from_memory(self):
        game = ("5-5", "--variant", "five-mens-morris")
        self.assertEqual(self.json_of("plan", *game, env={**os.environ, "TMPDIR": "/nowhere"})["disk"],
                         self.json_of("plan", *game)["disk"])

    def test_a_budget_that_suffices(self):
        least = self.json_of("plan", "5-4")["least_memory"]
        plan = self.json_of("plan", "5-4", "--memory", least)
        self.assertIs(plan["memory_suffices"], True)
        self.assertIsNone(self.json_of("plan", "5-4")["memory_suffices"])
        self.assertRegex(self.run_program("plan", "5-4", "--memory", "1T"), "budget.* suffices")

    def test_a_budget_that_does_not_suffice_says_what_does(self):
        least = self.json_of("plan", "5-4")["least_memory"]
        output = self.run_program("plan", "5-4", "--memory", least - 1, code=FAILED)
        self.assertIn("does not suffice", output)
        self.assertIn(f"--memory {-(-least >> 20)}M", self.last_error)

    def test_the_graph_has_a_node_for_each_pair_and_arrows_to_what_it_reads(self):
        graph = self.run_program("plan", "5-4", "--dot")
        self.assertTrue(graph.startswith("digraph"))
        nodes = dict(re.findall(r'^    "(.*)" \[label="(.*)\\n', graph, re.MULTILINE))
        self.assertEqual(nodes, {"3-3": "3-3", "3-4": "3-4 and 4-3", "4-4": "4-4",
                                 "3-5": "3-5 and 5-3", "4-5": "4-5 and 5-4"})
        edges = set(re.findall(r'^  "(.*)" -> "(.*)";', graph, re.MULTILINE))
        self.assertEqual(edges, {("3-4", "3-3"), ("4-4", "3-4"), ("3-5", "3-4"),
                                 ("4-5", "4-4"), ("4-5", "3-5")})
        self.assertEqual(graph.count("{"), graph.count("}"))

    def test_the_graph_of_a_whole_game_groups_by_hands(self):
        graph = self.run_program("plan", "--variant", "three-mens-morris", "0-0+3-3", "--dot")
        for label in ("hands empty", "in hand: 1 and 0", "in hand: 3 and 3"):
            self.assertEqual(graph.count(f'label="{label}"'), 1)

    def cluster(self, *arguments):
        return self.json_of("plan", *arguments)["cluster"]

    def test_a_cluster_of_one_takes_what_the_plan_says(self):
        plan = self.json_of("plan", "5-5", "--ranks", 1, "--cores", 1)
        cluster = plan["cluster"]
        self.assertAlmostEqual(cluster["seconds"], plan["seconds"], delta=0.01)
        self.assertEqual(cluster["least_memory"], plan["least_memory"])
        self.assertEqual((cluster["bytes_sent"], cluster["bytes_read"]), (0, 0))

    def test_a_cluster_builds_every_pair_once_within_its_time(self):
        plan = self.json_of("plan", "6-6", "--ranks", 3, "--cores", 2, "--bandwidth", "2.5G",
                            "--latency", "5us")
        cluster = plan["cluster"]
        told = [cluster[name] for name in ("ranks", "cores", "bandwidth")]
        self.assertEqual(told, [3, 2, 2.5e9])
        self.assertAlmostEqual(cluster["latency"], 5e-6, places=12)
        built = [name for pair in cluster["pairs"]
                 for name in (pair["subspace"], pair["partner"]) if name]
        self.assertEqual(sorted(built), sorted(row["subspace"] for row in plan["subspaces"]))
        busy = sum(len(pair["team"]) * (pair["end"] - pair["begin"]) for pair in cluster["pairs"])
        self.assertAlmostEqual(cluster["idle"], 1 - busy / (3 * cluster["seconds"]), places=6)
        self.assertEqual(cluster["seconds"], max(pair["end"] for pair in cluster["pairs"]))
        self.assertEqual(cluster["memory"], max(pair["memory"] for pair in cluster["pairs"]))

    def test_ranks_build_together_what_does_not_fit_in_one(self):
        least = self.json_of("plan", "7-7")["least_memory"]
        self.run_program("plan", "7-7", "--ranks", 1, "--memory", least - 1, code=FAILED)
        cluster = self.cluster("7-7", "--ranks", 4, "--memory", least - 1)
        self.assertLess(cluster["memory"], least)
        self.assertTrue(all(len(pair["team"]) == 1 for pair in
                            self.cluster("7-7", "--ranks", 4, "--team", 1)["pairs"]))

    def test_the_schedule_of_a_cluster_is_a_table(self):
        output = self.run_program("plan", "4-4", "--ranks", 2)
        for text in ("3-4 and 4-3", "3 in all", "2 ranks of ", "from rank to rank"):
            self.assertIn(text, output)

    def test_graph_and_json_exclude_each_other(self):
        self.run_program("plan", "5-4", "--dot", "--json", code=WRONG_USAGE)

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
