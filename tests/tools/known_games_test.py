"""Whole games whose value is known from elsewhere: value and distance of the empty board.

Sources: data/reference and the published or twice computed values that data/README.md names."""

import unittest

from program import ProgramTest

# Variant, settings, stones per side, value for the first player, plies.
GAMES = [
    ("nine-mens-morris", ["pieceCount=3"], 3, "win", 23),
    ("nine-mens-morris", ["pieceCount=4"], 4, "draw", None),
    ("nine-mens-morris", ["pieceCount=5"], 5, "draw", None),
    ("morabaraba", ["pieceCount=3"], 3, "win", 9),
    ("morabaraba", ["pieceCount=4"], 4, "draw", None),
    ("three-mens-morris", [], 3, "win", 9),
    ("three-mens-morris", ["mayFly=true"], 3, "draw", None),
    ("five-mens-morris", ["mayFly=true"], 5, "draw", None),
    ("five-mens-morris", ["mayFly=false"], 5, "draw", None),
    ("six-mens-morris", ["mayFly=true"], 6, "draw", None),
    ("six-mens-morris", ["mayFly=false"], 6, "draw", None),
    ("seven-mens-morris", ["mayFly=true"], 7, "win", 25),
    ("seven-mens-morris", ["mayFly=false"], 7, "win", 25),
]


class KnownGames(ProgramTest):
    def test_the_empty_board_has_the_value_that_is_known(self):
        for number, (variant, settings, stones, value, plies) in enumerate(GAMES):
            options = [word for setting in settings for word in ("--set", setting)]
            with self.subTest(variant=variant, settings=settings):
                report = self.json_of("build", "--db", self.directory / str(number), "--variant",
                                      variant, *options, f"0-0+{stones}-{stones}")
                start = report["start"]
                self.assertEqual((start["value"], start["distance"]), (value, plies))


if __name__ == "__main__":
    unittest.main()
