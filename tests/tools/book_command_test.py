"""book: opening books made, compared with their database, and played from."""

import unittest

from program import FAILED, WRONG_USAGE, ProgramTest

RULES = ("--variant", "five-mens-morris")


class Book(ProgramTest):
    def setUp(self):
        super().setUp()
        self.database = self.directory / "five"
        self.run_program("build", "--db", self.database, *RULES, "0-0+5-5")
        self.book = self.directory / "five.book"

    def make(self, *options):
        return self.json_of("book", "--db", self.database, "--out", self.book, *options)

    def test_a_complete_book_keeps_the_value_in_every_position(self):
        made = self.make()
        self.assertTrue(made["complete"])
        self.assertEqual(made["bytes"], self.book.stat().st_size)
        checked = self.json_of("book", "--db", self.database, "--check", self.book)
        self.assertEqual(checked["positions"], made["positions"])

    def test_value_files_are_enough_for_a_game_that_is_a_draw(self):
        self.make()
        with_distances = self.book.read_bytes()
        values = self.directory / "values"
        self.run_program("build", "--db", values, *RULES, "--metrics", "value", "0-0+5-5")
        self.run_program("book", "--db", values, "--out", self.book)
        self.assertEqual(self.book.read_bytes(), with_distances)

    def test_a_report_for_people(self):
        output = self.run_program("book", "--db", self.database, "--out", self.book, "--positions", 100)
        self.assertRegex(output, r"five\.book has 100 positions in [\d.]+ (KiB|B)")
        output = self.run_program("book", "--db", self.database, "--check", self.book)
        self.assertEqual(output, "All turns of 100 positions keep the value.\n")

    def test_a_damaged_book_is_an_error(self):
        self.make("--positions", 100)
        data = bytearray(self.book.read_bytes())
        data[-20] ^= 1
        self.book.write_bytes(data)
        self.run_program("book", "--db", self.database, "--check", self.book, code=FAILED)
        self.assertIn("its checksum differs", self.last_error)

    def test_what_is_asked_for_must_make_sense(self):
        self.run_program("book", "--db", self.database, code=WRONG_USAGE)
        self.assertIn("--out FILE", self.last_error)
        self.run_program("book", "--db", self.database, "--out", self.book, "--positions", 0, code=WRONG_USAGE)
        self.run_program("book", "--db", self.database, "--out", self.directory / "no" / "book", code=FAILED)
        self.assertIn("no/book", self.last_error)

    def test_an_engine_with_a_complete_book_never_errs_while_placing(self):
        self.make()
        played = self.json_of("match", "--db", self.database, *RULES, "--count", 6, "--opening-turns", 0, "--time", 0.01,
                              "--first", f"engine:db=,endings=no,book={self.book}", "--second", "perfect")
        placing = played["players"][0]["turns"]["phases"]["placing"]
        self.assertGreater(placing["turns"], 20)
        self.assertEqual(placing["blunder_share"]["value"], 0)

    def test_front_ends_choose_a_book(self):
        self.make("--positions", 10)
        commands = ["setoption name Variant value five-mens-morris", f"setoption name BookFile value {self.book}"]
        go = ["position startpos", "go movetime 50"]
        with_book = self.run_program("uci", lines=[*commands, *go, "quit"])
        self.assertIn("info depth 0", with_book)
        without = self.run_program("uci", lines=[*commands, "setoption name OwnBook value false", *go, "quit"])
        self.assertNotIn("info depth 0", without)
        searched = self.run_program("uci", lines=[*commands, "go depth 2", "quit"])
        self.assertIn("info depth 2", searched)

    def test_nine_mens_morris_has_a_book_without_files(self):
        go = ["position startpos moves d6", "go movetime 50", "quit"]
        with_book = self.run_program("uci", lines=go)
        self.assertIn("info depth 0", with_book)
        without = self.run_program("uci", lines=["setoption name OwnBook value false", *go])
        self.assertNotIn("info depth 0", without)

    def test_players_of_a_match_may_do_without(self):
        def play(book):
            games = self.directory / f"{book}.txt"
            self.run_program("match", "--count", 2, "--opening-turns", 0, "--longest", 12, "--time", 0.002, "--games",
                             games, "--first", f"engine:book={book}", "--second", "engine:book=yes,shuffling=yes")
            return games.read_text()
        self.assertNotEqual(play("yes"), play("no"))

    def test_a_book_that_cannot_be_used_is_named(self):
        self.make("--positions", 10)
        output = self.run_program("uci", lines=[f"setoption name BookFile value {self.book}", "isready", "quit"])
        self.assertIn("playing without an opening book", output)
        self.assertIn("made for other rules", output)
        self.run_program("match", "--count", 1, "--first", f"engine:book={self.book}", "--second", "random", code=FAILED)
        self.assertIn("made for other rules", self.last_error)


if __name__ == "__main__":
    unittest.main()
