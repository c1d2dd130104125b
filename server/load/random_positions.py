"""Writes different random positions of Nine Men's Morris with empty hands, one request target per line.

    random_positions.py MOST COUNT [SEED] > targets.txt      MOST stones per side, 3 at the least

All arrangements of 3 to MOST stones per side are equally likely, so that large subspaces are asked most.
"""

import math
import random
import sys

POINTS = 24


def arrangements(white, black):
    return math.comb(POINTS, white) * math.comb(POINTS - white, black)


def target(chance, white, black):
    points = chance.sample(range(POINTS), white + black)
    board = ["*"] * POINTS
    for index, point in enumerate(points):
        board[point] = "O" if index < white else "@"
    rings = "/".join("".join(board[ring:ring + 8]) for ring in range(0, POINTS, 8))
    return f"/nine-mens-morris?fen={rings}_{chance.choice('wb')}"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    most, count = int(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) == 4 else 1)
    sizes = [(white, black) for white in range(3, most + 1) for black in range(3, most + 1)]
    weights = [arrangements(*size) for size in sizes]
    targets = set()
    while len(targets) < count:
        white, black = chance.choices(sizes, weights)[0]
        targets.add(target(chance, white, black))
    print("\n".join(sorted(targets, key=lambda _: chance.random())))


if __name__ == "__main__":
    main()
