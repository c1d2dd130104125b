"""prove: the value of the empty board from endgame files, its certificate, and what may be wrong with
it. tune: weights that follow a database."""

import json
import shutil
import unittest

import xxhash

from program import FAILED, THREE_MENS_MORRIS, WRONG_USAGE, ProgramTest


class Prove(ProgramTest):
    def prove(self, *arguments):
        return self.json_of("prove", "--db", THREE_MENS_MORRIS, "--hash", "4M", *arguments)

    def certificate(self, *arguments):
        path = self.directory / "proof.txt"
        self.prove("--using", "3-3", "--certificate", path, *arguments)
        return path

    def test_the_first_player_wins_three_mens_morris(self):
        report = self.prove("--using", "3-3")
        self.assertEqual((report["value"], report["at_least"], report["at_most"]), ("win",) * 3)
        proved = [claim for claim in report["claims"] if claim["proved"]]
        self.assertIn(("first", "win"), [(claim["by"], claim["at_least"]) for claim in proved])
        self.assertGreater(proved[-1]["nodes"], 0)
        self.assertTrue(all(line.startswith(" b2") for line in report["lines"]))

    def test_a_whole_database_answers_without_a_search(self):
        report = self.prove()
        self.assertEqual(report["value"], "win")
        self.assertEqual({claim["nodes"] for claim in report["claims"]}, {0})

    def test_a_start_that_is_on_file_is_told(self):
        self.assertIs(self.prove()["on_file"], True)
        self.assertIs(self.prove("--using", "3-3")["on_file"], False)
        whole = self.run_program("prove", "--db", THREE_MENS_MORRIS, "--hash", "4M")
        self.assertIn("The start is on file, in 0-0+3-3", whole)
        self.assertIn("nothing was searched", " ".join(whole.split()))
        self.assertNotIn("A line of the proof", whole)
        self.assertEqual(self.prove()["lines"], [])

    def test_nothing_proved_is_a_failure_that_leaves_no_certificate(self):
        self.build("--variant", "five-mens-morris", "3-3")
        game = ("prove", "--db", self.directory, "--hash", "4M")
        path = self.directory / "proof.txt"
        output = self.run_program(*game, "--certificate", path, code=FAILED)
        self.assertIn("Nothing is proved.", output)
        self.assertIn("nothing is proved", self.last_error)
        self.assertFalse(path.exists())
        output = self.run_program(*game, "--json", code=FAILED)
        self.assertIsNone(json.loads(output)["value"])

    def test_the_text_tells_what_was_proved(self):
        text = self.run_program("prove", "--db", THREE_MENS_MORRIS, "--using", "3-3", "--hash", "4M")
        self.assertIn("The first player wins.", text)
        self.assertRegex(text, r"the first player wins +proved")

    def test_a_certificate_is_derived_again(self):
        path = self.certificate("--actions", 20)
        checked = self.prove("--using", "3-3", "--check", path)["proved"]
        self.assertEqual(len(checked), 2)  # at least a draw, and the win
        for one in checked:
            self.assertGreater(one["derived"], 0)
            self.assertEqual(one["searched"], 0)

    def test_a_certificate_may_be_the_output_and_the_input(self):
        # Which proof is found may depend on how two threads meet.
        proof = ("prove", "--db", THREE_MENS_MORRIS, "--using", "3-3", "--hash", "4M", "--threads", 1)
        text = self.run_program(*proof, "--certificate", "-")
        self.assertEqual(text, self.certificate("--threads", 1).read_text())
        self.assertIn("follow by one action",
                      self.run_program(*proof, "--check", "-", lines=text.splitlines()))
        self.run_program(*proof, "--certificate", "-", "--json", code=WRONG_USAGE)

    def test_a_short_certificate_leaves_the_rest_to_a_search(self):
        path = self.certificate("--actions", 2)
        checked = self.prove("--using", "3-3", "--check", path)["proved"]
        self.assertGreater(sum(one["searched"] for one in checked), 0)

    def test_a_changed_line_is_refused(self):
        path = self.certificate("--actions", 20)
        lines = path.read_text().splitlines(keepends=True)
        for index in range(3, len(lines), max(1, len(lines) // 12)):
            changed = list(lines)
            changed[index] = changed[index].replace("b2", "a1").replace("O", "@", 1)
            if changed == lines:
                continue
            path.write_text("".join(changed))
            with self.subTest(lines[index]):
                self.check_refused(path, WRONG_USAGE, "certificate")

    def test_a_certificate_of_other_rules_is_refused(self):
        path = self.certificate()
        path.write_text(path.read_text().replace("digest ", "digest 0"))
        self.check_refused(path, FAILED, "other rules")

    def test_a_certificate_of_another_position_is_refused(self):
        # The proof of the second line alone: true, but not about the start of the game.
        lines = self.certificate("--actions", 1).read_text().splitlines(keepends=True)
        text = "".join(lines[:3] + lines[4:5])
        path = self.directory / "part.txt"
        path.write_text(f"{text}end {xxhash.xxh3_64_hexdigest(text)}\n")
        self.run_program("prove", "--db", THREE_MENS_MORRIS, "--check", path, code=FAILED)
        self.assertIn("not about the start", self.last_error)

    def test_a_subspace_to_prove_from_that_is_not_there_is_named(self):
        part = self.directory / "part"
        part.mkdir()
        shutil.copy(THREE_MENS_MORRIS / "3-3.value", part)
        for using in (("1-1+2-2",), ("3-3", "1-1+2-2")):
            options = [word for subspace in using for word in ("--using", subspace)]
            self.run_program("prove", "--db", part, *options, code=FAILED)
            self.assertIn("1-1+2-2.value: there is no such file; `millstone build --db ",
                          self.last_error)
            self.assertIn(" --variant three-mens-morris 1-1+2-2` makes it", self.last_error)

    def test_wrong_usage_is_told_in_one_sentence(self):
        for code, part, *arguments in (
                (FAILED, "nowhere", "--db", self.directory / "nowhere"),
                (WRONG_USAGE, "x-y", "--db", THREE_MENS_MORRIS, "--using", "x-y"),
                (FAILED, "no-file", "--db", THREE_MENS_MORRIS, "--check", "no-file"),
                (WRONG_USAGE, "--hash", "--db", THREE_MENS_MORRIS, "--hash", "much")):
            with self.subTest(part):
                self.run_program("prove", *arguments, code=code)
                self.assertIn(part, self.last_error)

    def check_refused(self, path, code, part):
        self.run_program("prove", "--db", THREE_MENS_MORRIS, "--check", path, code=code)
        self.assertIn(part, self.last_error)


class Tune(ProgramTest):
    def test_weights_are_fitted_to_a_database(self):
        report = self.json_of("tune", "--db", THREE_MENS_MORRIS, "--samples", 2000)
        # Nobody flies in this game.
        self.assertEqual(sorted(report["weights"]),
                         ["moving", "placing early", "placing late", "placing middle"])
        self.assertEqual(list(report["weights"]), [fit["phase"] for fit in report["phases"]])
        for phase in report["phases"]:
            self.assertGreaterEqual(phase["fitted_sign_right"], 0.5)
            self.assertLessEqual(phase["fitted_sign_right"], 1)
            self.assertLessEqual(phase["decided"], phase["positions"])
        self.assertEqual(report, self.json_of("tune", "--db", THREE_MENS_MORRIS, "--samples", 2000))

    def check_calibration(self, row):
        """Each position has three probabilities that add up to 1, and one of its values is true."""
        sums = {"forecast": 0, "observed": 0}
        distances = 0
        for outcome in ("loss", "draw", "win"):
            bins = row["features"]["calibration"][outcome]
            self.assertEqual(len(bins), 10)
            self.assertEqual(sum(each["forecasts"] for each in bins), row["positions"])
            for tenth, each in enumerate(bins):
                if each["forecasts"] == 0:
                    continue
                self.assertTrue(tenth / 10 - 1e-9 <= each["forecast"] <= (tenth + 1) / 10 + 1e-9)
                self.assertTrue(0 <= each["observed"] <= 1)
                for key in sums:
                    sums[key] += each[key] * each["forecasts"]
                distances += abs(each["forecast"] - each["observed"]) * each["forecasts"]
        for key, found in sums.items():
            self.assertAlmostEqual(found, row["positions"], delta=1e-6 * row["positions"], msg=key)
        self.assertAlmostEqual(row["features"]["calibration_error"], distances / (3 * row["positions"]))

    def test_phases_without_samples_are_refused_by_name(self):
        self.build("--variant", "three-mens-morris", "3-3")
        rows = self.json_of("tune", "--db", THREE_MENS_MORRIS, "--judge", "--samples", 2000)["judgements"]
        self.assertEqual({row["network"] for row in rows}, {None})
        for row in rows:
            self.assertTrue(0 <= row["features"]["accuracy"] <= 1)
            self.check_calibration(row)
        wholes = {row["phase"]: row["positions"] for row in rows if row["stones"] == 0}
        self.assertEqual(sum(wholes.values()),
                         sum(row["positions"] for row in rows if row["stones"]))
        report = self.run_program("tune", "--db", THREE_MENS_MORRIS, "--judge", "--samples", 2000)
        self.assertIn("features: loss", report)
        self.assertIn("90 .. 100 %", report)
        tune = ("tune", "--db", self.directory, "--samples", 2000)
        self.run_program(*tune, code=FAILED)
        self.assertIn("placing early, placing middle, placing late", self.last_error)
        self.run_program(*tune, "--phase", "flying", "--phase", "moving", code=FAILED)
        self.assertIn("of flying:", self.last_error)
        report = self.json_of(*tune, "--phase", "moving")
        self.assertEqual(list(report["weights"]), ["moving"])
        self.assertGreater(report["phases"][0]["positions"], 1000)


if __name__ == "__main__":
    unittest.main()
