"""The Python module, imported by a clean interpreter from an installed copy.

python_module_test.py BUILD_FOLDER SOURCE_FOLDER
"""

import pickle
import re
import subprocess
import sys
import threading
import unittest
from pathlib import Path

from installed_module import BUILD, PACKAGES, SHIPPED, SOURCE, ModuleTest

import millstone


def open_files(directory, database):
    """The files in the directory that this process has mapped, after a question that needs them."""
    if database:
        database.probe(database.start)
    maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    return [line for line in maps.splitlines() if str(directory) in line]


class Module(ModuleTest):
    def test_a_clean_interpreter_imports_it(self):
        output = subprocess.run(
            [sys.executable, "-I", "-c",
             f"import sys; sys.path.insert(0, {PACKAGES!r}); import millstone; "
             f"print(millstone.open({str(SHIPPED)!r}).probe(millstone.open({str(SHIPPED)!r}).start))"],
            check=True, capture_output=True, text=True).stdout
        self.assertEqual(output, "Outcome(value='win', distance=9)\n")

    def test_the_best_moves_lead_to_the_end(self):
        database = millstone.open(SHIPPED)
        position, plies = database.start, 0
        while moves := database.moves(position):
            self.assertEqual(moves[0].outcome.distance, 9 - plies)
            position = database.play(position, moves[0])
            plies += 1
        self.assertEqual(plies, 9)

    def test_a_pack_is_as_good_as_its_directory(self):
        packed = millstone.open(SOURCE / "tests/data/three-mens-morris.pack")
        database = millstone.open(SHIPPED)
        self.assertEqual(packed.subspaces, database.subspaces)
        for subspace in database.subspaces:
            for one, other in zip(packed.arrays(subspace), database.arrays(subspace)):
                self.assertTrue((one == other).all())
        self.assertEqual(packed.moves(packed.start), database.moves(database.start))

    def test_many_values_at_once_are_those_of_one_by_one(self):
        database = millstone.open(SHIPPED)
        positions = [database.play(database.start, move) for move in database.moves(database.start)]
        self.assertEqual(database.values(positions), [database.value(text) for text in positions])
        with self.assertRaises(millstone.InvalidArgumentError):
            database.values([*positions, "nonsense w"])

    def test_arrays_agree_with_probes(self):
        database = millstone.open(SHIPPED)
        for subspace in database.subspaces:
            values, distances = database.arrays(subspace)
            self.assertEqual((values.dtype, distances.dtype), ("uint8", "int16"))
            self.assertEqual(len(values), len(distances))
            for slot in range(0, len(values), 7):
                outcome = database.probe(database.position(subspace, slot))
                name = ["loss", "draw", "win"][values[slot]]
                distance = None if name == "draw" else int(distances[slot])
                self.assertEqual((name, distance), outcome)

    def test_arrays_outlive_the_database(self):
        values, _ = millstone.open(SHIPPED).arrays("3-3")
        self.assertEqual(int(values.max()), 2)
        self.assertIsNone(millstone.open(SHIPPED).arrays("3-3", distances=False)[1])

    def test_samples_agree_with_probes(self):
        with millstone.open(SHIPPED) as database:
            for quiet in (False, True):
                own, opponent, values = database.sample("3-3", 200, seed=7, quiet=quiet)
                self.assertEqual((own.dtype, opponent.dtype, values.dtype),
                                 ("uint32", "uint32", "uint8"))
                self.assertEqual({len(own), len(opponent), len(values)}, {200})
                for white, black, value in zip(own.tolist(), opponent.tolist(), values.tolist()):
                    stones = {side: [name for point, name in enumerate(database.points)
                                     if bits >> point & 1]
                              for side, bits in (("white", white), ("black", black))}
                    position = millstone.Position(rules=database.rules, **stones)
                    self.assertEqual(["loss", "draw", "win"][value], database.value(position))
                    if quiet:
                        self.assertFalse(position.is_over)
                        self.assertFalse(any(move.removed for move in position.legal_moves()))
            parts = [set(zip(*(bits.tolist() for bits in
                               database.sample("3-3", 400, part=part)[:2])))
                     for part in ("training", "held-out")]
            self.assertTrue(all(parts))
            self.assertFalse(set.intersection(*parts))
            with self.assertRaises(millstone.InvalidArgumentError):
                database.sample("3-3", 1, part="some")
            again = database.sample("3-3", 200, seed=7, quiet=True)
            self.assertTrue(all((a == b).all() for a, b in zip(again, (own, opponent, values))))

    def test_a_small_database_is_built(self):
        rows = millstone.build(self.directory, "0-0+3-3", settings={"pieceCount": 3})
        self.assertEqual(rows[-1].subspace, "0-0+3-3")
        self.assertEqual(rows[0].classes, 169626)
        database = millstone.open(self.directory)
        self.assertEqual(database.probe(database.start), millstone.Outcome("win", 23))
        again = millstone.build(self.directory, "0-0+3-3", settings={"pieceCount": 3})
        self.assertTrue(all(row.skipped for row in again))

    def test_draws_of_a_graded_database_have_grades(self):
        millstone.build(self.directory, "4-3", variant="five-mens-morris")
        heard = []
        rows = millstone.grade(self.directory, progress=lambda share, what: heard.append((share, what)))
        self.assertEqual(heard[-1][0], 1)
        self.assertTrue(heard[-1][1].startswith("grading "))
        self.assertFalse(any(row.kept for row in rows))
        self.assertTrue(all(row.kept for row in millstone.grade(self.directory, "4-3")))
        scores = dict(line.split() for line in
                      (Path(self.directory) / "grades.scores").read_text().splitlines())
        self.assertEqual({row.subspace: str(row.score) for row in rows}, scores)
        self.assertEqual([row.grade_bytes for row in rows],
                         [(Path(self.directory) / f"{row.subspace}.grade").stat().st_size
                          for row in rows])
        self.assertTrue(all(row.grade_bytes > 0 for row in millstone.info(self.directory).subspaces))
        self.assertTrue(all(row.grades for row in millstone.verify(self.directory).subspaces))
        database = millstone.open(self.directory)
        graded = 0
        for slot in range(0, 4000, 7):
            position = database.position("4-3", slot)
            outcome = database.probe(position)
            value, distance = outcome
            self.assertIs(outcome.grade is None, value != "draw")
            moves = database.moves(position)
            if outcome.grade and moves:
                graded += 1
                self.assertEqual(moves[0].outcome.grade, outcome.grade)
                self.assertIsInstance(outcome.grade, millstone.Grade)
                self.assertIn("grade=Grade(gain=", repr(outcome))
                self.assertEqual(pickle.loads(pickle.dumps(outcome)).grade, outcome.grade)
        self.assertGreater(graded, 50)

    def test_what_cannot_be_graded_is_told(self):
        with self.assertRaises(millstone.MissingError):
            millstone.grade(self.directory, variant="five-mens-morris")
        millstone.build(self.directory, "3-3", variant="five-mens-morris")
        with self.assertRaisesRegex(millstone.InvalidArgumentError, "leave out 3-3"):
            (Path(self.directory) / "scores").write_text("4-4 0\n")
            millstone.grade(self.directory, scores=Path(self.directory) / "scores")
        with self.assertRaises(millstone.OutOfMemoryError):
            millstone.grade(self.directory, memory=1)
        self.assertFalse(list(Path(self.directory).glob("*.grade")))

    def test_errors_are_told_apart(self):
        with self.assertRaises(millstone.MissingError):
            millstone.open(self.directory)
        with self.assertRaises(millstone.WrongRulesError):
            millstone.open(SHIPPED, variant="nine-mens-morris")
        with self.assertRaises(millstone.UnsupportedRuleError):
            millstone.build(self.directory, "3-3", variant="russian-mill")
        database = millstone.open(SHIPPED)
        with self.assertRaisesRegex(millstone.InvalidArgumentError, "board"):
            database.probe("nonsense w")
        with self.assertRaises(ValueError):
            database.play(database.start, "zz")
        with self.assertRaises(millstone.InvalidArgumentError):
            database.position("3-3", 10**9)
        with self.assertRaises(TypeError):
            database.probe(7)
        with self.assertRaisesRegex(millstone.WrongRulesError, "nine-mens-morris"):
            database.probe(millstone.Rules().start)

    def test_settings_alone_are_those_of_nine_mens_morris(self):
        millstone.build(self.directory, "3-3", settings={"pieceCount": 4, "mayFly": False})
        database = millstone.open(self.directory, settings={"pieceCount": 4, "mayFly": False})
        self.assertEqual(database.rules,
                         millstone.Rules("nine-mens-morris", {"pieceCount": 4, "mayFly": False}))
        with self.assertRaises(millstone.WrongRulesError):
            millstone.open(self.directory, settings={"pieceCount": 4})
        with self.assertRaisesRegex(millstone.InvalidArgumentError, "settings"):
            millstone.open(self.directory, variant=database.rules, settings={"pieceCount": 4})

    def test_a_context_closes_its_files(self):
        with millstone.open(SHIPPED) as database:
            self.assertTrue(open_files(SHIPPED, database))
            self.assertFalse(database.closed)
            start = database.start
        self.assertTrue(database.closed)
        self.assertFalse(open_files(SHIPPED, None))
        self.assertEqual(len(start.legal_moves()), 9)
        database.close()

    def test_a_closed_database_says_so_to_every_question(self):
        database = millstone.open(SHIPPED)
        start = database.start
        database.close()
        questions = [lambda: database.rules, lambda: database.variant, lambda: database.digest,
                     lambda: database.points, lambda: database.subspaces, lambda: database.start,
                     lambda: database.value(start), lambda: database.values([start]),
                     lambda: database.probe(start), lambda: database.moves(start),
                     lambda: database.play(start, "b2"), lambda: database.arrays("3-3"),
                     lambda: database.position("3-3", 0), database.__enter__]
        for question in questions:
            with self.assertRaisesRegex(millstone.InvalidArgumentError, "the database is closed"):
                question()
        self.assertEqual(repr(database), "<Database, closed>")

    def test_threads_share_a_database(self):
        database = millstone.open(SHIPPED)
        found = []

        def ask():
            found.extend(database.probe(database.start).distance for _ in range(100))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [9] * 400)

    def test_the_example_of_the_document_runs(self):
        document = (SOURCE / "python/README.md").read_text(encoding="utf-8")
        example, output = re.search(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", document,
                                    re.MULTILINE | re.DOTALL).groups()
        millstone.build(self.directory / "morris", "4-3")
        done = subprocess.run([sys.executable, "-c", example], cwd=self.directory, text=True,
                              capture_output=True, env={"PYTHONPATH": PACKAGES})
        self.assertEqual((done.stdout, done.stderr), (output, ""))

    def test_the_example_draws_a_chart(self):
        picture = self.directory / "chart.svg"
        done = subprocess.run([sys.executable, SOURCE / "python/examples/wins_chart.py", SHIPPED, picture],
                              env={"PYTHONPATH": PACKAGES, "MPLCONFIGDIR": str(self.directory),
                                   "HOME": str(self.directory)},
                              capture_output=True, text=True)
        if "No module named 'matplotlib'" in done.stderr:
            self.skipTest("matplotlib is not installed")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("<svg", picture.read_text())


if __name__ == "__main__":
    unittest.main()
