"""Every preset that is supported builds as a whole game of few stones, and what was built verifies."""

import unittest

from program import SANITIZED, ProgramTest

STONES = 3
# Where placing ends before anything is taken, and then each side loses a stone.
ONLY_PLACED = {"el-filja"}


class Presets(ProgramTest):
    def test_every_preset_builds_and_verifies_with_few_stones(self):
        presets = [row for row in self.json_of("variants")["variants"] if row["solvable"]]
        self.assertGreaterEqual(len(presets), 22)
        for preset in presets[::4] if SANITIZED else presets:
            with self.subTest(preset["name"]):
                directory = self.directory / preset["name"]
                choice = ["--variant", preset["name"], "--set", f"pieceCount={STONES}"]
                self.run_program("build", "--db", directory, f"0-0+{STONES}-{STONES}", *choice)
                report = self.json_of("verify", "--db", directory)
                self.assertTrue(report["ok"])
                placed = 2 * STONES
                self.assertGreaterEqual(len(report["subspaces"]),
                                        placed + (preset["name"] not in ONLY_PLACED))


if __name__ == "__main__":
    unittest.main()
