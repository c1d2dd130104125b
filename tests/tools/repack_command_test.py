"""repack: the same values in smaller or larger files, there and back, and what a build makes of them."""

import unittest

from program import FAILED, SANITIZED, WRONG_USAGE, ProgramTest, faults_of, files_of, start

SUBSPACE = "4-3"


class Repack(ProgramTest):
    expected = {}

    @classmethod
    def setUpClass(cls):
        cls.build_expected(SUBSPACE)

    def setUp(self):
        super().setUp()
        self.zstd = self.write_expected("zstd")
        self.context = self.directory / "context"

    def repack(self, source, target, *options, **more):
        return self.run_program("repack", "--db", source, "--to", target, *options, **more)

    def test_there_and_back_gives_the_same_bytes(self):
        for codec in "context", "network", "mirror", "triples", "stripes":
            with self.subTest(codec):
                small, back = self.directory / codec, self.directory / f"back from {codec}"
                self.repack(self.zstd, small, "--codec", codec)
                packed = files_of(small)
                self.assertEqual(packed.keys(), self.expected.keys())
                for name, data in packed.items():
                    same = data == self.expected[name]
                    self.assertEqual(same, codec in ("context", "triples", "stripes") and name.endswith(".distance"), name)
                    if name.endswith(".value"):
                        self.assertLess(len(data), len(self.expected[name]))
                self.assertLess(sum(map(len, packed.values())), sum(map(len, self.expected.values())))
                self.repack(small, back)
                self.assertEqual(files_of(back), self.expected)

    def test_the_small_files_answer_and_hold(self):
        position = "O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 20"
        expected = self.json_of("info", "--db", self.zstd)["subspaces"]
        for codec in "context", "network", "mirror", "triples", "stripes":
            with self.subTest(codec):
                small = self.directory / codec
                self.repack(self.zstd, small, "--codec", codec, "--threads", 1)
                rows = self.json_of("info", "--db", small)["subspaces"]
                self.assertIn(codec, [row["codecs"]["value"] for row in rows])
                self.assertIn(f" {codec}", self.run_program("info", "--db", small))
                self.assertEqual({row["codecs"]["grade"] for row in rows}, {None})
                for key in ("wins", "draws", "losses", "longest_win"):
                    self.assertEqual([row[key] for row in rows], [row[key] for row in expected])
                self.run_program("verify", "--db", small)
                self.assertEqual(self.json_of("probe", "--db", small, position),
                                 self.json_of("probe", "--db", self.zstd, position))

    def test_a_build_writes_the_same_small_files_and_goes_on_with_them(self):
        self.repack(self.zstd, self.context, "--codec", "context")
        built = self.directory / "built"
        self.run_program("build", "--db", built, "--codec", "context", "3-3")
        self.run_program("build", "--db", built, SUBSPACE, code=WRONG_USAGE)
        self.assertIn("--codec context", self.last_error)
        self.run_program("build", "--db", built, "--codec", "context", SUBSPACE)
        self.assertEqual(files_of(built), files_of(self.context))

    def test_files_without_their_guide_are_refused(self):
        small = self.directory / "mirror"
        self.repack(self.zstd, small, "--codec", "mirror", "--metrics", "value")
        codecs = {name: data[22] for name, data in files_of(small).items()}
        self.assertEqual(codecs, {"3-3.value": 3, "4-3.value": 3, "3-4.value": 4})
        self.run_program("build", "--db", small, "--codec", "mirror", "--metrics", "value", SUBSPACE)
        pack = self.directory / "mirror.pack"
        self.run_program("pack", small, pack)
        self.run_program("verify", "--db", pack)
        (small / "4-3.value").unlink()
        self.run_program("verify", "--db", small, "3-4", code=FAILED)
        self.assertIn("can't be read without 4-3.value", self.last_error)

    def test_values_of_placements_are_told_by_files_with_a_stone_more(self):
        source, small, back = (self.directory / name for name in ("six", "small", "back"))
        options = "--variant", "six-mens-morris", "--metrics", "value"
        self.run_program("build", "--db", source, *options, "3-4+2-2")
        self.repack(source, small, "--codec", "mirror", "--metrics", "value")
        codecs = {name: data[22] for name, data in files_of(small).items()}
        self.assertEqual({codecs[f"{name}.value"] for name in ("3-4+2-2", "3-4+1-0", "3-5+1-1", "4-5")}, {4})
        self.assertEqual({codecs[f"{name}.value"] for name in ("4-4+2-1", "4-4", "5-4+1-0", "5-4")}, {3})
        self.run_program("verify", "--db", small)
        report = self.json_of("repack", "--db", source, "--to", small, "--codec", "mirror", "--metrics", "value")
        self.assertEqual({row["kept"] for row in report["files"]}, {True})
        self.repack(small, back, "--metrics", "value")
        self.assertEqual(files_of(back), files_of(source))
        (small / "4-4+2-1.value").unlink()
        self.run_program("verify", "--db", small, "3-4+2-2", code=FAILED)
        self.assertIn("can't be read without 4-4+2-1.value", self.last_error)

    def test_values_alone(self):
        report = self.json_of("repack", "--db", self.zstd, "--to", self.context, "--codec",
                              "context", "--metrics", "value")
        names = {name for name in self.expected if name.endswith(".value")}
        self.assertEqual(files_of(self.context).keys(), names)
        self.assertEqual(len(report["files"]), len(names))
        for row in report["files"]:
            self.assertEqual((row["metric"], row["kept"]), ("value", False))
            name = f"{row['subspace']}.value"
            self.assertEqual(row["bytes_before"], len(self.expected[name]))
            self.assertEqual(row["bytes_after"], len(files_of(self.context)[name]))

    def test_another_level(self):
        self.repack(self.zstd, self.context, "--level", 1)
        for name, data in files_of(self.context).items():
            self.assertGreater(len(data), len(self.expected[name]) - 1000)
        self.run_program("verify", "--db", self.context)

    def test_four_at_once_into_one_directory_all_succeed_with_right_files(self):
        self.repack(self.zstd, self.context, "--codec", "context")
        expected = files_of(self.context)
        for round_number in range(1 if SANITIZED else 4):
            target = self.directory / f"round-{round_number}"
            repackers = [start("repack", "--db", self.zstd, "--to", target, "--codec", "context",
                               "--json") for _ in range(4)]
            for repacker in repackers:
                _, errors = repacker.communicate()
                self.assertEqual((repacker.returncode, faults_of(errors)), (0, ""))
            self.assertEqual(files_of(target), expected)
            self.assertEqual(sorted(path.name for path in target.iterdir()), sorted(expected))

    def test_what_is_there_is_kept_and_what_is_damaged_written_anew(self):
        self.repack(self.zstd, self.context, "--codec", "context")
        packed = files_of(self.context)
        (self.context / "3-3.value").write_bytes(packed["3-3.value"][:-1])
        (self.context / "3-4.distance").unlink()
        report = self.json_of("repack", "--db", self.zstd, "--to", self.context, "--codec",
                              "context")
        self.assertEqual(files_of(self.context), packed)
        self.assertEqual([(row["subspace"], row["metric"]) for row in report["files"]
                          if not row["kept"]], [("3-3", "value"), ("3-4", "distance")])

    def test_people_see_bytes_before_and_after(self):
        output = self.repack(self.zstd, self.context, "--codec", "context")
        self.assertIn("bits/class", output)
        self.assertIn("3 value files", output)
        self.assertIn("3 distance files", output)

    def test_what_makes_no_sense_is_refused(self):
        self.repack(self.zstd, self.zstd, code=WRONG_USAGE)
        self.assertIn("into another", self.last_error)
        self.repack(self.zstd, self.context, "--codec", "zip", code=WRONG_USAGE)
        self.assertIn("zip", self.last_error)
        self.repack(self.directory, self.context, code=FAILED)
        self.assertEqual(files_of(self.zstd), self.expected)

    def test_a_damaged_source_is_refused(self):
        path = self.zstd / "3-3.value"
        data = bytearray(path.read_bytes())
        data[-5] ^= 1
        path.write_bytes(data)
        self.repack(self.zstd, self.context, "--codec", "context", code=FAILED)
        self.assertIn("3-3.value", self.last_error)
        self.assertNotIn("3-3.value", files_of(self.context))


if __name__ == "__main__":
    unittest.main()
