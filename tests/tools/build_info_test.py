"""build and info: the files of 3-3 and 4-4, what is told of them, and building again."""

import unittest

from program import LOG_NAME, ProgramTest, files_of

THREE_THREE = {"subspace": "3-3", "own": 3, "opponent": 3, "own_hand": 0, "opponent_hand": 0,
               "classes": 169626, "wins": 140621, "draws": 269, "losses": 28736,
               "longest_win": 25, "longest_loss": 26}
ROW_MEMBERS = ["subspace", "own", "opponent", "own_hand", "opponent_hand", "classes", "slots",
               "wins", "draws", "losses", "longest_win", "longest_loss", "value_bytes",
               "distance_bytes", "grade_bytes"]


class Build(ProgramTest):
    def test_the_table_of_a_build_tells_the_counts(self):
        output = self.run_program("build", "--db", self.directory, "3-3")
        for text in ("169,626", "140,621", "269", "28,736", " 25 ", " 26 ", "seconds", "1 in all"):
            self.assertIn(text, output)
        self.assertEqual(list(files_of(self.directory)), ["3-3.distance", "3-3.value"])

    def test_json_tells_the_same(self):
        report = self.json_of("build", "--db", self.directory, "3-3")
        row = report["subspaces"][0]
        self.assertEqual({name: row[name] for name in THREE_THREE}, THREE_THREE)
        self.assertGreater(row["seconds"], 0)
        self.assertEqual((report["built"], report["skipped"]), (1, 0))

    def test_a_second_build_keeps_what_is_there(self):
        self.build("4-4")

        def times():
            return {name: (self.directory / name).stat().st_mtime_ns
                    for name in files_of(self.directory)}

        before = times()
        report = self.json_of("build", "--db", self.directory, "4-4")
        self.assertEqual((report["built"], report["skipped"]), (0, 4))
        self.assertEqual(times(), before)

    def test_a_damaged_file_is_built_again(self):
        files = self.build("4-3")
        path = self.directory / "3-3.value"
        path.write_bytes(files[path.name][:-1] + bytes([files[path.name][-1] ^ 1]))
        self.assertEqual(self.build("4-3"), files)

    def test_values_alone_leave_out_the_distance_files(self):
        files = self.build("4-3", "--metrics", "value")
        self.assertEqual(sorted(files), ["3-3.value", "3-4.value", "4-3.value"])
        both = self.build("4-3", "--metrics", "value,distance")
        self.assertEqual(len(both), 6)
        self.assertEqual({name: both[name] for name in files}, files)

    def test_a_larger_build_goes_on_from_a_smaller_one(self):
        self.build("3-3")
        report = self.json_of("build", "--db", self.directory, "4-3")
        self.assertEqual((report["built"], report["skipped"]), (2, 1))

    def test_the_log_tells_of_every_run(self):
        self.build("3-3")
        self.build("4-3", "--metrics", "value")
        lines = (self.directory / LOG_NAME).read_text().splitlines()
        for line, event in zip(lines, ("start", "3-3", "end", "start", "4-3", "3-4", "end"),
                               strict=True):
            self.assertRegex(line, fr"\A\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\dZ {event}: ")
        self.assertIn("169626 classes, 140621 wins, 269 draws, 28736 losses", lines[1])

    def test_a_log_that_cannot_be_written_does_no_harm(self):
        expected = self.build("3-3")
        for path in self.directory.iterdir():
            path.unlink()
        (self.directory / LOG_NAME).symlink_to("/dev/full")
        self.assertEqual(self.build("3-3"), expected)

    def test_other_levels_change_only_the_size(self):
        self.build("3-3", "--level", 1)
        row = self.json_of("info", "--db", self.directory)["subspaces"][0]
        self.assertEqual({name: row[name] for name in THREE_THREE}, THREE_THREE)


class Info(ProgramTest):
    def test_the_shape_of_the_json(self):
        files = self.build("4-3")
        info = self.json_of("info", "--db", self.directory)
        self.assertEqual(list(info), ["variant", "subspaces"])
        self.assertEqual(info["variant"]["name"], "nine-mens-morris")
        self.assertRegex(info["variant"]["digest"], r"\A[0-9a-f]{32}\Z")
        self.assertEqual(info["variant"]["rules"]["pieceCount"], 9)
        self.assertEqual(info["variant"]["rules"]["flyPieceCount"], 3)
        rows = info["subspaces"]
        self.assertEqual([row["subspace"] for row in rows], ["3-3", "3-4", "4-3"])
        self.assertEqual({name: rows[0][name] for name in THREE_THREE}, THREE_THREE)
        for row in rows:
            self.assertEqual(list(row), [*ROW_MEMBERS, "codecs"])
            self.assertEqual(row["codecs"], {"value": "zstd", "distance": "zstd", "grade": None})
            self.assertEqual(row["wins"] + row["draws"] + row["losses"], row["classes"])
            for metric in ("value", "distance"):
                self.assertEqual(row[f"{metric}_bytes"],
                                 len(files[f"{row['subspace']}.{metric}"]))

    def test_no_distance_files_are_zero_bytes(self):
        self.build("3-3", "--metrics", "value")
        row = self.json_of("info", "--db", self.directory)["subspaces"][0]
        self.assertEqual(row["distance_bytes"], 0)
        self.assertEqual(row["longest_win"], 25)

    def test_the_table_is_for_people(self):
        self.build("3-3")
        output = self.run_program("info", "--db", self.directory)
        for text in ("nine-mens-morris", "value files: 1 zstd; distance files: 1 zstd", "3-3", "169,626", "bits"):
            self.assertIn(text, output)

    def test_distances_without_their_values_are_an_error(self):
        self.build("3-3")
        (self.directory / "3-3.value").unlink()
        self.run_program("info", "--db", self.directory, code=1)
        self.assertIn("3-3.distance", self.last_error)

    def test_other_files_are_passed_over(self):
        self.build("3-3")
        (self.directory / "notes.txt").write_text("not ours")
        (self.directory / "4-3.value.partial").write_text("left by a killed build")
        self.assertEqual(len(self.json_of("info", "--db", self.directory)["subspaces"]), 1)


if __name__ == "__main__":
    unittest.main()
