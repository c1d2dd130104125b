"""A second reader of Millstone databases, written from formats/FORMAT.md alone.

    millstone_reader.py dump FILE.value [FILE.distance]   XXH3-64 over one byte a slot, and counts
    millstone_reader.py slot FILE.value FILE.distance N   value and distance of slot N
    millstone_reader.py probe DIR OWN OPPONENT [HANDS]    stones as point names: a1,d7,g4 b2,... or -
                                                          for none; HANDS: own,opponent

Needs python3-zstandard and python3-xxhash.
"""

import itertools
import math
import os
import struct
import sys

import xxhash
import zstandard

MAGIC = bytes([0x89, 0x4D, 0x4C, 0x53, 0x54, 0x0D, 0x0A, 0x1A])
LOSS, DRAW, WIN = 0, 1, 2
NAMES = ["loss", "draw", "win"]


class FormatError(Exception):
    """The file is not what FORMAT.md describes."""


def need(condition, what):
    if not condition:
        raise FormatError(what)


def xxh64(data):
    return xxhash.xxh3_64_intdigest(data)


class Database:
    """One file: header, index and its blocks."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.read_header(os.path.basename(path))
        self.read_index()

    def read_header(self, name):
        data = self.data
        need(data[:8] == MAGIC, "magic")
        version, self.header_size = struct.unpack_from("<II", data, 8)
        need(24 <= self.header_size <= min(1 << 20, len(data)), "header size")
        (stored,) = struct.unpack_from("<Q", data, self.header_size - 8)
        need(stored == xxh64(data[: self.header_size - 8]), "header checksum")
        need(version == 1, "version")
        self.counts4 = struct.unpack_from("<4B", data, 16)
        self.metric, numbering, codec, _ = struct.unpack_from("<4B", data, 20)
        need(numbering == 1 and codec == 1 and self.metric in (0, 1), "unknown scheme")
        (self.file_size, self.slots, self.classes, self.wins, self.draws, self.losses) = (
            struct.unpack_from("<6Q", data, 24))
        need(self.file_size == len(data), "file size")
        need(self.wins + self.draws + self.losses == self.classes, "counts")
        (self.longest_win, self.longest_loss, self.block_slots, self.block_count) = (
            struct.unpack_from("<4I", data, 72))
        (self.index_sum, self.data_sum, self.values_sum) = struct.unpack_from("<3Q", data, 88)
        name_size, rules_size, _ = struct.unpack_from("<3I", data, 128)
        start = 144 + name_size
        rules = data[start : start + rules_size]
        need(data[112:128] == xxhash.xxh3_128_digest(rules), "digest")
        self.rules = dict(line.split("=", 1) for line in rules.decode().splitlines())
        own, opponent, own_hand, opponent_hand = self.counts4
        hands = f"+{own_hand}-{opponent_hand}" if own_hand or opponent_hand else ""
        suffix = "distance" if self.metric else "value"
        need(name == f"{own}-{opponent}{hands}.{suffix}", "name")

    def read_index(self):
        size = 16 * self.block_count
        index = self.data[self.header_size : self.header_size + size]
        need(xxh64(index) == self.index_sum, "index checksum")
        need(xxh64(self.data[self.header_size + size :]) == self.data_sum, "data checksum")
        entries = list(struct.iter_unpack("<QQ", index))
        ends = [offset for offset, _ in entries[1:]] + [self.file_size]
        self.blocks = [(offset, end, total) for (offset, total), end in zip(entries, ends)]
        need(entries[0][0] == self.header_size + size, "first block")

    def slots_in(self, block):
        return min(self.block_slots, self.slots - block * self.block_slots)

    def block(self, number, size):
        offset, end, total = self.blocks[number]
        raw = self.data[offset:end]
        need(xxh64(raw) == total, "block checksum")
        content = zstandard.ZstdDecompressor().decompress(raw)
        need(size is None or len(content) == size, "block size")
        return content

    def packed_values(self, number):
        return self.block(number, (self.slots_in(number) + 3) // 4)

    def values(self, number):
        packed = self.packed_values(number)
        values = [packed[i // 4] >> 2 * (i % 4) & 3 for i in range(self.slots_in(number))]
        need(3 not in values, "value 3")
        return values

    def distances(self, number, values):
        decided = sum(value != DRAW for value in values)
        content = self.block(number, None)
        wide = [half for (half,) in struct.iter_unpack("<H", content[decided:])]
        need(content[:decided].count(255) == len(wide) and all(half >= 255 for half in wide),
             "wide distances")
        wide = iter(wide)
        halves = iter(next(wide) if half == 255 else half for half in content[:decided])
        return [0 if value == DRAW else 2 * next(halves) + (value == WIN) for value in values]


class Numbering:
    """Positions to slots, for one board and one pair of stone counts."""

    def __init__(self, rules, major_count, minor_count):
        self.points = rules["board.points"].split()
        index = {name: i for i, name in enumerate(self.points)}
        read = lambda text: {frozenset(index[p] for p in item.split("-")) for item in text.split()}
        self.edges, self.lines = read(rules["board.edges"]), read(rules["board.lines"])
        self.minor_count = minor_count
        self.symmetries = list(self.find_symmetries())
        self.make_classes(major_count)

    def find_symmetries(self):
        n = len(self.points)
        joined = [{q for q in range(n) if frozenset((p, q)) in self.edges} for p in range(n)]

        def extend(image):
            p = len(image)
            if p == n:
                if all(frozenset(image[q] for q in line) in self.lines for line in self.lines):
                    yield tuple(image)
                return
            for q in range(n):
                if q not in image and all(
                    (r in joined[p]) == (image[r] in joined[q]) for r in range(p)):
                    yield from extend(image + [q])

        return extend([])

    @staticmethod
    def rank(subset):
        return sum(math.comb(p, i + 1) for i, p in enumerate(sorted(subset)))

    def make_classes(self, major_count):
        self.place = {}  # configuration -> (class, a symmetry to the representative)
        classes = 0
        n = len(self.points)
        for stones in sorted(itertools.combinations(range(n), major_count), key=self.rank):
            if frozenset(stones) in self.place:
                continue
            for symmetry in self.symmetries:
                inverse = [0] * n
                for p, q in enumerate(symmetry):
                    inverse[q] = p
                image = frozenset(symmetry[p] for p in stones)
                self.place.setdefault(image, (classes, inverse))
            classes += 1

    def slot(self, major, minor):
        number, symmetry = self.place[frozenset(major)]
        taken = {symmetry[p] for p in major}
        free = [p for p in range(len(self.points)) if p not in taken]
        packed = [free.index(symmetry[p]) for p in minor]
        return number * math.comb(len(free), self.minor_count) + self.rank(packed)


def dump(value_path, distance_path=None):
    values = Database(value_path)
    distances = Database(distance_path) if distance_path else None
    whole, packed_all = xxhash.xxh3_64(), xxhash.xxh3_64()
    for block in range(values.block_count):
        packed_all.update(values.packed_values(block))
        found = values.values(block)
        if distances:
            plies = distances.distances(block, found)
            found = [127 if v == DRAW else d // 2 if v == WIN else 255 - d // 2
                     for v, d in zip(found, plies)]
        whole.update(bytes(found))
    need(packed_all.intdigest() == values.values_sum, "values checksum")
    if distances:
        need(distances.values_sum == values.values_sum, "files of two builds")
    print(f"{whole.intdigest():016x} slots {values.slots} wins {values.wins} "
          f"draws {values.draws} losses {values.losses}")


def slot(value_path, distance_path, number):
    values, distances = Database(value_path), Database(distance_path)
    block, index = divmod(int(number), values.block_slots)
    found = values.values(block)
    print(NAMES[found[index]], distances.distances(block, found)[index])


def probe(directory, own, opponent, hands="0,0"):
    own, opponent = ([] if text == "-" else text.split(",") for text in (own, opponent))
    own_hand, opponent_hand = map(int, hands.split(","))
    stem = os.path.join(directory, f"{len(own)}-{len(opponent)}")
    if own_hand or opponent_hand:
        stem += f"+{own_hand}-{opponent_hand}"
    values, distances = Database(stem + ".value"), Database(stem + ".distance")
    own_is_major = (len(own), own_hand) >= (len(opponent), opponent_hand)
    major, minor = (own, opponent) if own_is_major else (opponent, own)
    numbering = Numbering(values.rules, len(major), len(minor))
    place = numbering.points.index
    slot = numbering.slot([place(p) for p in major], [place(p) for p in minor])
    block, index = divmod(slot, values.block_slots)
    found = values.values(block)
    print(NAMES[found[index]], distances.distances(block, found)[index])


def main():
    command, *arguments = sys.argv[1:]
    try:
        {"dump": dump, "slot": slot, "probe": probe}[command](*arguments)
    except FormatError as error:
        sys.exit(f"{arguments[0]}: not a valid database: {error}")


if __name__ == "__main__":
    main()
