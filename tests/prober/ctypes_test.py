"""Python calls the shared library by ctypes, with what the header says and nothing more.

    ctypes_test.py LIBRARY SOURCE_FOLDER
"""

import ctypes as c
import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(2)).resolve()
LIBRARY = c.CDLL(sys.argv.pop(1))
HEADER = (SOURCE / "prober/include/millstone/millstone.h").read_text(encoding="utf-8")
DATABASE = SOURCE / "data/databases/three-mens-morris"
CODES = {name: int(value) for name, value in re.findall(r"\b(MILLSTONE_\w+) = (-?\d+)", HEADER)}


class Outcome(c.Structure):
    _fields_ = [("value", c.c_int32), ("distance", c.c_int32), ("reserved", c.c_int32 * 4)]


class Position(c.Structure):
    _fields_ = [("own", c.c_uint32), ("opponent", c.c_uint32), ("own_hand", c.c_uint8),
                ("opponent_hand", c.c_uint8), ("removals", c.c_uint8),
                ("black_to_move", c.c_uint8), ("goes_on", c.c_uint8),
                ("out_of_turn", c.c_uint8), ("opponent_removals", c.c_uint8),
                ("cause", c.c_uint8), ("targets", c.c_uint32), ("marked", c.c_uint32),
                ("together", c.c_uint32), ("mill_moves", c.c_int8 * 4)]


class Move(c.Structure):
    _fields_ = [("from_", c.c_int8), ("to", c.c_int8), ("reserved0", c.c_uint8 * 2),
                ("removed", c.c_uint32), ("reserved", c.c_uint32 * 2), ("outcome", Outcome)]


class Options(c.Structure):
    _fields_ = [("size", c.c_uint64), ("paths", c.POINTER(c.c_char_p)), ("path_count", c.c_uint64),
                ("variant", c.c_void_p), ("cache_bytes", c.c_uint64), ("access", c.c_int32),
                ("preload", c.c_int32)]


class Statistics(c.Structure):
    _fields_ = [("size", c.c_uint64), ("probes", c.c_uint64), ("by_rules", c.c_uint64),
                ("cache_hits", c.c_uint64), ("cache_misses", c.c_uint64),
                ("decoded_bytes", c.c_uint64), ("latency", c.c_uint64 * 32)]


def text(function, *arguments):
    function.restype = c.c_char_p
    return function(*arguments).decode()


def check(status):
    if status != CODES["MILLSTONE_OK"]:
        raise AssertionError(f"{status}: {text(LIBRARY.millstone_last_error)}")


def all_moves(function, handle, position):
    moves = (Move * 64)()
    count = c.c_size_t()
    check(function(handle, c.byref(position), moves, c.c_size_t(64), c.byref(count)))
    return moves[:count.value]


def format_move(variant, move):
    buffer = c.create_string_buffer(64)
    check(LIBRARY.millstone_format_move(variant, c.byref(move), buffer, c.c_size_t(64), None))
    return buffer.value.decode()


class Ctypes(unittest.TestCase):
    def test_every_declared_function_is_in_the_library(self):
        names = re.findall(r"MILLSTONE_API [^;]*?\b(millstone_\w+)\(", HEADER)
        self.assertGreater(len(names), 40)
        for name in names:
            self.assertTrue(hasattr(LIBRARY, name), name)

    def test_a_game_is_played_without_files(self):
        variant = c.c_void_p()
        check(LIBRARY.millstone_find_variant(b"nine-mens-morris", None, c.c_size_t(0),
                                             c.byref(variant)))
        self.assertEqual(text(LIBRARY.millstone_variant_name, variant), "nine-mens-morris")
        self.assertEqual(LIBRARY.millstone_point_count(variant), 24)
        position, move = Position(), Move()
        check(LIBRARY.millstone_start_position(variant, c.byref(position)))
        self.assertEqual((position.own_hand, position.opponent_hand), (9, 9))
        for number, played in enumerate((b"a1", b"d6", b"a4", b"d5", b"a7xd6")):
            self.assertGreater(len(all_moves(LIBRARY.millstone_legal_moves, variant, position)), 9)
            check(LIBRARY.millstone_parse_move(variant, c.byref(position), played, c.byref(move)))
            self.assertEqual(format_move(variant, move), played.decode())
            check(LIBRARY.millstone_play(variant, c.byref(position), c.byref(move),
                                         c.byref(position)))
            self.assertEqual(position.black_to_move, (number + 1) % 2)
        self.assertEqual(position.own.bit_count(), 1)
        self.assertNotEqual(LIBRARY.millstone_parse_move(variant, c.byref(position), b"a1",
                                                         c.byref(move)), 0)
        self.assertIn("a1", text(LIBRARY.millstone_last_error))
        LIBRARY.millstone_free_variant(variant)

    def open(self, **changes):
        paths = (c.c_char_p * 1)(str(DATABASE).encode())
        options, prober = Options(), c.c_void_p()
        LIBRARY.millstone_options_init(c.byref(options), c.c_size_t(c.sizeof(options)))
        self.assertEqual((options.size, options.cache_bytes), (c.sizeof(Options), 256 << 20))
        options.paths, options.path_count = paths, 1
        for name, value in changes.items():
            setattr(options, name, value)
        return LIBRARY.millstone_open(c.byref(options), c.byref(prober)), prober

    def test_a_database_is_asked(self):
        status, prober = self.open()
        check(status)
        LIBRARY.millstone_prober_variant.restype = c.c_void_p
        variant = c.c_void_p(LIBRARY.millstone_prober_variant(prober))
        position, outcome = Position(), Outcome()
        check(LIBRARY.millstone_start_position(variant, c.byref(position)))
        check(LIBRARY.millstone_probe(prober, c.byref(position), c.byref(outcome)))
        self.assertEqual((outcome.value, outcome.distance), (CODES["MILLSTONE_WIN"], 9))
        best = all_moves(LIBRARY.millstone_probe_moves, prober, position)[0]
        self.assertEqual((format_move(variant, best), best.outcome.distance), ("b2", 9))
        statistics = Statistics(size=c.sizeof(Statistics))
        check(LIBRARY.millstone_get_statistics(prober, c.byref(statistics)))
        self.assertGreater(statistics.probes, 0)
        LIBRARY.millstone_close(prober)

    def test_an_unknown_way_of_access_is_refused(self):
        status, prober = self.open(access=77)
        self.assertEqual(status, CODES["MILLSTONE_ERROR_INVALID_ARGUMENT"])
        self.assertIsNone(prober.value)
        self.assertIn("access", text(LIBRARY.millstone_last_error))


if __name__ == "__main__":
    unittest.main()
