"""grade: draws of a database told apart, probed and verified; what is refused."""

import random
import re
import shutil
import signal
import unittest

from program import FAILED, SANITIZED, WRONG_USAGE, ProgramTest, faults_of, send_after, start

# Stones of White and Black on the two rings of Five Men's Morris, and their subspace.
WHITE, BLACK = (4, 3) if SANITIZED else (4, 4)
TWO_RINGS = f"{WHITE}-{BLACK}"
# A game that is graded from the empty board.
WHOLE_GAME = ("three-mens-morris", "0-0+3-3") if SANITIZED else ("five-mens-morris", "0-0+5-5")


def text_of(drawn):
    """A position of TWO_RINGS with White to move."""
    stones = drawn.sample(range(16), WHITE + BLACK)
    text = "".join("O" if i in stones[:WHITE] else "@" if i in stones else "*" for i in range(16))
    return f"{text[:8]}/{text[8:]} w"


class GradeTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.database = self.directory / "db"

    def make(self, *subspaces, variant="five-mens-morris"):
        self.run_program("build", "--db", self.database, "--variant", variant, *subspaces)

    def grade(self, *arguments, **options):
        return self.json_of("grade", "--db", self.database, *arguments, **options)

    def scores(self):
        return {name: int(score) for name, score in
                (line.split() for line in
                 (self.database / "grades.scores").read_text().splitlines())}

    def grade_files(self):
        return {path.name: path.read_bytes() for path in self.database.glob("*.grade")}

    def refuse(self, *arguments, says, code=FAILED):
        with self.subTest(arguments):
            self.run_program(*arguments, code=code)
            self.assertIn(says, self.last_error)


class Scores(GradeTest):
    def test_they_are_in_the_order_of_what_subspaces_bring(self):
        self.make("4-4", "3-3+1-1")
        self.grade()
        scores = self.scores()
        rows = {row["subspace"]: row for row in
                self.json_of("info", "--db", self.database)["subspaces"]}
        self.assertEqual(scores.keys(), rows.keys())
        brought = {}
        for name, row in rows.items():
            mirror = (f"{row['opponent']}-{row['own']}"
                      + (f"+{row['opponent_hand']}-{row['own_hand']}" if "+" in name else ""))
            points, classes = row["wins"] + row["draws"] / 2, row["classes"]
            if "+" not in name:  # both sides move
                other = rows[mirror]
                points += other["losses"] + other["draws"] / 2
                classes += other["classes"]
                self.assertEqual(scores[name], -scores[mirror])
            brought[name] = points / classes
        balanced = [name for name in rows if "+" not in name and name[0] == name[2]]
        self.assertEqual({scores[name] for name in balanced}, {0})
        others = sorted(set(rows) - set(balanced), key=scores.get)
        self.assertEqual(len({scores[name] for name in others}), len(others))
        for lower, higher in zip(others, others[1:]):
            self.assertLessEqual(brought[lower], brought[higher])
        for name in others:
            self.assertEqual(scores[name] > 0, brought[name] >= 0.5, name)

    def test_a_table_can_be_given(self):
        self.make("4-3")
        table = self.directory / "mine.scores"
        table.write_text("# made up\n3-3 0\n4-3 -7  # the other way round\n3-4 7\n")
        rows = self.grade("--scores", table)["subspaces"]
        self.assertEqual({row["subspace"]: row["score"] for row in rows},
                         {"3-3": 0, "4-3": -7, "3-4": 7})
        self.assertEqual(self.scores(), {"3-3": 0, "3-4": 7, "4-3": -7})
        # It is kept, and so are its grades.
        self.assertTrue(all(row["kept"] for row in self.grade()["subspaces"]))
        self.assertTrue(self.json_of("verify", "--db", self.database)["ok"])

    def test_tables_that_will_not_do(self):
        self.make("4-3", variant="nine-mens-morris")  # whose tables may be Malom's
        table = self.directory / "mine.scores"
        for text, says in (("3-3 0\n4-3 1\n", "leave out 3-4"),
                           ("3-3 0\n4-3 1\n3-4 1\n", "opposite"),
                           ("3-3 1\n4-3 1\n3-4 -1\n", "opposite"),
                           ("3-3 0\n3-3 0\n", "line 2: 3-3 stands twice"),
                           ("3-3\n", "line 1: a subspace and its score"),
                           ("3-3 9999\n", "line 1: a score is at most"),
                           ("13-3 9\n", "line 1"),
                           ("virt_loss_val: 1\n", "line 1")):
            table.write_text(text)
            self.refuse("grade", "--db", self.database, "--scores", table, says=says,
                        code=WRONG_USAGE if "virt" not in text else FAILED)
        self.assertEqual(list(self.database.glob("*.grade")), [])
        self.assertFalse((self.database / "grades.scores").exists())


class Grades(GradeTest):
    def test_are_shown_and_rank_the_draws(self):
        self.make(TWO_RINGS)
        rows = self.grade()["subspaces"]
        self.assertTrue(all(row["draws"] == 0 or row["grades"] > 0 for row in rows))
        drawn = random.Random(3)
        seen = several = 0
        while seen < 40:
            probe = self.json_of("probe", "--db", self.database, text_of(drawn))
            if probe["value"] != "draw" or not probe["moves"]:
                continue
            seen += 1
            grades = [(move["grade"]["gain"], move["grade"]["steps"]) for move in probe["moves"]
                      if move["value"] == "draw"]
            self.assertEqual(grades[0], (probe["grade"]["gain"], probe["grade"]["steps"]))
            order = [(-gain, steps if gain > 0 else -steps) for gain, steps in grades]
            self.assertEqual(order, sorted(order))
            several += len(set(grades)) > 1
        self.assertGreater(several, 5)

    def test_are_in_the_tables_of_commands(self):
        self.make("4-3")
        self.assertNotIn("grade", self.run_program("info", "--db", self.database))
        shown = self.run_program("grade", "--db", self.database)
        self.assertIn("bits/draw", shown)
        self.assertIn("grade bits/class", self.run_program("info", "--db", self.database))
        self.assertIn("distances, grades", self.run_program("verify", "--db", self.database))

    def test_are_made_by_a_build_that_is_asked_for_them(self):
        self.make("4-3")
        self.grade()
        built = self.directory / "built"
        report = self.json_of("build", "--db", built, "--variant", "five-mens-morris",
                              "--metrics", "value,grade", "4-3")
        self.assertEqual({path.name: path.read_bytes() for path in built.glob("*.grade")},
                         self.grade_files())
        self.assertEqual(list(built.glob("*.distance")), [])
        for row in report["subspaces"]:
            self.assertEqual(row["grade_bytes"],
                             (built / f"{row['subspace']}.grade").stat().st_size)
        self.refuse("build", "--db", built, "--metrics", "grade", "3-3", says="--metrics",
                    code=WRONG_USAGE)
        self.refuse("repack", "--db", built, "--to", self.directory / "copy", "--metrics",
                    "value,grade", says="'grade' is not a metric", code=WRONG_USAGE)

    def test_bytes_do_not_depend_on_threads(self):
        self.make(TWO_RINGS)
        self.grade("--threads", 1)
        expected = self.grade_files()
        for path in self.database.glob("*.grade"):
            path.unlink()
        self.grade("--threads", 2)
        self.assertEqual(self.grade_files(), expected)

    def test_leave_no_checkpoints(self):
        self.make(TWO_RINGS)
        self.grade("--checkpoint", 0)
        expected = self.grade_files()
        self.assertEqual(list(self.database.glob("*checkpoint*")), [])
        for path in self.database.glob("*.grade"):
            path.unlink()
        temp = self.directory / "temp"
        temp.mkdir()
        self.grade("--checkpoint", 0, "--temp", temp)
        self.assertEqual(self.grade_files(), expected)
        self.assertEqual(list(temp.iterdir()), [])

    def test_go_on_after_a_kill(self):
        self.make(TWO_RINGS)
        self.grade()
        expected = self.grade_files()
        moments = random.Random(9)
        for path in self.database.glob("*.grade"):
            path.unlink()
        for _ in range(3):
            process = start("grade", "--db", self.database, "--threads", 1, "--checkpoint", 0)
            _, errors = send_after(process, moments.choice([signal.SIGKILL, signal.SIGTERM]),
                                   moments.random() * 0.4)
            if process.returncode == FAILED:
                self.assertIn("stopped", faults_of(errors))
        self.grade()
        self.assertEqual(self.grade_files(), expected)
        self.assertEqual(list(self.database.glob("*checkpoint*")), [])

    def test_are_made_anew_when_the_database_grows(self):
        self.make("3-3")
        self.grade()
        self.make("4-3")
        self.assertFalse(any(row["kept"] for row in self.grade()["subspaces"]))
        self.assertTrue(self.json_of("verify", "--db", self.database)["ok"])

    def test_are_copied_when_a_database_is_repacked(self):
        self.make("4-3")
        self.grade()
        copy = self.directory / "copy"
        self.run_program("repack", "--db", self.database, "--to", copy)
        self.assertEqual({path.name: path.read_bytes() for path in copy.glob("*.grade")},
                         self.grade_files())

    def test_are_packed_smaller_and_back(self):
        self.make("4-3")
        self.grade()
        plain = self.grade_files()
        small, back = self.directory / "small", self.directory / "back"
        self.run_program("repack", "--db", self.database, "--to", small, "--codec", "context")
        self.assertTrue(self.json_of("verify", "--db", small)["ok"])
        self.assertIs(self.json_of("compare", "--db", self.database, "--with", small)["same"], True)
        for path in self.database.glob("*.grade"):
            path.unlink()
        self.grade("--codec", "context")
        self.assertEqual({path.name: path.read_bytes() for path in small.glob("*.grade")},
                         self.grade_files())
        self.assertNotEqual(plain, self.grade_files())
        again = self.json_of("repack", "--db", self.database, "--to", small, "--codec", "context")
        self.assertTrue(all(row["kept"] for row in again["files"]))
        self.run_program("repack", "--db", small, "--to", back)
        self.assertEqual({path.name: path.read_bytes() for path in back.glob("*.grade")}, plain)


class Players(GradeTest):
    def test_take_the_better_draws(self):
        variant, root = WHOLE_GAME
        self.make(root, variant=variant)
        match = ("match", "--db", self.database, "--second", "random", "--count", 4)
        self.refuse(*match, "--first", "perfect:draws=grade", says="millstone grade")
        self.grade()
        for draws in ("grade", "grade-traps", "traps-grade"):
            score = self.json_of(*match, "--first", f"perfect:draws={draws}")["score"]
            self.assertEqual(score["losses"], 0)
            self.assertEqual(score["wins"] + score["draws"], 4)


    def test_the_usual_player_goes_by_grades_where_they_are(self):
        variant, root = WHOLE_GAME
        self.make(root, variant=variant)

        def games(first):
            text = self.run_program("match", "--db", self.database, "--first", first, "--second",
                                    "random", "--count", 6, "--games", "-")
            return [line for line in text.splitlines() if not line.startswith("[")]

        self.assertEqual(games("perfect"), games("perfect:draws=traps"))
        self.grade()
        graded = games("perfect")
        self.assertEqual(graded, games("perfect:draws=grade-traps"))
        self.assertNotEqual(graded, games("perfect:draws=random"))
        for path in self.database.glob("*.distance"):
            path.unlink()
        games("perfect:draws=grade-traps")  # which asks for no distances


    def test_the_engine_plays_the_best_draw_of_its_database(self):
        self.make(TWO_RINGS)
        self.grade()
        drawn = random.Random(7)
        told_apart = 0
        for _ in range(60):
            text = text_of(drawn)
            probe = self.json_of("probe", "--db", self.database, text)
            draws = {move["move"]: (move["grade"]["gain"], move["grade"]["steps"])
                     for move in probe["moves"] if move["value"] == "draw"}
            if probe["value"] != "draw" or len(set(draws.values())) < 2:
                continue
            said = self.run_program("uci", lines=(
                "setoption name Variant value five-mens-morris",
                f"setoption name DatabasePath value {self.database}",
                f"position fen {text}", "go depth 0", "quit"))
            first = re.search(r"bestmove (\S+)", said)[1]
            grades = [grade for move, grade in draws.items()
                      if move == first or move.startswith(f"{first}x")]
            best = (probe["grade"]["gain"], probe["grade"]["steps"])
            self.assertIn(best, grades, text)
            told_apart += 1
        self.assertGreater(told_apart, 5)


class Faults(GradeTest):
    def test_grades_by_other_scores_are_found(self):
        self.make(TWO_RINGS)
        self.grade()
        others = self.grade_files()
        opposite = "".join(f"{name} {-score}\n" for name, score in self.scores().items())
        self.grade("--scores", self.scores_file(opposite))
        (self.database / f"{TWO_RINGS}.grade").write_bytes(others[f"{TWO_RINGS}.grade"])
        self.run_program("verify", "--db", self.database, code=FAILED)
        self.assertIn("made with other scores", self.last_error)
        drawn = random.Random(5)
        refused = 0
        for _ in range(20):
            text = text_of(drawn)
            if self.is_drawn(text):
                self.refuse("probe", "--db", self.database, text, says="other scores")
                refused += 1
        self.assertGreater(refused, 0)

    def is_drawn(self, text):
        """By the values alone."""
        values = self.directory / "values"
        if not values.exists():
            values.mkdir()
            for path in self.database.glob("*.value"):
                shutil.copy(path, values)
        return self.json_of("probe", "--db", values, text)["value"] == "draw"

    def scores_file(self, text):
        path = self.directory / "other.scores"
        path.write_text(text)
        return path

    def test_damage_is_found(self):
        self.make("4-3")
        self.grade()
        path = self.database / "4-3.grade"
        whole = path.read_bytes()
        drawn = random.Random(4)
        for _ in range(20):
            at = drawn.randrange(len(whole))
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << drawn.randrange(8)])
                             + whole[at + 1:])
            self.run_program("verify", "--db", self.database, "4-3", code=FAILED)
            self.assertIn("4-3.grade", self.last_error)
        path.write_bytes(whole[:-1])
        self.run_program("verify", "--db", self.database, "4-3", code=FAILED)

    def test_values_are_needed(self):
        self.make("4-3")
        (self.database / "3-3.value").unlink()
        self.refuse("grade", "--db", self.database, says="3-3.value")
        shutil.rmtree(self.database)
        self.refuse("grade", "--db", self.database, says="no such directory")

    def test_a_small_budget_is_refused(self):
        self.make("4-3")
        self.refuse("grade", "--db", self.database, "--memory", "100K", says="give --memory")
        self.assertEqual(list(self.database.glob("grade*")), [])


if __name__ == "__main__":
    unittest.main()
