"""A reader of Malom's sector files that shares nothing with Millstone's: slow, and plain enough to
be checked by eye against formats/malom/README.md."""

import functools
import itertools
from pathlib import Path

POINTS = ("a4 a7 d7 g7 g4 g1 d1 a1 "
          "b4 b6 d6 f6 f4 f2 d2 b2 "
          "c4 c5 d5 e5 e4 e3 d3 c3").split()
FIRST_BITS = {"std": 12, "lask": 14, "mora": 14}
NO_SYMMETRY = 15


def ring_maps():
    rotations = [lambda i, k=k: (i + k) % 8 for k in (2, 4, 6)]
    reflections = [lambda i, k=k: (k - i) % 8 for k in (4, 0, 2, 6)]
    return rotations + reflections


def symmetries():
    """Where each of the 24 bits goes, by the number of the symmetry."""
    def of_rings(ring_map, swap):
        return [8 * (2 - bit // 8 if swap else bit // 8) + ring_map(bit % 8) for bit in range(24)]

    maps = ring_maps()
    same = lambda i: i  # noqa: E731
    return ([of_rings(each, False) for each in maps] + [of_rings(same, True)]
            + [of_rings(each, True) for each in maps] + [of_rings(same, False)])


SYMMETRIES = symmetries()


def image(number, bits):
    return frozenset(SYMMETRIES[number][bit] for bit in bits)


def mask(bits):
    return sum(1 << bit for bit in bits)


@functools.cache
def orbits(stones):
    """Number and least set of each orbit, by any of its sets."""
    found, least = {}, []
    for bits in sorted(map(frozenset, itertools.combinations(range(24), stones)), key=mask):
        if bits in found:
            continue
        for number in range(16):
            found.setdefault(image(number, bits), len(least))
        least.append(bits)
    return found, least


@functools.cache
def ranks(points, stones):
    return {subset: rank for rank, subset in enumerate(
        sorted(map(frozenset, itertools.combinations(range(points), stones)), key=mask))}


class Sector:
    def __init__(self, path):
        path = Path(path)
        self.game, *counts = path.stem.split("_")
        self.own, self.opponent = map(int, counts[:2])
        self.bits = FIRST_BITS[self.game]
        self.data = path.read_bytes()
        scores = (path.parent / f"{self.game}.secval").read_text().split("\n")
        self.loss, self.win = (int(line.split()[1]) for line in scores[:2])
        assert len(scores[3:]) == int(scores[2]) + 1 and scores[-1] == ""
        table = {tuple(line.split()[:4]): int(line.split()[4]) for line in scores[3:-1]}
        self.score = table[tuple(counts)]
        self.size = len(orbits(self.own)[1]) * len(ranks(24 - self.own, self.opponent))
        tail = 64 + 3 * self.size
        wide = int.from_bytes(self.data[tail:tail + 4], "little")
        assert len(self.data) == tail + 4 + 8 * wide
        assert self.number(0, 4) == 2 and self.number(4, 4) == 3 and self.number(8, 4) == self.bits
        assert not any(self.data[12:64])
        self.wide = {self.number(tail + 4 + 8 * i, 4): self.number(tail + 8 + 8 * i, 4)
                     for i in range(wide)}

    def number(self, at, size):
        return int.from_bytes(self.data[at:at + size], "little", signed=True)

    def index(self, own, opponent):
        found, least = orbits(self.own)
        orbit = found[own]
        number = next(n for n in (NO_SYMMETRY, *range(16)) if image(n, own) == least[orbit])
        free = [bit for bit in range(24) if bit not in least[orbit]]
        squeezed = frozenset(free.index(bit) for bit in image(number, opponent))
        subsets = ranks(24 - self.own, self.opponent)
        return orbit * len(subsets) + subsets[squeezed], least[orbit], image(number, opponent)

    def entry(self, index):
        packed = self.number(64 + 3 * index, 3)
        first = (packed & (1 << self.bits) - 1 ^ 1 << self.bits - 1) - (1 << self.bits - 1)
        second = packed >> self.bits
        return first, self.wide.get(index, second)

    def outcome(self, own, opponent):
        """"win 5", "loss 0" or "draw" of names of points; of a graded draw "draw -2 7"."""
        index, own, opponent = self.index(frozenset(map(POINTS.index, own)),
                                          frozenset(map(POINTS.index, opponent)))
        first, second = self.entry(index)
        if first == 0 and second < 0:
            number = -(second + 1)
            index, *_ = self.index(image(number, own), image(number, opponent))
            first, second = self.entry(index)
            assert not (first == 0 and second < 0), "a redirect to a redirect"
        if first + self.score == self.win:
            return f"win {second}"
        if first + self.score == self.loss:
            return f"loss {second}"
        return f"draw {first} {second}" if first else "draw"
