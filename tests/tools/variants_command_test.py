"""variants, and the options that choose the rules: --variant, --rules, --set."""

import unittest

from program import DONE, FAILED, SANITIZED, WRONG_USAGE, ProgramTest

NINE_DIGEST = "c2cdf029ebda42e1dafa1acd8663b828"
NAMES = ["nine-mens-morris", "twelve-mens-morris", "morabaraba", "morabaraba-multiple-removal",
         "morabaraba-app", "lasker-morris", "dooz", "dooz-app", "russian-mill", "one-time-mill",
         "cheng-san-qi", "cheng-san-qi-app", "da-san-qi", "da-san-qi-app", "zhi-qi",
         "zhi-qi-app", "cham-gonu", "el-filja", "mul-mulan", "nerenchi", "experimental",
         "three-mens-morris", "five-mens-morris", "six-mens-morris", "seven-mens-morris"]

# Two squares with a corner in common: no board of ours.
OWN_RULES = """
name = "two squares"
[rules]
pieceCount = 3
mayFly = false
[board]
rings = [["b3", "c3", "c2", "b2", "a2", "a1", "b1"]]
edges = ["b3-c3", "c3-c2", "c2-b2", "b2-b3", "b2-a2", "a2-a1", "a1-b1", "b1-b2", "b3-c2", "a2-b1"]
lines = ["b3-b2-b1", "a2-b2-c2", "b3-c3-c2", "a2-a1-b1"]
"""


class RulesTest(ProgramTest):
    def rules_file(self, text=OWN_RULES, name="rules.toml"):
        path = self.directory / name
        path.write_text(text)
        return path

    def refuse(self, *arguments, says, code=WRONG_USAGE):
        with self.subTest(arguments):
            self.run_program(*arguments, code=code)
            self.assertIn(says, self.last_error)


class Variants(RulesTest):
    def test_the_list_has_every_preset_with_its_digest_or_what_is_in_the_way(self):
        rows = self.json_of("variants")["variants"]
        self.assertEqual([row["name"] for row in rows], NAMES)
        for row in rows:
            self.assertEqual(list(row), ["name", "stones", "board", "changes", "digest",
                                         "solvable", "subspaces", "by_turns", "slots", "whole",
                                         "reason"])
            self.assertRegex(row["digest"], r"\A[0-9a-f]{32}\Z")
            if not row["solvable"]:
                self.assertTrue(any(f"'{field}'" in row["reason"] for field in row["changes"]),
                                row["reason"])
        by_name = {row["name"]: row for row in rows}
        self.assertEqual(by_name["nine-mens-morris"]["digest"], NINE_DIGEST)
        self.assertEqual(by_name["cheng-san-qi"]["changes"], {"mayFly": False})
        self.assertEqual(by_name["russian-mill"]["changes"], {"oneTimeUseMill": True})
        self.assertFalse(by_name["russian-mill"]["solvable"])
        sizes = {name: (row["subspaces"], row["by_turns"]) for name, row in by_name.items()}
        self.assertEqual(sizes["nine-mens-morris"], (498, 0))
        self.assertEqual(sizes["mul-mulan"], (498, 498))
        # Its last placement, and what is taken then.
        self.assertEqual(sizes["el-filja"], (119, 15))
        self.assertEqual(sizes["russian-mill"], (None, None))
        self.assertEqual([name for name, row in by_name.items() if row["whole"] is None],
                         ["russian-mill", "one-time-mill"])
        self.assertEqual([name for name, row in by_name.items() if row["whole"] is False],
                         ["cheng-san-qi-app", "da-san-qi", "da-san-qi-app", "zhi-qi-app", "cham-gonu"])
        self.assertEqual(by_name["nine-mens-morris"]["slots"],
                         sum(row["slots"] for row in self.json_of("plan", "0-0+9-9")["subspaces"]))

    def test_people_see_the_same(self):
        output = self.run_program("variants")
        for text in (*NAMES, NINE_DIGEST, "24-diagonal", "mayFly=false",
                     "whole: 119, 15 by turns", "in part: 100 of 1,216", "played only",
                     "russian-mill: rule field 'oneTimeUseMill' = true is played but"):
            self.assertIn(text, output)

    def test_a_description_shows_rules_digest_board_and_what_is_not_modelled(self):
        output = self.run_program("variants", "--describe", "seven-mens-morris")
        for text in ("seven-mens-morris\nrules ", "pieceCount", "17 points, 24 edges, 14 lines",
                     "a3--b3--c3--d3--e3", "threefoldRepetitionRule",
                     "********/********/* w p p 0 7 0 7"):
            self.assertIn(text, output)

    def test_a_description_as_json(self):
        report = self.json_of("variants", "--describe", "three-mens-morris")
        self.assertEqual(report["name"], "three-mens-morris")
        self.assertEqual(report["rules"]["pieceCount"], 3)
        self.assertEqual(report["groups"], [8, 1])
        self.assertEqual(report["symmetries"], 8)
        self.assertEqual(report["start"], "********/* w p p 0 3 0 3 0 0 0 0 0 0 0 0 1")
        self.assertIn("nMoveRule", report["not_modelled"])
        listed = {row["name"]: row["digest"] for row in self.json_of("variants")["variants"]}
        self.assertEqual(report["digest"], listed["three-mens-morris"])

    def test_rules_are_told_in_sentences(self):
        output = self.run_program("variants", "--describe", "lasker-morris")
        for text in ("\n* Each side starts with 10 stones.\n", "\n- A side with at most 3 stones flies",
                     "\n* With stones in hand a side may place one or move one.\n"):
            self.assertIn(text, output)
        for row in self.json_of("variants")["variants"]:
            report = self.json_of("variants", "--describe", row["name"])
            marked = {each["field"] for each in report["sentences"] if each["differs"]}
            self.assertEqual(marked, set(row["changes"]))
            idle = {"flyPieceCount", "flyCountsHand"} if not report["rules"]["mayFly"] else set()
            # The parts of a capture are told where they are not what is usual.
            idle |= {field for field, value in report["rules"].items()
                     if "Capture" in field and not field.endswith("Capture")
                     and value == (not field.endswith("Leq3"))}
            self.assertEqual({each["field"] for each in report["sentences"]} - idle,
                             set(report["rules"]) - idle)

    def test_every_value_has_a_sentence_of_its_own(self):
        for field, values in (("stalemateAction", range(6)), ("boardFullAction", range(5)),
                              ("millFormationActionInPlacingPhase", range(6)),
                              ("leapCapture", ("false", "true"))):
            told = set()
            for value in values:
                report = self.json_of("variants", "--describe", "nine-mens-morris",
                                      "--set", f"{field}={value}")
                told |= {each["sentence"] for each in report["sentences"]
                         if each["field"] == field}
            self.assertEqual(len(told), len(values))

    def test_a_field_without_effect_says_so_where_it_is_set(self):
        output = self.run_program("variants", "--describe", "cheng-san-qi",
                                  "--set", "flyPieceCount=4")
        self.assertIn("(without effect, since nobody flies)", " ".join(output.split()))

    def test_a_variant_that_is_not_solved_is_described_but_not_built(self):
        field = "'oneTimeUseMill' = true"
        for name in ("russian-mill", "one-time-mill"):
            output = self.run_program("variants", "--describe", name)
            self.assertIn(field, " ".join(output.split()))
            self.assertRegex(output, rf"\n{field.split(chr(39))[1]} .* played only\n")
            self.assertEqual(output.count(" played only\n"), 1)
            for text in ("24 points", "Lines:", "threefoldRepetitionRule", "Start:"):
                self.assertIn(text, output)
            report = self.json_of("variants", "--describe", name)
            self.assertFalse(report["solvable"])
            self.assertIn(field, report["reason"])
            supported = self.json_of("variants", "--describe", "nine-mens-morris")
            self.assertLessEqual(set(supported["rules"]), set(report["rules"]))
            self.assertEqual(supported["board"].keys(), report["board"].keys())
            self.refuse("build", "--db", self.directory, "--variant", name, "3-3", says=field)
            self.refuse("plan", "--variant", name, "3-3", says=field)
        self.refuse("build", "--db", self.directory, "--variant", "morabaraba-app", "3-3",
                    "--set", "leapCapture=true",
                    says="'restrictRepeatedMillsFormation' and 'leapCapture' are played together")

    def test_rules_of_ones_own_are_described(self):
        path = self.rules_file()
        report = self.json_of("variants", "--rules", path)
        self.assertEqual(report["name"], "two squares")
        self.assertEqual(report["groups"], [7])
        changed = self.json_of("variants", "--rules", path, "--set", "mayFly=true")
        self.assertEqual(changed["name"], "two squares with mayFly=true")
        self.assertNotEqual(changed["digest"], report["digest"])
        self.assertIn("b3--c3", self.run_program("variants", "--rules", path))
        self.assertEqual(self.json_of("variants", "--rules", "-", lines=OWN_RULES.splitlines()), report)


class Choice(RulesTest):
    def test_settings_change_the_variant_and_its_name(self):
        plan = self.json_of("plan", "--variant", "nine-mens-morris", "--set", "pieceCount=4",
                            "--set", "mayFly=false", "4-4")
        self.assertEqual(plan["variant"]["name"],
                         "nine-mens-morris with mayFly=false, pieceCount=4")
        self.assertEqual(plan["variant"]["rules"]["pieceCount"], 4)
        self.refuse("plan", "--set", "pieceCount=4", "5-5", says="at most 4")
        same = self.json_of("plan", "--set", "pieceCount=9", "3-3")
        self.assertEqual(same["variant"]["name"], "nine-mens-morris")
        self.assertEqual(same["variant"]["digest"], NINE_DIGEST)

    def test_settings_that_make_no_sense_are_named(self):
        for setting, says in (("pieceCount", "'pieceCount' is no setting"),
                              ("=4", "'=4' is no setting"),
                              ("pieceCount=40", "rule field 'pieceCount' must be 3..12, found 40"),
                              ("pieceCount=", "must be 3..12, found ''"),
                              ("mayFly=maybe", "rule field 'mayFly' must be true or false"),
                              ("stones=4", "unknown rule field 'stones'"),
                              ("board=10", "there is no board '10'"),
                              ("hasDiagonalLines=true", "24-diagonal"),
                              ("oneTimeUseMill=true", "'oneTimeUseMill' = true is played but not")):
            self.refuse("plan", "--set", setting, "3-3", says=says)
        self.refuse("plan", "3-3", "--set", says="--set")

    def test_a_variant_or_a_file_but_not_both(self):
        path = self.rules_file()
        self.refuse("plan", "--variant", "dooz", "--rules", path, "3-3", says="--rules")
        self.refuse("variants", "--describe", "dooz", "--rules", path, says="--rules")

    def test_files_of_rules_with_mistakes(self):
        for text, says in (("name = ", "not valid TOML, line 1"),
                           ("board = '24'\ncolour = 'red'", "field 'colour' is unknown"),
                           ("board = 'round'", "there is no board 'round'"),
                           ("", "field 'board' must be"),
                           ("board = '24'\nrules = 9", "field 'rules' must be a table"),
                           ("board = '24'\n[rules]\nstones = 9", "unknown rule field 'stones'"),
                           ("board = '24'\n[rules]\npieceCount = 99", "'pieceCount' must be 3..12"),
                           ("board = '9'", "'pieceCount' puts 18 stones on a board of 9 points"),
                           (OWN_RULES.replace('"b3-c3"', '"b3-d9"'), "'b3-d9' in field 'edges'"),
                           (OWN_RULES.replace('"a2-a1-b1"', '"a2-a1"'), "at least three points"),
                           (OWN_RULES.replace('"b2-b3", "b2-a2"', '"b2-b3", "b3-b2"'),
                            "joins b3 and b2 twice")):
            path = self.rules_file(text)
            self.refuse("plan", "--rules", path, "3-3", says=says)
            self.assertIn(str(path), self.last_error)

    def test_files_of_rules_that_cannot_be_read(self):
        self.refuse("plan", "--rules", self.directory / "none.toml", "3-3", says="none.toml",
                    code=FAILED)
        self.refuse("plan", "--rules", self.directory, "3-3", says=str(self.directory),
                    code=FAILED)
        self.refuse("plan", "--rules", "", "3-3", says="--rules")
        huge = self.rules_file("#" * (1 << 20) + "\n")
        self.refuse("plan", "--rules", huge, "3-3", says="larger than")


class DatabaseOfOtherRules(RulesTest):
    def expect_database(self, name, *options):
        """Builds 3-3 and looks at it without saying again what the rules are."""
        database = self.directory / name
        self.run_program("build", "--db", database, *options, "3-3")
        described = self.json_of("plan", *options, "3-3")["variant"]
        self.assertEqual(self.json_of("info", "--db", database)["variant"], described)
        self.assertTrue(self.json_of("verify", "--db", database)["ok"])
        empty = "/".join("*" * length for length in self.groups(*options))
        probe = self.json_of("probe", "--db", database, empty.replace("******", "OO@@O@", 1) + " w")
        self.assertIn(probe["value"], ("win", "draw", "loss"))

    def groups(self, *options):
        describe = ["--describe" if option == "--variant" else option for option in options]
        return self.json_of("variants", *describe)["groups"]

    def test_presets_are_built_verified_and_probed(self):
        """Of each kind one: presets_test.py builds all of them with few stones."""
        names = ("nine-mens-morris", "mul-mulan", "da-san-qi", "seven-mens-morris")
        for name in names[1::2] if SANITIZED else names:
            with self.subTest(name):
                self.expect_database(name, "--variant", name)

    def test_the_board_of_25_points_is_too(self):
        self.expect_database("25", "--set", "board=25")

    def test_a_board_of_ones_own_is_built_verified_and_probed(self):
        path = self.rules_file()
        database = self.directory / "own"
        self.run_program("build", "--db", database, "--rules", path, "3-3")
        for options in ((), ("--rules", path)):
            self.assertTrue(self.json_of("verify", "--db", database, *options)["ok"])
            self.run_program("info", "--db", database, *options)
            probe = self.json_of("probe", "--db", database, "OO@@O@* w", *options)
            self.assertIn(probe["value"], ("win", "draw", "loss"))

    def test_the_position_text_of_a_board_of_ones_own_needs_the_database_alone(self):
        path = self.directory / "grouped.toml"
        path.write_text('name = "bow tie"\n[rules]\npieceCount = 3\n[board]\n'
                        'rings = [["a1", "a3", "b2"], ["c3", "c1", "d2"]]\n'
                        'edges = ["a1-a3", "a3-b2", "b2-a1", "b2-c3", "c3-c1", "c1-b2", "c1-d2"]\n'
                        'lines = ["a1-a3-b2", "b2-c3-c1"]\n', encoding="utf-8")
        described = self.json_of("variants", "--rules", path)
        self.assertTrue(described["start"].startswith("***/*** w"))
        database = self.directory / "grouped"
        self.run_program("build", "--db", database, "--rules", path, "0-0+3-3")
        for options in ((), ("--rules", path)):
            probe = self.json_of("probe", "--db", database, described["start"], *options)
            self.assertIn(probe["value"], ("win", "draw", "loss"))
        self.assertEqual(self.json_of("info", "--db", database)["variant"]["digest"],
                         described["digest"])
        # Written anew the files tell it still.
        copy = self.directory / "copy"
        self.run_program("repack", "--db", database, "--to", copy, "--codec", "context")
        self.json_of("probe", "--db", copy, described["start"])

    def test_a_database_is_refused_for_rules_that_are_not_its_own(self):
        database = self.directory / "three"
        self.run_program("build", "--db", database, "--variant", "three-mens-morris", "3-3")
        for options, says in ((("--variant", "three-mens-morris", "--set", "mayFly=true"),
                               "'mayFly=0' where 'mayFly=1'"),
                              (("--set", "pieceCount=3", "--set", "mayFly=false"),
                               "'board.edges with "),
                              (("--rules", self.rules_file()), "'board.edges with ")):
            self.refuse("info", "--db", database, *options, says=says, code=FAILED)
            self.refuse("verify", "--db", database, *options, says=says, code=FAILED)
            self.refuse("build", "--db", database, "3-3", *options, says=says, code=FAILED)
        self.refuse("probe", "--db", database, "OO@@O@**/* w", "--set", "board=9", "--set",
                    "pieceCount=3", says="'mayFly=0' where 'mayFly=1'", code=FAILED)

    def test_without_options_the_rules_are_those_of_the_files(self):
        database = self.directory / "three"
        self.run_program("build", "--db", database, "--variant", "three-mens-morris", "--set",
                         "mayFly=true", "3-3")
        output = self.run_program("info", "--db", database)
        self.assertIn("three-mens-morris with mayFly=true", output)
        self.run_program("info", "--db", database, "--variant", "three-mens-morris", code=FAILED)
        self.assertEqual(self.run_program("verify", "--db", database, code=DONE).count("3-3"), 1)


if __name__ == "__main__":
    unittest.main()
