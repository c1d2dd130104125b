"""Training: a network of a small game learns its values, the same way twice, and its file is whole.

    training_test.py BUILD_FOLDER SOURCE_FOLDER
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy
import xxhash
import zstandard

BUILD, SOURCE = (pathlib.Path(argument) for argument in sys.argv[1:3])
DATABASE = SOURCE / "data/databases/three-mens-morris"
sys.path[:0] = [str(SOURCE / "training"), str(BUILD / "python")]

import millstone  # noqa: E402  (the path is set above)
from boards import patterns, symmetries  # noqa: E402


def logits_of(content, own, opponent, subspace):
    """Reads a file by the table in training/README.md and works the layers out in whole numbers."""
    body = zstandard.ZstdDecompressor().decompress(content[28:-8])
    points, count, classes, width, second, stacks, subspaces = struct.unpack_from("<6HI", body)
    at = 16
    groups = []
    for _ in range(count):
        kind, size = body[at], body[at + 1]
        groups.append((kind, list(body[at + 2:at + 2 + size])))
        at += 2 + size
    rows = [tuple(body[at + 5 * i:at + 5 * i + 5]) for i in range(subspaces)]
    at += 5 * subspaces

    def take(shape, kind="<i1"):
        nonlocal at
        array = numpy.frombuffer(body, kind, int(numpy.prod(shape)), at).reshape(shape)
        at += array.nbytes
        return array.astype(numpy.int64)

    sizes = {kind: 3 ** len(group) for kind, group in groups}
    starts = {kind: sum(sizes[other] for other in range(kind)) for kind in range(classes)}
    weights = take((sum(sizes.values()), width))
    of_subspaces = take((subspaces, width))
    layers = [(take((stacks, outputs, inputs)), take((stacks, outputs), "<i4"))
              for outputs, inputs in ((second, width), (3, second))]
    assert at == len(body) and points
    row = [entry[:4] for entry in rows].index(subspace)
    stack = rows[row][4]
    sums = of_subspaces[row].copy()
    for kind, group in groups:
        state = sum(3 ** place * ((own >> point & 1) + 2 * (opponent >> point & 1))
                    for place, point in enumerate(group))
        sums += weights[starts[kind] + state]
    first = numpy.clip(sums, 0, 127)
    (one, one_bias), (two, two_bias) = layers
    hidden = numpy.clip((one[stack] @ first + one_bias[stack]) >> 6, 0, 127)
    return two[stack] @ hidden + two_bias[stack]


class Training(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def train(self, name, samples):
        out = self.folder / name
        run = subprocess.run(
            [sys.executable, "-B", SOURCE / "training/train.py", "--db", DATABASE, "--out", out,
             "--samples", str(samples), "--batch", "500", "--chunk", "50000", "--test", "1000",
             "--cache", "1",
             "--threads", "1"],
            env={**os.environ, "PYTHONPATH": str(BUILD / "python")}, text=True, capture_output=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return out.read_bytes(), json.loads(run.stdout.splitlines()[-1])

    def test_it_learns_and_the_file_says_what_was_learned(self):
        content, report = self.train("first.network", 250_000)
        self.assertIn("moving", report)  # how well is chance: of a game so small ten classes judge
        self.assertEqual(struct.unpack("<Q", content[-8:])[0], xxhash.xxh3_64_intdigest(content[:-8]))
        with millstone.open(DATABASE) as database:
            self.assertEqual(content[12:28].hex(), database.digest)
            own, opponent, values = database.sample("3-3", 500, seed=9, quiet=True)
            found = [int(numpy.argmax(logits_of(content, int(white), int(black), (3, 3, 0, 0))))
                     for white, black in zip(own, opponent)]
        right = float(numpy.mean(numpy.array(found) == values))
        self.assertGreater(right, 0.9)

    def test_the_same_seed_gives_the_same_loss(self):
        once, again = (self.train(name, 50_000)[1]["all"]["loss"] for name in ("one", "two"))
        self.assertAlmostEqual(once, again, places=4)


class Boards(unittest.TestCase):
    def test_symmetries_are_those_of_the_board(self):
        for variant, count in (("nine-mens-morris", 16), ("three-mens-morris", 8)):
            rules = millstone.Rules(variant)
            found = symmetries(rules)
            self.assertEqual(len(found), count)
            self.assertEqual(len({tuple(image) for image in found}), count)
            names = rules.points
            edges = {frozenset(edge) for edge in rules.edges}
            for image in found:
                self.assertEqual({frozenset(names[image[names.index(name)]] for name in edge)
                                  for edge in edges}, edges)

    def test_patterns_of_a_class_are_images_and_all_points_are_seen(self):
        for variant in ("nine-mens-morris", "three-mens-morris", "six-mens-morris"):
            groups = patterns(millstone.Rules(variant))
            self.assertLessEqual(len(groups), 16)
            sizes = {}
            for kind, points in groups:
                self.assertEqual(sizes.setdefault(kind, len(points)), len(points))
                self.assertLessEqual(len(points), 10)
            self.assertEqual({point for _, points in groups for point in points},
                             set(range(len(millstone.Rules(variant).points))))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
