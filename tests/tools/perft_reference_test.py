"""data/reference/perft.csv beside the plain rules (tests/support/plain_rules.py): each position is the one
that its moves lead to, and the counts to depth 3 are theirs.

    perft_reference_test.py [unittest arguments]
"""

import copy
import csv
import sys
import tomllib
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import plain_rules  # noqa: E402

DEPTH = 3


def toml(folder, name):
    return tomllib.loads((ROOT / "data" / folder / f"{name}.toml").read_text(encoding="utf-8"))


def game_of(name):
    variant = toml("variants", name)
    board = toml("boards", variant["board"])
    return plain_rules.Game(plain_rules.Board(board["rings"], board["edges"], board["lines"]),
                            variant.get("rules", {}))


def rows():
    with open(ROOT / "data" / "reference" / "perft.csv", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def perft(game, depth):
    if depth == 0:
        return 1
    nodes = 0
    for action in game.legal():
        if depth == 1:
            nodes += 1
            continue
        after = copy.deepcopy(game)
        after.play(action)
        nodes += perft(after, depth - 1)
    return nodes


class PerftReference(unittest.TestCase):
    def test_the_plain_rules_count_the_same(self):
        for row in rows():
            with self.subTest(row["variant"], moves=row["moves"]):
                game = game_of(row["variant"])
                for move in row["moves"].split():
                    self.assertIn(move, game.legal())
                    game.play(move)
                if row["moves"]:
                    self.assertEqual(row["position"].split()[0].replace("/", ""),
                                     "".join(self.sign(game, point) for point in game.board.points))
                for depth in range(1, DEPTH + 1):
                    self.assertEqual(perft(game, depth), int(row[f"d{depth}"]))

    @staticmethod
    def sign(game, point):
        if point in game.marked:
            return "X"
        return {None: "*", plain_rules.WHITE: "O", plain_rules.BLACK: "@"}[game.stones.get(point)]


if __name__ == "__main__":
    unittest.main()
