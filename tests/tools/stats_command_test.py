"""stats: counts, histograms, longest wins with their lines, and the picture."""

import os
import random
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from fcntl import F_SETPIPE_SZ, fcntl

from program import FAILED, WRONG_USAGE, ProgramTest, reference
from svg_labels import SVG, labels_outside, labels_that_overlap

VARIANT = ("--variant", "three-mens-morris")


class Stats(ProgramTest):
    @classmethod
    def setUpClass(cls):
        case = cls.case_of_class()
        cls.database = case.directory
        case.run_program("build", "--db", cls.database, *VARIANT, "0-0+3-3")

    def stats(self, *arguments):
        return self.json_of("stats", "--db", self.database, *VARIANT, *arguments)

    def test_the_counts_are_those_of_the_reference(self):
        expected = reference("three-mens-morris.csv")
        stats = self.stats()
        self.assertEqual({row["subspace"] for row in stats["subspaces"]}, set(expected))
        for row in stats["subspaces"]:
            with self.subTest(row["subspace"]):
                known = expected[row["subspace"]]
                for column in ("classes", "wins", "draws", "losses", "longest_win",
                               "longest_loss"):
                    self.assertEqual(row[column], known[column])
        self.assertEqual(stats["classes"], sum(row["classes"] for row in expected.values()))

    def test_histograms_add_up_to_wins_and_losses_of_the_right_parity(self):
        stats = self.stats()
        for row in [*stats["subspaces"], stats]:
            for outcome, parity in (("wins", 1), ("losses", 0)):
                by_plies = {int(plies): count
                            for plies, count in row["distances"][outcome].items()}
                self.assertEqual(sum(by_plies.values()), row[outcome])
                self.assertTrue(all(plies % 2 == parity for plies in by_plies))
                if "longest_win" in row:
                    longest = row["longest_win" if parity else "longest_loss"]
                    self.assertEqual(max(by_plies, default=0), longest)

    def test_the_longest_wins_are_wins_of_that_length(self):
        wins = self.stats("--top", 5)["longest_wins"]
        self.assertEqual([win["distance"] for win in wins], [9] * 5)
        self.assertEqual(len({win["position"] for win in wins}), 5)
        for win in wins:
            report = self.json_of("probe", "--db", self.database, *VARIANT, win["position"])
            self.assertEqual((report["value"], report["distance"]), ("win", 9))
            self.assertEqual(len(win["line"]), 9)
            best = [move["move"] for move in report["moves"]
                    if (move["value"], move["distance"]) == ("win", 9)]
            self.assertIn(win["line"][0], best)
            self.assertIn("x", win["line"][-1])

    def test_no_longest_wins_if_none_are_asked_for(self):
        self.assertEqual(self.stats("--top", 0)["longest_wins"], [])

    def test_all_wins_if_there_are_not_as_many(self):
        self.assertEqual(len(self.stats("3-3", "--top", 1000)["longest_wins"]), 130)

    def test_named_subspaces_alone(self):
        stats = self.stats("3-3", "2-2+1-1")
        self.assertEqual([row["subspace"] for row in stats["subspaces"]], ["3-3", "2-2+1-1"])
        self.assertEqual(stats["classes"], 228 + 108)

    def test_threads_make_no_difference(self):
        self.assertEqual(self.stats("--threads", 1), self.stats())

    def test_people_see_tables_boards_and_lines(self):
        output = self.run_program("stats", "--db", self.database, *VARIANT)
        for text in ("three-mens-morris", "wins %", "7 in all", "Distance to the end", "####",
                     "A win in 9 plies", "White (O)", "a   b   c"):
            self.assertIn(text, output)

    def test_the_picture_is_xml_with_every_subspace_and_distance(self):
        picture = self.directory / "three.svg"
        self.run_program("stats", "--db", self.database, *VARIANT, "--svg", picture)
        self.assertEqual([path.name for path in self.directory.iterdir()], ["three.svg"])
        root = ElementTree.parse(picture).getroot()
        self.assertEqual(root.tag, f"{SVG}svg")
        tooltips = [title.text for title in root.iter(f"{SVG}title")]
        self.assertIn("three-mens-morris", tooltips[0])
        for subspace in reference("three-mens-morris.csv"):
            self.assertEqual(sum(tip.startswith(f"{subspace}: ") for tip in tooltips), 1)
        for plies in (1, 3, 5, 7, 9):
            self.assertEqual(sum(tip.startswith(f"win in {plies} ") for tip in tooltips), 1)
        texts = [text.text for text in root.iter(f"{SVG}text")]
        for text in ("Hands empty", "Stones in hand", "3-3 in hand", "distance to the end, plies",
                     "wins", "draws", "losses"):
            self.assertIn(text, texts)
        self.assertIsNone(root.find(f".//{SVG}script"))

    def test_labels_of_the_picture_do_not_overlap(self):
        nine = self.directory / "nine"
        self.run_program("build", "--db", nine, "5-3")
        five = self.directory / "five"
        self.run_program("build", "--db", five, "--variant", "five-mens-morris", "0-0+5-5")
        one_row = ((), ("3-3",), ("3-3", "5-3"), ("3-3", "3-4", "3-5"))
        for database, chosen in ((self.database, ()), (self.database, ("2-2+1-1",)), (five, ()),
                                 *((nine, subspaces) for subspaces in one_row)):
            with self.subTest(database.name, subspaces=chosen):
                picture = self.run_program("stats", "--db", database, *chosen, "--svg", "-")
                self.assertEqual(labels_that_overlap(picture.encode()), [])
                self.assertEqual(labels_outside(picture.encode()), [])

    def test_the_picture_goes_to_stdout_in_place_of_the_tables(self):
        command = ("stats", "--db", self.database, *VARIANT, "--svg")
        picture = self.directory / "three.svg"
        self.run_program(*command, picture)
        self.assertEqual(self.run_program(*command, "-"), picture.read_text(encoding="utf-8"))
        self.run_program(*command, "-", "--json", code=WRONG_USAGE)
        self.assertIn("--json", self.last_error)
        self.run_program(*command, "", code=WRONG_USAGE)

    def test_a_pipe_and_what_is_open_are_written_into(self):
        command = ("stats", "--db", self.database, *VARIANT, "--svg")
        expected = self.run_program(*command, "-")
        fifo = self.directory / "fifo"
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        fcntl(reader, F_SETPIPE_SZ, 1 << 20)
        self.run_program(*command, fifo)
        self.assertTrue(fifo.is_fifo())
        self.assertEqual(os.read(reader, 1 << 20).decode(), expected)
        with tempfile.TemporaryFile(dir=self.directory) as file:  # it has no name
            self.run_program(*command, f"/dev/fd/{file.fileno()}", pass_fds=[file.fileno()])
            file.seek(0)
            self.assertEqual(file.read().decode(), expected)
        self.assertEqual(list(self.directory.iterdir()), [fifo])

    def test_a_picture_that_cannot_be_written_is_a_failure(self):
        picture = self.directory / "none" / "three.svg"
        self.run_program("stats", "--db", self.database, *VARIANT, "--svg", picture, code=FAILED)
        self.assertIn(str(picture), self.last_error)

    def test_a_subspace_that_is_not_there_is_a_failure(self):
        self.build(*VARIANT, "3-3")
        self.run_program("stats", "--db", self.directory, *VARIANT, "2-3+1-0", code=FAILED)
        self.assertIn("2-3+1-0", self.last_error)

    def test_numbers_that_make_no_sense_are_wrong_usage(self):
        self.run_program("stats", "--db", self.database, *VARIANT, "--top", -1, code=WRONG_USAGE)
        self.assertIn("--top", self.last_error)


class Gains(ProgramTest):
    """Of the positions of Five Men's Morris with five stones and four."""

    @classmethod
    def setUpClass(cls):
        case = cls.case_of_class()
        cls.database = case.directory
        case.run_program("build", "--db", cls.database, "--variant", "five-mens-morris",
                         "--metrics", "value,grade", "5-4")

    def test_they_add_up_to_draws(self):
        stats = self.json_of("stats", "--db", self.database)
        for row in [*stats["subspaces"], stats]:
            self.assertEqual(sum(row["gains"].values()), row["draws"])
        rows = {row["subspace"]: row["gains"] for row in stats["subspaces"]}
        self.assertGreater(len(rows["5-4"]), 3)
        self.assertEqual(stats, self.json_of("stats", "--db", self.database, "--threads", 1))

    def test_they_are_those_of_the_positions(self):
        gains = self.json_of("stats", "--db", self.database, "5-4")["subspaces"][0]["gains"]
        drawn = random.Random(8)
        for _ in range(40):
            stones = drawn.sample(range(16), 9)
            text = "".join("O" if i in stones[:5] else "@" if i in stones else "*"
                           for i in range(16))
            report = self.json_of("probe", "--db", self.database, f"{text[:8]}/{text[8:]} w")
            if report["value"] == "draw":
                self.assertIn(str(report["grade"]["gain"]), gains)

    def test_they_are_shown_and_drawn(self):
        shown = self.run_program("stats", "--db", self.database)
        self.assertIn("Grades of draws", shown)
        self.assertRegex(shown, r"(?m)^0 +[0-9,]+ +#")
        picture = self.run_program("stats", "--db", self.database, "--svg", "-")
        self.assertEqual(labels_that_overlap(picture.encode()), [])
        self.assertEqual(labels_outside(picture.encode()), [])
        root = ElementTree.fromstring(picture)
        tooltips = [title.text for title in root.iter(f"{SVG}title")]
        for gain in self.json_of("stats", "--db", self.database)["gains"]:
            self.assertEqual(sum(tip.startswith(f"gain {gain}: ") for tip in tooltips), 1)


class PartsOfADatabase(ProgramTest):
    def stats(self, *arguments):
        return self.json_of("stats", "--db", self.directory, *VARIANT, *arguments)

    def test_values_alone_have_shares_and_no_distances(self):
        self.build(*VARIANT, "0-0+3-3", "--metrics", "value")
        stats = self.stats()
        self.assertEqual(stats["subspaces"][0]["wins"], 130)
        self.assertTrue(all(row["distances"] is None for row in stats["subspaces"]))
        self.assertEqual(stats["longest_wins"], [])
        picture = self.directory / "values.svg"
        self.run_program("stats", "--db", self.directory, *VARIANT, "--svg", picture)
        self.assertNotIn("logarithmic", picture.read_text(encoding="utf-8"))

    def test_no_line_where_it_leads_to_files_that_are_not_there(self):
        self.build(*VARIANT, "0-0+3-3")
        for path in self.directory.glob("3-3.*"):
            path.unlink()
        wins = self.stats("--top", 1)["longest_wins"]
        self.assertEqual((wins[0]["distance"], wins[0]["line"]), (9, None))
        self.assertIn("not there", self.run_program("stats", "--db", self.directory, *VARIANT))

    def test_a_damaged_block_is_a_failure(self):
        self.build(*VARIANT, "3-3")
        path = self.directory / "3-3.distance"
        content = path.read_bytes()
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        self.run_program("stats", "--db", self.directory, *VARIANT, code=FAILED)
        self.assertIn("3-3.distance", self.last_error)

    def test_hands_empty_with_text_in_large_cells(self):
        self.build("4-3")
        picture = self.directory / "nine.svg"
        stats = self.json_of("stats", "--db", self.directory, "--svg", picture)
        self.assertEqual({row["subspace"]: row["classes"] for row in stats["subspaces"]},
                         {"3-3": 169626, "3-4": 760398, "4-3": 760398})
        self.assertEqual(stats["longest_wins"][0]["distance"], 33)
        self.assertEqual(len(stats["longest_wins"][0]["line"]), 33)
        texts = [text.text for text in ElementTree.parse(picture).getroot().iter(f"{SVG}text")]
        self.assertIn("83 · 0 · 17", texts)
        self.assertIn("25 plies", texts)
        self.assertNotIn("Stones in hand", texts)


if __name__ == "__main__":
    unittest.main()
