"""A second reader of Millstone databases, written from formats/FORMAT.md alone.

    millstone_reader.py dump FILE.value [FILE.distance]   XXH3-64 over one byte per slot, and counts
    millstone_reader.py grades FILE.value FILE.grade      XXH3-64 over four bytes per slot, score, and
                                                          how many different grades
    millstone_reader.py slot FILE.value FILE.distance N   value and distance of slot N
    millstone_reader.py probe DIR OWN OPPONENT [HANDS [STATE [MARKED]]]
                                                          stones as point names: a1,d7,g4 b2,... or -
                                                          for none; HANDS: own,opponent; STATE: what
                                                          the file name has behind the counts, or -

A FILE may be in a pack, which then stands for its directory, as a DIR may be one: morris.pack/5-4.value

Needs python3-zstandard and python3-xxhash.
"""

import bisect
import collections
import itertools
import math
import os
import re
import struct
import sys

import xxhash
import zstandard

MAGIC = bytes([0x89, 0x4D, 0x4C, 0x53, 0x54, 0x0D, 0x0A, 0x1A])
PACK_MAGIC = bytes([0x89, 0x4D, 0x4C, 0x50, 0x4B, 0x0D, 0x0A, 0x1A])
LOSS, DRAW, WIN = 0, 1, 2
NAMES = ["loss", "draw", "win"]


class FormatError(Exception):
    """The file is not what FORMAT.md describes."""


def need(condition, what):
    if not condition:
        raise FormatError(what)


def xxh64(data):
    return xxhash.xxh3_64_intdigest(data)


def bytes_of(path):
    """Those of a file in a directory or a pack."""
    pack_path, name = os.path.split(path)
    if not os.path.isfile(pack_path):
        with open(path, "rb") as file:
            return file.read()
    with open(pack_path, "rb") as file:
        pack = file.read()
    need(pack[:8] == PACK_MAGIC and len(pack) >= 32, "magic of the pack")
    version, count, pack_size, stored = struct.unpack_from("<IIQQ", pack, 8)
    need(version == 1, "version of the pack")
    need(pack_size == len(pack), "size of the pack")
    begin = -(-(32 + 64 * count) // 64) * 64
    need(1 <= count <= 65536 and begin <= len(pack), "number of files")
    need(stored == xxh64(pack[:24] + pack[32:begin]), "checksum of the index")
    files = {}
    for offset, size, total, text in struct.iter_unpack("<QQQ40s", pack[32 : 32 + 64 * count]):
        need(offset == begin and offset + size <= len(pack), "place of a file")
        file_name = text.rstrip(b"\0").decode("ascii")
        need(re.fullmatch(r"[0-9A-Za-z+_-][0-9A-Za-z.+_-]*", file_name), "name of a file")
        need(file_name not in files, "names differ")
        files[file_name] = pack[offset : offset + size]
        need(total == xxh64(files[file_name]), "checksum of a file")
        end, begin = offset + size, -(-(offset + size) // 64) * 64
    need(end == len(pack), "end of the pack")
    need(name in files, "no such file in the pack")
    return files[name]


class Database:
    """One file: header, index and its blocks."""

    def __init__(self, path):
        self.directory = os.path.dirname(path)
        self.data = bytes_of(path)
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
        self.metric, numbering, self.codec, state = struct.unpack_from("<4B", data, 20)
        need(numbering in (2, 3) and (self.metric, self.codec) in ((0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (1, 1), (1, 3), (2, 1), (2, 2)),
             "unknown scheme")
        need(numbering == (3 if state else 2), "numbering")
        self.read_state(state)
        (self.file_size, self.slots, self.classes, self.wins, self.draws, self.losses) = (
            struct.unpack_from("<6Q", data, 24))
        need(self.file_size == len(data), "file size")
        need(self.wins + self.draws + self.losses == self.classes, "counts")
        (self.longest_win, self.longest_loss, self.block_slots, self.block_count) = (
            struct.unpack_from("<4I", data, 72))
        (self.index_sum, self.data_sum, self.values_sum) = struct.unpack_from("<3Q", data, 88)
        name_size, rules_size, codec_size, groups_size = struct.unpack_from("<4I", data, 128)
        start = 144 + name_size
        rules = data[start : start + rules_size]
        need(data[112:128] == xxhash.xxh3_128_digest(rules), "digest")
        self.rules = dict(line.split("=", 1) for line in rules.decode().splitlines())
        own, opponent, own_hand, opponent_hand = self.counts4
        hands = f"+{own_hand}-{opponent_hand}" if own_hand or opponent_hand else ""
        suffix = ("value", "distance", "grade")[self.metric]
        need(name == f"{own}-{opponent}{hands}{self.state}.{suffix}", "name")
        start += rules_size
        texts_end = start + codec_size + groups_size
        need(0 <= self.header_size - 8 - texts_end < 8, "texts")
        self.groups = list(data[start + codec_size : texts_end])
        points = len(self.rules["board.points"].split())
        need(not self.groups or (min(self.groups) > 0 and sum(self.groups) == points), "groups")
        if self.metric == 2:
            self.read_grade_list(data[start : start + codec_size])
        elif self.codec in (2, 3, 4):
            codec = (ContextCodec if self.codec == 2 else MirrorCodec if self.codec == 4 else
                     NetworkDistances if self.metric == 1 else NetworkCodec)
            self.context = codec(self, data[start : start + codec_size])

    def read_grade_list(self, data):
        self.scores_sum, self.score, count = struct.unpack_from("<QiI", data)
        end = 16 + 4 * count
        need(end <= len(data) and count <= min(65534, self.draws), "grade list")
        self.grade_list = list(struct.iter_unpack("<hh", data[16:end]))
        order = [(-gain, steps if gain > 0 else -steps) for gain, steps in self.grade_list]
        need(all(one < next_one for one, next_one in zip(order, order[1:])), "order of grades")
        need(all(gain or not steps for gain, steps in self.grade_list), "steps of what stays")
        need(self.codec == 2 or len(data) == end, "grade list")
        if self.codec == 2:
            self.context = ContextGrades(self, data[end:])

    def read_state(self, byte):
        number, kind, second = byte & 31, byte >> 5 & 3, byte >> 7
        need(second == 0 or kind == 3, "state")
        need(number > 0 or kind in (0, 3), "state")
        self.marked = number if kind in (0, 3) else 0
        self.state = {0: "", 1: f"x{number}", 2: f"x-{number}", 3: "wb"[second]}[kind]
        need(self.marked == 0 or self.codec in (1, 5), "codec of marked points")

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

    def raw_block(self, number):
        offset, end, total = self.blocks[number]
        raw = self.data[offset:end]
        need(xxh64(raw) == total, "block checksum")
        return raw

    def block(self, number, size):
        content = zstandard.ZstdDecompressor().decompress(self.raw_block(number))
        need(size is None or len(content) == size, "block size")
        return content

    def packed_triples(self, number):
        slots = self.slots_in(number)
        triples = self.block(number, (slots + 2) // 3)
        need(max(triples) < 64, "triple")
        bits = sum(triple << 6 * i for i, triple in enumerate(triples))
        need(bits >> 2 * slots == 0, "bits behind the last value")
        return bits.to_bytes((slots + 3) // 4, "little")

    def striped_values(self, number):
        own, opponent = self.counts4[:2]
        free = len(self.rules["board.points"].split()) - max(own, opponent)
        minors = sorted(itertools.combinations(range(free), min(own, opponent)), key=Numbering.rank)
        stripes = [len(list(stripe))
                   for _, stripe in itertools.groupby(minors, lambda minor: max(minor, default=None))]
        need(not self.marked and self.block_slots % len(minors) == 0, "block slots")
        stripes *= self.slots_in(number) // len(minors)
        triples = iter(self.block(number, sum((slots + 2) // 3 for slots in stripes)))
        values = []
        for slots in stripes:
            for left in range(slots, 0, -3):
                triple, here = next(triples), min(left, 3)
                need(triple >> 2 * here == 0, "triple")
                values += [triple >> 2 * i & 3 for i in range(here)]
        need(3 not in values, "value 3")
        return values

    def packed_values(self, number):
        if self.codec == 1:
            return self.block(number, (self.slots_in(number) + 3) // 4)
        if self.codec == 5:
            return self.packed_triples(number)
        packed = bytearray((self.slots_in(number) + 3) // 4)
        for i, value in enumerate(self.values(number)):
            packed[i // 4] |= value << 2 * (i % 4)
        return bytes(packed)

    def values(self, number):
        if self.codec == 6:
            return self.striped_values(number)
        if self.codec == 4:
            self.context.read_guide(number)
        if self.codec not in (1, 5):
            return self.context.values(self.raw_block(number), self.slots_in(number))
        packed = self.packed_values(number)
        values = [packed[i // 4] >> 2 * (i % 4) & 3 for i in range(self.slots_in(number))]
        need(3 not in values, "value 3")
        return values

    def distances(self, number, values):
        if self.codec == 3:
            halves = self.context.halves(self.raw_block(number), values)
            return [0 if value == DRAW else 2 * half + (value == WIN)
                    for value, half in zip(values, halves)]
        decided = sum(value != DRAW for value in values)
        content = self.block(number, None)
        wide = [half for (half,) in struct.iter_unpack("<H", content[decided:])]
        need(content[:decided].count(255) == len(wide) and all(half >= 255 for half in wide),
             "wide distances")
        wide = iter(wide)
        halves = iter(next(wide) if half == 255 else half for half in content[:decided])
        return [0 if value == DRAW else 2 * next(halves) + (value == WIN) for value in values]

    def grades(self, number, values):
        if self.codec == 2:
            places = self.context.places(self.raw_block(number), values)
        else:
            places = self.plain_places(number, values)
        return [None if place is None else self.grade_list[place] for place in places]

    def plain_places(self, number, values):
        draws = sum(value == DRAW for value in values)
        wide = len(self.grade_list) > 256
        content = self.block(number, 2 * draws if wide else draws)
        places = iter(low + 256 * (content[draws + i] if wide else 0)
                      for i, low in enumerate(content[:draws]))
        found = [next(places) if value == DRAW else None for value in values]
        need(all(place is None or place < len(self.grade_list) for place in found), "place")
        return found


def mixed(first, *rest):
    """(x; y, z, ...) of FORMAT.md."""
    for digit in rest:
        first = 3 * first + digit
    return first


def probability(log_odds):
    z = min(abs(log_odds), 127)
    odds = [65536, 71468, 77936, 84990, 92682, 101070, 110218, 120194][z % 8] << z // 8
    share = 65536 * odds // (odds + 65536)
    return share if log_odds >= 0 else 65536 - share


class ContextBlocks:
    """Codec 2: what the blocks of one file have in common, whatever they hold."""

    NEIGHBOURS = [("H", 1, 1), ("H", 1, 2), ("H", 1, 3), ("H", 2, 1), ("H", 2, 2), ("H", 2, 3),
                  ("H", 3, 1), ("H", 3, 2), ("H", 4, 1), ("H", 4, 2), ("H", 5, 1), ("H", 6, 1),
                  ("L", 1, 1), ("L", 1, 2), ("L", 2, 1), ("L", 2, 2), ("L", 3, 1)]

    def __init__(self, file):
        own, opponent = file.counts4[:2]
        self.major_count, self.minor_count = max(own, opponent), min(own, opponent)
        self.numbering = Numbering(file.rules, self.major_count, self.minor_count)
        self.size = math.comb(len(self.numbering.points) - self.major_count, self.minor_count)
        need(file.block_slots % self.size == 0 and self.size <= 65535, "block slots")
        self.make_order()

    def make_order(self):
        free = range(len(self.numbering.points) - self.major_count)
        rank = Numbering.rank
        self.minors = sorted(itertools.combinations(free, self.minor_count), key=rank)
        self.order = sorted(range(self.size), key=lambda slot: (sum(self.minors[slot]), slot))
        self.neighbours = [[self.neighbour(minor, *rule) for rule in self.NEIGHBOURS]
                           for minor in self.minors]

    def neighbour(self, minor, end, stone, target):
        """The slot; None if there is no such neighbour."""
        if stone > len(minor):
            return None
        moved = minor[-stone] if end == "H" else minor[stone - 1]
        targets = [p for p in range(moved - 1, -1, -1) if p not in minor]
        if target > len(targets):
            return None
        return Numbering.rank({p for p in minor if p != moved} | {targets[target - 1]})

    def numbering_blocks(self, raw, slots, decode):
        """What `decode(number, major stones, earlier blocks)` gives for all of them in a row; an
        earlier block is a pair of its major stones and what was given."""
        need(len(raw) >= 12 and len(raw) % 2 == 0, "block size")
        (mask,) = struct.unpack_from("<I", raw)
        major = frozenset(p for p in range(32) if mask >> p & 1)
        need(len(major) == self.major_count and max(major, default=0) < len(self.numbering.points),
             "major stones")
        majors = self.numbering.representatives
        need(major in majors, "no representative")
        start = majors.index(major)
        self.states = list(struct.unpack_from("<2I", raw, 4))
        self.words = iter(struct.unpack_from(f"<{(len(raw) - 12) // 2}H", raw, 12))
        self.turn = 0
        blocks = []
        for number in range(slots // self.size):
            need(start + number < len(majors), "more numbering blocks than classes")
            major = majors[start + number]
            blocks.append((major, decode(number, major, blocks[-16:])))
        need(self.states == [65536, 65536] and next(self.words, None) is None, "end of a block")
        return [content for _, contents in blocks for content in contents]

    def free_points(self, major):
        return [p for p in range(len(self.numbering.points)) if p not in major]

    def similar(self, major, earlier):
        """Of the two most similar blocks: how free points are mapped, and what they hold."""
        blocks = sorted(reversed(earlier), key=lambda block: len(block[0] ^ major))[:2]
        return [(self.point_map(self.free_points(major), major, block[0]), block[1])
                for block in blocks]

    def take(self, ends):
        """The number of the next symbol, where symbol i owns the numbers from ends[i - 1], or 0,
        to below ends[i]."""
        state = self.states[self.turn]
        place = state % 16384
        symbol = bisect.bisect_right(ends, place)
        begin = ends[symbol - 1] if symbol else 0
        state = (ends[symbol] - begin) * (state // 16384) + place - begin
        if state < 65536:
            word = next(self.words, None)
            need(word is not None, "end of the words")
            state = 65536 * state + word
        self.states[self.turn] = state
        self.turn = 1 - self.turn
        return symbol

    @staticmethod
    def point_map(free, major, other):
        """For each free point its number among the points that are free of `other`."""
        moved = dict(zip(sorted(other - major), sorted(major - other)))
        there = sorted((set(free) | major) - other)
        return [there.index(moved.get(p, p)) for p in free]


class PredictedValues(ContextBlocks):
    """What codecs 2, 3 and 4 of values have in common."""

    def __init__(self, file, codec_data, sizes):
        need(len(codec_data) > 0 and codec_data[0] <= 3, "codec data")
        self.minor_anywhere, self.major_anywhere = codec_data[0] & 1, codec_data[0] & 2
        self.model = zstandard.ZstdDecompressor().decompress(codec_data[1:])
        need(len(self.model) == sizes, "model")
        super().__init__(file)
        self.joined = [{q for edge in self.numbering.edges if p in edge for q in edge if q != p}
                       for p in range(len(self.numbering.points))]

    def values(self, raw, slots):
        return self.numbering_blocks(raw, slots, self.numbering_block)

    def numbering_block(self, _, major, earlier):
        values = [DRAW] * self.size
        free = self.free_points(major)
        others = self.similar(major, earlier)
        near = [([theirs[Numbering.rank({points[p] for p in minor})] for points, theirs in others]
                 + [3, 3])[:2] for minor in self.minors]
        moved = min([len(block[0] ^ major) // 2 for block in earlier] + [5])
        for slot in self.order:
            minor = {free[p] for p in self.minors[slot]}
            values[slot] = self.value(slot, major, minor, values, near, moved)
        return values

    def value(self, *arguments):
        return self.decode(*self.log_odds(*arguments))

    def gaps(self, mine, theirs, anywhere):
        """Of all pairs of a line and the one point that it lacks: whether it can be completed."""
        return [bool(anywhere or (self.joined[gap] & mine) - line)
                for line in self.numbering.lines for gap in line
                if line - {gap} <= mine and gap not in mine and gap not in theirs]

    def full(self, stones):
        return sum(line <= stones for line in self.numbering.lines)

    def decode(self, draw, win):
        draw_end = 1 + probability(draw) * 16381 // 65536
        win_end = draw_end + 1 + probability(win) * (16384 - draw_end - 2) // 65536
        return (DRAW, WIN, LOSS)[self.take([draw_end, win_end, 16384])]


class ContextCodec(PredictedValues):
    """Codec 2 of values."""

    CONTEXTS = 31779

    def __init__(self, file, codec_data):
        super().__init__(file, codec_data, 2 * self.CONTEXTS)
        weights = struct.unpack(f"<{2 * self.CONTEXTS}b", self.model)
        self.draw_weights, self.win_weights = weights[: self.CONTEXTS], weights[self.CONTEXTS :]

    def log_odds(self, slot, major, minor, values, near, _):
        known = [DRAW if n is None else values[n] for n in self.neighbours[slot]]
        contexts = self.contexts(*self.clues(major, minor), *near[slot], known)
        return (sum(self.draw_weights[c] for c in contexts),
                sum(self.win_weights[c] for c in contexts))

    def clues(self, major, minor):
        closings = lambda *sides: min(sum(self.gaps(*sides)), 2)
        return (3 * closings(minor, major, self.minor_anywhere)
                + closings(major, minor, self.major_anywhere),
                3 * min(self.full(minor), 2) + min(self.full(major), 2))

    @staticmethod
    def contexts(closings, mills, near, second, v):
        pick = lambda *which: [v[i] for i in which]
        return [mixed(closings, *pick(0, 14, 3, 12, 1, 6)),
                6561 + mixed(16 * closings + 4 * near + second, v[0]),
                6993 + 4 * mixed(9 * closings + mills, v[0], v[3]) + near,
                9909 + mixed(*v[:8]),
                16470 + 4 * mixed(closings, *pick(12, 14, 16, 13, 15)) + near,
                25218 + mixed(closings, *pick(6, 8, 7, 9, 10, 11))]


class NetworkCodec(PredictedValues):
    """Codec 3 of values."""

    ROWS, SIZE, MORE = 1888, 15130, 0
    BEGINS = (1088, 1184, 1440, 1696, 1760, 1824)

    def __init__(self, file, codec_data):
        super().__init__(file, codec_data, 2 * self.SIZE + self.MORE)
        self.networks = []
        for start in (0, self.SIZE):
            weights = struct.unpack_from(f"<{8 * self.ROWS}b8b8hh", self.model, start)
            units = [weights[self.ROWS * j : self.ROWS * (j + 1)] for j in range(8)]
            rest = weights[8 * self.ROWS :]
            self.networks.append((list(zip(units, rest[:8], rest[8:16])), rest[16]))

    def log_odds(self, slot, major, minor, values, near, moved):
        rows = [64 * i + (63 if n is None else values[n] + 4 * near[n][0] + 16 * near[n][1])
                for i, n in enumerate(self.neighbours[slot])]
        first = near[slot][0] + 4 * near[slot][1] + 16 * moved
        numbers = [first] + self.facts_of(slot, major, minor, near)
        rows += [begin + number for begin, number in zip(self.BEGINS, numbers)]
        return [(bias + sum(max(start + sum(unit[row] for row in rows), 0) * weight
                            for unit, start, weight in units)) // 256
                for units, bias in self.networks]

    def facts_of(self, slot, major, minor, near):
        return self.facts(major, minor)

    def facts(self, major, minor):
        sides = [(major, minor, self.major_anywhere), (minor, major, self.minor_anywhere)]
        gaps = [self.gaps(*side) for side in sides]
        slides = [[len(self.joined[p] - mine - theirs) for p in mine] for mine, theirs, _ in sides]
        singles = [sum(len(line & mine) == 1 and not line & theirs
                       for line in self.numbering.lines) for mine, theirs, _ in sides]
        pair = lambda numbers, most: sum(min(n, most) * (most + 1) ** i
                                         for i, n in enumerate(numbers))
        return [pair([sum(each) for each in gaps] + [self.full(major), self.full(minor)], 3),
                pair([sum(each) for each in slides], 15),
                pair([each.count(0) for each in slides], 7),
                pair([each.count(False) for each in gaps], 7), pair(singles, 7)]


class MirrorCodec(NetworkCodec):
    """Codec 4."""

    MORE = 8

    def __init__(self, file, codec_data):
        super().__init__(file, codec_data)
        own, opponent, own_hand, opponent_hand = file.counts4
        need(own < opponent and (own_hand > 0 or opponent_hand == 0), "subspace of the codec")
        self.places = own_hand > 0
        stones, hand = own + self.places, own_hand - self.places
        need((opponent, opponent_hand) >= (stones, hand), "major stones of the guide")
        hands = f"+{opponent_hand}-{hand}" if opponent_hand or hand else ""
        self.guide = Database(os.path.join(file.directory, f"{opponent}-{stones}{hands}.value"))
        need(struct.unpack("<Q", self.model[-8:]) == (self.guide.values_sum,), "guide")
        self.guide_size = math.comb(len(self.numbering.points) - opponent, stones)
        self.file = file

    def read_guide(self, number):
        first = number * self.file.block_slots // self.size * self.guide_size
        self.theirs = []
        count = self.file.slots_in(number) // self.size * self.guide_size
        while len(self.theirs) < count:
            block, begin = divmod(first + len(self.theirs), self.guide.block_slots)
            self.theirs += self.guide.values(block)[begin:]

    def numbering_block(self, number, major, earlier):
        theirs = self.theirs[number * self.guide_size :][: self.guide_size]
        free = self.free_points(major)
        self.outlooks = [self.outlook(slot, {free[p] for p in self.minors[slot]}, free, theirs)
                         for slot in range(self.size)]
        return super().numbering_block(number, major, earlier)

    def steps(self, minor, free):
        for end in set(free) - minor:
            if self.places:
                yield end, minor | {end}
                continue
            for start in minor:
                if self.minor_anywhere or end in self.joined[start]:
                    yield end, minor - {start} | {end}

    def outlook(self, slot, minor, free, theirs):
        quiet, closing = [0], [0]
        for end, after in self.steps(minor, free):
            closes = any(end in line and line <= after for line in self.numbering.lines)
            worth = 3 - theirs[Numbering.rank({free.index(p) for p in after})]
            (closing if closes else quiet).append(worth)
        return max(quiet), len(closing) > 1, max(closing) if self.places else theirs[slot]

    def facts_of(self, slot, major, minor, near):
        best, _, other = self.outlooks[slot]
        values = 4 if self.places else 3
        return self.facts(major, minor)[:4] + [best + 3 * (other + values * near[slot][0])]

    def value(self, slot, *arguments):
        best, closes, _ = self.outlooks[slot]
        known = best == 3 or best > 0 and not closes
        return best - 1 if known else super().value(slot, *arguments)


class NetworkDistances(NetworkCodec):
    """Codec 3 of distances."""

    ROWS, SIZE = 1165, 19472
    STEPS = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 2), (9, 4), (13, 8), (21, 16), (37, 32)]

    def __init__(self, file, codec_data):
        PredictedValues.__init__(self, file, codec_data, self.SIZE)
        weights = struct.unpack_from(f"<{16 * (self.ROWS + 1)}b", self.model)
        self.units = [weights[self.ROWS * j : self.ROWS * (j + 1)] for j in range(16)]
        self.biases = weights[16 * self.ROWS :]
        self.outputs = list(struct.iter_unpack("<17h", self.model[16 * (self.ROWS + 1) :]))

    def halves(self, raw, values):
        def decode(number, major, earlier):
            return self.halves_of(values[number * self.size :][: self.size], major, earlier)

        return [half for _, half in self.numbering_blocks(raw, len(values), decode)]

    def halves_of(self, values, major, earlier):
        """Pairs of value and half; that of a draw is None."""
        known = [(value, None) for value in values]
        free = self.free_points(major)
        others = self.similar(major, earlier)
        for slot in self.order:
            if values[slot] == DRAW:
                continue
            voters = [(DRAW, None) if n is None else known[n] for n in self.neighbours[slot]]
            near = [theirs[Numbering.rank({points[p] for p in self.minors[slot]})]
                    for points, theirs in others]
            voters += (near + [(3, None), (3, None)])[:2]
            minor = {free[p] for p in self.minors[slot]}
            known[slot] = (values[slot], self.half(values[slot], voters, self.facts(major, minor)))
        return known

    def half(self, value, voters, facts):
        votes = [half for theirs, half in voters if theirs == value]
        mean = lambda numbers: (sum(numbers) + len(numbers) // 2) // len(numbers) if numbers else 0
        centre = mean(votes)
        numbers = [self.deviation(half - centre) if theirs == value else 15 + theirs
                   for theirs, half in voters]
        rows = [19 * i + number for i, number in enumerate(numbers)]
        rows += [361 + 2 * min(centre, 31) + (value == WIN), 425 + len(votes),
                 445 + min(mean([abs(half - centre) for half in votes]), 15)]
        rows += [begin + fact for begin, fact in zip((461, 717, 973, 1037, 1101), facts)]
        hidden = [max(bias + sum(unit[row] for row in rows), 0)
                  for unit, bias in zip(self.units, self.biases)]
        half = self.find(centre, hidden)
        need(0 <= half <= 65535, "a half out of range")
        return half

    @staticmethod
    def deviation(difference):
        level = bisect.bisect_right([1, 2, 3, 4, 6, 9, 15], abs(difference))
        return 7 - level if difference < 0 else 7 + level

    def find(self, centre, hidden):
        def asked(question):
            *weights, bias = self.outputs[question]
            odds = (bias + sum(unit * weight for unit, weight in zip(hidden, weights))) // 256
            return self.take([1 + probability(odds) * 16382 // 65536, 16384]) == 0

        def number(size):
            return self.take(range(16384 // size, 16385, 16384 // size))

        if asked(0):
            return centre
        sign = 1 if centre == 0 or asked(1) else -1
        for step, (nearest, size) in enumerate(self.STEPS):
            certain = centre + sign * (nearest + size - 1) <= 0
            if certain or asked((2 if sign > 0 else 13) + step):
                return centre + sign * (nearest + (number(size) if size > 1 else 0))
        beyond, digit = 69, 255
        while digit == 255:
            digit = number(256)
            beyond += digit
        return centre + sign * beyond


class ContextGrades(ContextBlocks):
    """Codec 2 of grades."""

    CONTEXTS = 1728
    ASKED = 6

    def __init__(self, file, model):
        super().__init__(file)
        count = len(file.grade_list)
        need(count <= 4096, "number of grades")
        content = zstandard.ZstdDecompressor().decompress(model)
        need(len(content) == self.CONTEXTS + 2 * count, "model of grades")
        odds = struct.unpack_from(f"<{self.CONTEXTS}b", content)
        need(min(odds) >= -127, "log odds")
        self.yes_ends = [1 + probability(x) * 16382 // 65536 for x in odds]
        sizes = struct.unpack_from(f"<{count}H", content, self.CONTEXTS)
        self.ends = list(itertools.accumulate(sizes))
        need(not count or (all(sizes) and self.ends[-1] == 16384), "shares of grades")

    def places(self, raw, values):
        def decode(number, major, earlier):
            return self.numbering_block(values[number * self.size :][: self.size], major, earlier)

        return self.numbering_blocks(raw, len(values), decode)

    def numbering_block(self, values, major, earlier):
        places = [None] * self.size
        others = self.similar(major, earlier)
        for slot in self.order:
            if values[slot] != DRAW:
                continue
            minor = self.minors[slot]
            near = [theirs[Numbering.rank({points[p] for p in minor})] for points, theirs in others]
            near = (near + [None, None])[:2]
            known = [None if n is None else places[n] for n in self.neighbours[slot]]
            places[slot] = self.decode([known[0], *near, *known[1:]])
        return places

    def decode(self, votes):
        need(self.ends, "a draw without a grade")
        first, near = votes[:2]
        counted = collections.Counter(vote for vote in votes if vote is not None)
        candidates = counted.most_common()  # of equally many votes the one that came first
        for j, (place, count) in enumerate(candidates[: self.ASKED]):
            following = candidates[j + 1][1] if j + 1 < len(candidates) else 0
            context = 6 * j + (0, 1, 2, 3, 3, 4, 4, 4, 5)[min(count, 9) - 1]
            context = 4 * context + min(following, 3)
            context = 2 * context + (j + 1 < len(candidates))
            context = 3 * context + (2 if near is None else int(near == place))
            context = 2 * context + (first == place)
            if self.take([self.yes_ends[context], 16384]) == 0:
                return place
        return self.take(self.ends)


class Numbering:
    """Positions to slots, for one board and one pair of stone counts."""

    def __init__(self, rules, major_count, minor_count, marked_count=0):
        self.points = rules["board.points"].split()
        index = {name: i for i, name in enumerate(self.points)}
        read = lambda text: {frozenset(index[p] for p in item.split("-")) for item in text.split()}
        self.edges, self.lines = read(rules["board.edges"]), read(rules["board.lines"])
        self.minor_count, self.marked_count = minor_count, marked_count
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
        self.representatives = []
        n = len(self.points)
        from_last = lambda stones: self.rank(n - 1 - p for p in stones)
        for stones in sorted(itertools.combinations(range(n), major_count), key=from_last):
            if frozenset(stones) in self.place:
                continue
            for symmetry in self.symmetries:
                inverse = [0] * n
                for p, q in enumerate(symmetry):
                    inverse[q] = p
                image = frozenset(symmetry[p] for p in stones)
                self.place.setdefault(image, (len(self.representatives), inverse))
            self.representatives.append(frozenset(stones))

    def slot(self, major, minor, marked=()):
        number, symmetry = self.place[frozenset(major)]
        free = self.free_of(symmetry[p] for p in major)
        packed = [free.index(symmetry[p]) for p in minor]
        slot = number * math.comb(len(free), self.minor_count) + self.rank(packed)
        left = self.free_of(symmetry[p] for p in [*major, *minor])
        packed = [left.index(symmetry[p]) for p in marked]
        return slot * math.comb(len(left), self.marked_count) + self.rank(packed)

    def free_of(self, taken):
        taken = set(taken)
        return [p for p in range(len(self.points)) if p not in taken]


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


def grades(value_path, grade_path):
    values, graded = Database(value_path), Database(grade_path)
    need(graded.values_sum == values.values_sum, "files of two builds")
    whole = xxhash.xxh3_64()
    for block in range(values.block_count):
        found = values.values(block)
        for value, grade in zip(found, graded.grades(block, found)):
            whole.update(struct.pack("<hh", *(grade or (0x7FFF, value))))
    print(f"{whole.intdigest():016x} score {graded.score} grades {len(graded.grade_list)}")


def slot(value_path, distance_path, number):
    values, distances = Database(value_path), Database(distance_path)
    block, index = divmod(int(number), values.block_slots)
    found = values.values(block)
    print(NAMES[found[index]], distances.distances(block, found)[index])


def probe(directory, own, opponent, hands="0,0", state="-", marked="-"):
    own, opponent, marked = ([] if text == "-" else text.split(",")
                             for text in (own, opponent, marked))
    own_hand, opponent_hand = map(int, hands.split(","))
    stem = os.path.join(directory, f"{len(own)}-{len(opponent)}")
    if own_hand or opponent_hand:
        stem += f"+{own_hand}-{opponent_hand}"
    if state != "-":
        stem += state
    values, distances = Database(stem + ".value"), Database(stem + ".distance")
    own_is_major = (len(own), own_hand) >= (len(opponent), opponent_hand)
    major, minor = (own, opponent) if own_is_major else (opponent, own)
    need(len(marked) == values.marked, "marked points")
    numbering = Numbering(values.rules, len(major), len(minor), len(marked))
    place = numbering.points.index
    slot = numbering.slot(*([place(p) for p in points] for points in (major, minor, marked)))
    block, index = divmod(slot, values.block_slots)
    found = values.values(block)
    print(NAMES[found[index]], distances.distances(block, found)[index])


def main():
    command, *arguments = sys.argv[1:]
    try:
        {"dump": dump, "grades": grades, "slot": slot, "probe": probe}[command](*arguments)
    except FormatError as error:
        sys.exit(f"{arguments[0]}: not a valid database: {error}")


if __name__ == "__main__":
    main()
