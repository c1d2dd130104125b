"""pack and unpack: what reads a directory reads its pack and says the same; what is refused, said in one
sentence; nothing half-written is left."""

import re
import resource
import unittest

from program import FAILED, WHITE_WINS, WRONG_USAGE, ProgramTest, files_of

SUBSPACE = "4-3"


class Pack(ProgramTest):
    expected = {}

    @classmethod
    def setUpClass(cls):
        cls.build_expected(SUBSPACE)

    def setUp(self):
        super().setUp()
        self.morris = self.write_expected("morris")
        self.pack = self.directory / "morris.pack"

    def make_pack(self, *options):
        return self.run_program("pack", self.morris, self.pack, *options)

    def test_there_and_back_gives_the_same_bytes(self):
        self.assertIn(f"{len(self.expected)} files are in", self.make_pack())
        self.run_program("unpack", self.pack, self.directory / "back")
        self.assertEqual(files_of(self.directory / "back"), self.expected)
        told = self.json_of("unpack", self.pack, "--check")
        self.assertEqual((told["files"], told["bytes"]),
                         (len(self.expected), self.pack.stat().st_size))
        self.assertLess(self.pack.stat().st_size - sum(map(len, self.expected.values())),
                        130 * len(self.expected) + 130)

    def test_commands_say_of_a_pack_what_they_say_of_its_directory(self):
        self.make_pack()
        for command in ("info",), ("probe", WHITE_WINS), ("stats",):
            with self.subTest(command[0]):
                told = [self.json_of(command[0], "--db", place, *command[1:])
                        for place in (self.morris, self.pack)]
                for report in told:
                    report.pop("seconds", None)
                self.assertEqual(*told)
        self.run_program("verify", "--db", self.pack)
        self.run_program("compare", "--db", self.morris, "--with", self.pack)
        small = self.directory / "small"
        self.run_program("repack", "--db", self.pack, "--to", small, "--codec", "context")
        self.assertEqual(files_of(small).keys(), self.expected.keys())

    def test_the_engine_plays_from_a_pack(self):
        self.make_pack()
        lines = [f"position fen {WHITE_WINS}", "go depth 1"]
        played = [self.run_program("uci", "--db", place, lines=lines)
                  for place in (self.morris, self.pack)]
        self.assertEqual(*(re.sub(" time [0-9]+", "", text) for text in played))
        self.assertRegex(played[1], " mate 2 .* tbhits [1-9]")

    def test_parts_of_a_database(self):
        self.make_pack("--metrics", "value", "3-3", "4-3")
        self.run_program("unpack", self.pack, self.directory / "back")
        self.assertEqual(sorted(files_of(self.directory / "back")), ["3-3.value", "4-3.value"])

    def test_what_is_refused(self):
        self.make_pack()
        for arguments, code, word in (
                (("pack", self.morris, self.pack), WRONG_USAGE, "is there already"),
                (("pack", self.directory / "none", self.directory / "x"), FAILED, "no such directory"),
                (("pack", self.morris, self.directory / "x", "8-8"), FAILED, "has no files of 8-8"),
                (("pack", self.morris, self.directory / "none" / "x"), FAILED, "No such file"),
                (("unpack", self.pack), WRONG_USAGE, "DIR or --check"),
                (("unpack", self.pack, self.directory / "back", "--check"), WRONG_USAGE, "excludes"),
                (("unpack", self.morris / "3-3.value", "--check"), FAILED, "is not a pack"),
                (("unpack", self.directory / "none", "--check"), FAILED, "no such file"),
                (("info", "--db", self.morris / "3-3.value"), FAILED, "neither a directory nor a pack"),
                (("build", "--db", self.pack, "3-3"), WRONG_USAGE, "nothing is written into"),
                (("grade", "--db", self.pack), WRONG_USAGE, "nothing is written into"),
                (("repack", "--db", self.morris, "--to", self.pack), WRONG_USAGE, "nothing is written into")):
            with self.subTest(arguments=arguments):
                self.run_program(*arguments, code=code)
                self.assertIn(word, self.last_error)
                self.assertEqual(len(self.last_error.strip().splitlines()), 1)
        self.assertEqual(sorted(path.name for path in self.directory.iterdir()),
                         ["morris", "morris.pack"])

    def test_a_limit_of_file_size_leaves_nothing(self):
        largest = sum(map(len, self.expected.values())) // 2
        self.run_program("pack", self.morris, self.pack, code=FAILED,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                               (largest, largest)))
        self.assertIn("File too large", self.last_error)
        self.assertEqual([path.name for path in self.directory.iterdir()], ["morris"])
        self.make_pack()

    def test_what_a_kill_leaves_is_written_over(self):
        partial = self.directory / "morris.pack.partial"
        partial.write_bytes(b"what a killed run has left")
        self.make_pack()
        self.assertFalse(partial.exists())
        self.run_program("unpack", self.pack, "--check")


if __name__ == "__main__":
    unittest.main()
