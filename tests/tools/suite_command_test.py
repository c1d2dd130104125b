"""suite: test positions drawn from a database, and how many of them the engine solves."""

import unittest

from program import THREE_MENS_MORRIS, WRONG_USAGE, ProgramTest

# No network knows these rules, so that the engine misses some.
RULES = ("--variant", "lasker-morris")
OPTIONS = ("--count", 4, "--nodes", 4000, "--theme", "flying", "--seed", 3)
START = "********/* w p p 0 3 0 3 0 0 0 0 0 0 0 0 1"


class Suite(ProgramTest):
    def test_lines_are_drawn_and_solved(self):
        self.build(*RULES, "3-3")
        suite = ("suite", "--db", self.directory, *OPTIONS)
        file = self.directory / "suite.epd"
        table = self.run_program(*suite, "--out", file)
        self.assertRegex(table, r"flying +4 +2")
        text = file.read_text()
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        self.assertTrue(lines)
        self.assertEqual(self.run_program(*suite), text)
        for line in lines:
            self.assertRegex(line, r"; bm \S.*; value (win|draw); theme flying$")
        solve = ("bench", "--engine", *RULES, "--suite", file)
        report = self.json_of(*solve, "--nodes", 100_000)
        self.assertEqual(report["positions"], len(lines))
        self.assertEqual(report["positions"] - report["solved"], len(report["unsolved"]))
        self.assertEqual(sum(theme["positions"] for theme in report["themes"].values()), len(lines))
        self.assertGreater(report["solved"], 0)
        self.assertRegex(self.run_program(*solve, "--time", 0.05), r"all +\d+ +\d+")

    def test_a_position_can_be_asked_for(self):
        report = self.json_of("suite", "--db", THREE_MENS_MORRIS, "--count", 1, "--nodes", 60,
                              "--theme", "placing", "--with", START)
        first = report["positions"][0]
        self.assertEqual((first["position"], first["best"], first["value"]), (START, ["b2"], "win"))

    def test_what_is_wrong_is_told(self):
        suite = ("suite", "--db", THREE_MENS_MORRIS)
        self.run_program(*suite, "--with", "nonsense", code=WRONG_USAGE)
        self.run_program(*suite, "--theme", "chess", code=WRONG_USAGE)
        self.run_program("bench", "--suite", "x", code=WRONG_USAGE)
        file = self.directory / "wrong.epd"
        file.write_text(START + "\n")
        self.run_program("bench", "--engine", "--variant", "three-mens-morris", "--suite", file,
                         code=WRONG_USAGE)
        self.assertIn("no best turn", self.last_error)


if __name__ == "__main__":
    unittest.main()
