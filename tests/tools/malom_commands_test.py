"""export, import and compare: Malom's sector files there and back, and what is refused."""

import random
import shutil
import signal
import unittest

from malom_sectors import POINTS, Sector
from program import (FAILED, SANITIZED, WRONG_USAGE, ProgramTest, faults_of, files_of, send_after,
                     start)

GAMES = {"std": "nine-mens-morris", "lask": "lasker-morris", "mora": "morabaraba"}
ROOTS = ("3-3+1-1",) if SANITIZED else ("4-3", "3-3+1-1")
# Those that make the round trip, and their roots where grades are checked turn by turn.
ROUND_TRIPS = {"mora": "morabaraba"} if SANITIZED else GAMES
GRADED_ROOTS = {prefix: ("2-3+1-0",) for prefix in GAMES}
LARGER = "4-3" if SANITIZED else "4-4"
if not SANITIZED:
    GRADED_ROOTS["std"] = ("4-3", "3-4+1-0")


def grade_files(directory):
    return {path.name: path.read_bytes() for path in directory.glob("*.grade")}


class MalomTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.database = self.directory / "db"
        self.sectors = self.directory / "sectors"

    def make(self, *subspaces, variant="nine-mens-morris"):
        self.run_program("build", "--db", self.database, "--variant", variant, *subspaces)

    def export(self, *subspaces, **options):
        return self.json_of("export", "--to", "malom", "--db", self.database, self.sectors,
                            *subspaces, **options)

    def compare(self, other, *arguments, **options):
        return self.json_of("compare", "--db", self.database, "--with", other, *arguments, **options)

    def refuse(self, *arguments, says, code=FAILED):
        with self.subTest(arguments):
            self.run_program(*arguments, code=code)
            self.assertIn(says, self.last_error)


class RoundTrip(MalomTest):
    def test_there_and_back_gives_the_same_bytes(self):
        for prefix, variant in ROUND_TRIPS.items():
            with self.subTest(variant):
                self.make(*ROOTS, variant=variant)
                rows = self.export()["files"]
                self.assertTrue(all((self.sectors / "{}_{}_{}_{}_{}.sec2".format(
                    prefix, *(row[name] for name in ("own", "opponent", "own_hand",
                                                     "opponent_hand")))).stat().st_size
                    == row["bytes"] for row in rows))
                back = self.directory / "back"
                self.run_program("import", "--from", "malom", self.sectors, "--db", back)
                self.assertEqual(files_of(back), files_of(self.database))
                for other in (self.sectors, back):
                    report = self.compare(other)
                    self.assertIs(report["same"], True)
                    self.assertEqual(len(report["subspaces"]), len(rows))
                    self.assertTrue(all(row["with_distances"] for row in report["subspaces"]))
                self.assertTrue(self.json_of("verify", "--db", back)["ok"])
                for directory in (self.database, self.sectors, back):
                    shutil.rmtree(directory)

    def test_grades_come_back_as_they_went(self):
        for prefix, variant in ROUND_TRIPS.items():
            with self.subTest(variant):
                roots = GRADED_ROOTS[prefix]
                self.make(*roots, variant=variant)
                self.run_program("grade", "--db", self.database)
                rows = self.export("--grades")["files"]
                scores = dict(line.rsplit(" ", 1) for line in
                              (self.database / "grades.scores").read_text().splitlines())
                table = {}
                for line in (self.sectors / f"{prefix}.secval").read_text().splitlines()[3:]:
                    own, opponent, own_hand, opponent_hand, score = line.split()
                    in_hand = (own_hand, opponent_hand) != ("0", "0")
                    hands = f"+{own_hand}-{opponent_hand}" if in_hand else ""
                    table[f"{own}-{opponent}{hands}"] = score
                self.assertEqual({name: table[name] for name in scores}, scores)
                self.assertTrue(all(score == "0" for name, score in table.items()
                                    if name not in scores))
                back = self.directory / "back"
                self.run_program("import", "--from", "malom", self.sectors, "--db", back)
                for other in (self.sectors, back):
                    report = self.compare(other)
                    self.assertIs(report["same"], True)
                    self.assertEqual(len(report["subspaces"]), len(rows))
                    self.assertTrue(all(row["with_grades"] for row in report["subspaces"]))
                # The scores that sectors do not have make the only difference.
                again = self.directory / "again"
                self.run_program("export", "--to", "malom", "--grades", "--db", back, again)
                self.assertEqual({path.name: path.read_bytes() for path in again.glob("*.sec*")},
                                 {path.name: path.read_bytes()
                                  for path in self.sectors.glob("*.sec*")})
                self.assertTrue(self.json_of("verify", "--db", back)["ok"])
                # Graded by the same scores they are the same files.
                graded = self.directory / "graded"
                self.run_program("build", "--db", graded, "--variant", variant, *roots)
                self.run_program("grade", "--db", graded, "--scores",
                                 self.sectors / f"{prefix}.secval")
                self.assertEqual(grade_files(graded), grade_files(back))
                for directory in (self.database, self.sectors, back, again, graded):
                    shutil.rmtree(directory)

    def test_scores_beyond_those_of_published_files_make_wins_larger(self):
        self.make("4-3")
        scores = self.directory / "large.scores"
        for score, virtual_win in ((298, 299), (299, 300), (1020, 1021), (1021, None)):
            with self.subTest(score):
                scores.write_text(f"3-3 0\n4-3 {score}\n3-4 {-score}\n")
                self.run_program("grade", "--db", self.database, "--scores", scores)
                if virtual_win is None:
                    self.refuse("export", "--to", "malom", "--grades", "--db", self.database,
                                self.sectors, says="has no room", code=WRONG_USAGE)
                    continue
                self.export("--grades")
                lines = (self.sectors / "std.secval").read_text().splitlines()
                self.assertEqual(lines[:2], [f"virt_loss_val: {-virtual_win}",
                                             f"virt_win_val: {virtual_win}"])
                back = self.directory / "back"
                self.run_program("import", "--from", "malom", self.sectors, "--db", back)
                for other in (self.sectors, back):
                    self.assertIs(self.compare(other)["same"], True)
                self.assertTrue(self.json_of("verify", "--db", back)["ok"])
                for directory in (self.sectors, back):
                    shutil.rmtree(directory)

    def test_grades_are_exported_only_where_they_are(self):
        self.make("3-3")
        self.refuse("export", "--to", "malom", "--grades", "--db", self.database, self.sectors,
                    says="grades.scores")
        self.assertFalse(self.sectors.exists())

    def test_a_reader_of_its_own_finds_the_outcomes_that_are_probed(self):
        self.make("4-3", "2-3+1-1")
        self.run_program("grade", "--db", self.database)
        self.export("--grades")
        drawn = random.Random(20)
        for own, opponent, hands in ((3, 3, (0, 0)), (4, 3, (0, 0)), (3, 4, (0, 0)),
                                     (2, 3, (1, 1))):
            sector = Sector(self.sectors / f"std_{own}_{opponent}_{hands[0]}_{hands[1]}.sec2")
            texts, expected = [], []
            while len(texts) < 10:
                stones = drawn.sample(POINTS, own + opponent)
                texts.append(position_text(stones[:own], stones[own:], hands))
                expected.append(sector.outcome(stones[:own], stones[own:]))
            # One whose own stones have a symmetry, and so several images.
            stones = ["d7", "d1", "d6", "d2"][:own], ["a7", "g1", "b4", "f4"][:opponent]
            texts.append(position_text(*stones, hands))
            expected.append(sector.outcome(*stones))
            for text, outcome in zip(texts, expected):
                probe = self.json_of("probe", "--db", self.database, text)
                found = probe["value"]
                if found != "draw":
                    found += f" {probe['distance']}"
                elif probe["grade"]["gain"]:
                    found += f" {probe['grade']['gain']} {probe['grade']['steps']}"
                self.assertEqual(found, outcome, text)

    def test_the_scores_are_zeros_for_all_sectors(self):
        self.make("3-3")
        self.export()
        lines = (self.sectors / "std.secval").read_text().splitlines()
        self.assertEqual(lines[:3], ["virt_loss_val: -299", "virt_win_val: 299", "498"])
        self.assertEqual(len(lines), 501)
        self.assertTrue(all(line.endswith("  0") for line in lines[3:]))
        self.assertIn("3 3 0 0  0", lines)

    def test_an_export_goes_on(self):
        self.make(LARGER)
        whole = self.directory / "whole"
        self.run_program("export", "--to", "malom", "--db", self.database, whole)
        expected = {path.name: path.read_bytes() for path in whole.iterdir()}
        moments = random.Random(7)
        for _ in range(4):
            process = start("export", "--to", "malom", "--db", self.database, self.sectors,
                            "--threads", 1)
            _, errors = send_after(process, moments.choice([signal.SIGKILL, signal.SIGTERM]),
                                   moments.random() * 0.2)
            if process.returncode == FAILED:
                self.assertIn("stopped", faults_of(errors))
        self.export()
        found = {path.name: path.read_bytes() for path in self.sectors.iterdir()}
        self.assertEqual(found, expected)
        self.assertTrue(all(row["kept"] for row in self.export()["files"]))
        # One that another build has made is written anew.
        (self.sectors / "std_3_3_0_0.sec2").write_bytes(b"cut")
        kept = [row["kept"] for row in self.export()["files"]]
        self.assertEqual(kept, [False] + [True] * (len(kept) - 1))
        self.assertEqual((self.sectors / "std_3_3_0_0.sec2").read_bytes(),
                         expected["std_3_3_0_0.sec2"])

    def test_an_import_goes_on(self):
        self.make("4-3")
        self.export()
        back = self.directory / "back"
        self.run_program("import", "--from", "malom", self.sectors, "--db", back, "3-4")
        rows = self.json_of("import", "--from", "malom", self.sectors, "--db", back)["subspaces"]
        self.assertEqual({row["subspace"]: row["kept"] for row in rows},
                         {"3-3": False, "3-4": True, "4-3": False})
        self.assertEqual(files_of(back), files_of(self.database))


class Comparison(MalomTest):
    def test_what_differs_is_counted_and_shown(self):
        self.make("4-3")
        self.export()
        path = self.sectors / "std_3_4_0_0.sec2"
        data = bytearray(path.read_bytes())
        sector = Sector(path)
        # The values of a win and a draw become those of a loss, and a distance another one.
        changed = {"win": None, "draw": None, "far": None}
        for index in range(sector.size):
            first, second = sector.entry(index)
            kind = ("draw" if (first, second) == (0, 0) else "win" if first > 0 else None)
            if kind == "win" and changed["win"] is not None:
                kind = "far"
            if kind and changed[kind] is None:
                changed[kind] = index
                packed = (299, second + 2) if kind == "far" else (-299, 8)
                number = packed[0] % 4096 + packed[1] * 4096
                data[64 + 3 * index:67 + 3 * index] = number.to_bytes(3, "little")
        path.write_bytes(data)
        report = self.compare(self.sectors, code=FAILED)
        self.assertIn("3 classes differ", self.last_error)
        self.assertIs(report["same"], False)
        rows = {row["subspace"]: row for row in report["subspaces"]}
        self.assertEqual([rows[name]["differences"] for name in ("3-3", "3-4", "4-3")], [0, 3, 0])
        self.assertEqual({(kind["value"], kind["other"]): kind["classes"]
                          for kind in rows["3-4"]["kinds"]},
                         {("win", "loss"): 1, ("draw", "loss"): 1, ("win", "win"): 1})
        self.assertEqual(len(rows["3-4"]["first"]), 3)
        for shown in rows["3-4"]["first"]:
            probe = self.json_of("probe", "--db", self.database, shown["position"])
            self.assertEqual(shown["outcome"]["value"], probe["value"])
            self.assertEqual(shown["outcome"]["distance"], probe.get("distance"))
        self.assertTrue(self.compare(self.sectors, "3-3", "4-3")["same"])
        output = self.run_program("compare", "--db", self.database, "--with", self.sectors,
                                  "--top", 1, code=FAILED)
        for text in ("1 a draw that is a loss in the other", "1 of equal value with another",
                     ", in the other loss in 8 plies", "White (O) to move"):
            self.assertIn(text, output)

    def test_values_alone_are_compared_where_there_are_no_distances(self):
        self.make("4-3")
        other = self.directory / "other"
        self.run_program("build", "--db", other, "4-3", "--metrics", "value", "--codec", "context")
        report = self.compare(other)
        self.assertTrue(report["same"])
        self.assertFalse(any(row["with_distances"] for row in report["subspaces"]))
        (other / "3-3.value").unlink()
        report = self.compare(other)
        self.assertEqual((report["only_in_db"], report["only_in_other"]), (["3-3"], []))
        self.refuse("compare", "--db", self.database, "--with", other, "3-3", says="3-3.value")


class BadInput(MalomTest):
    def test_wrong_usage_is_told_in_one_sentence(self):
        self.refuse("export", "--db", self.database, self.sectors, says="--to", code=WRONG_USAGE)
        self.refuse("export", "--to", "other", "--db", self.database, self.sectors, says="malom",
                    code=WRONG_USAGE)
        self.refuse("import", "--from", "malom", "--db", self.database, says="IN",
                    code=WRONG_USAGE)
        self.refuse("import", "--from", "malom", self.directory, "--db", self.database,
                    says="no table of scores")
        self.refuse("compare", "--db", self.database, says="--with", code=WRONG_USAGE)

    def test_other_rules_are_refused_with_the_field(self):
        self.run_program("build", "--db", self.database, "--set", "mayFly=false", "3-3")
        self.refuse("export", "--to", "malom", "--db", self.database, self.sectors,
                    says="'mayFly=0' where 'nine-mens-morris' has 'mayFly=1'", code=WRONG_USAGE)
        self.assertFalse(self.sectors.exists())

    def test_what_is_no_sector_is_passed_over_and_refused_by_name(self):
        self.make("3-2+0-1")
        rows = self.export()["files"]
        self.assertEqual([row["subspace"] for row in rows], ["2-3+1-0", "3-3"])
        self.refuse("export", "--to", "malom", "--db", self.database, self.sectors, "3-2+0-1",
                    says="3-2+0-1 is none of Malom's sectors", code=WRONG_USAGE)

    def test_distances_are_needed(self):
        self.run_program("build", "--db", self.database, "3-3", "--metrics", "value")
        self.refuse("export", "--to", "malom", "--db", self.database, self.sectors,
                    says="no distances")
        self.refuse("export", "--to", "malom", "--db", self.database, self.sectors, "3-3",
                    says="no distances of 3-3")
        self.refuse("export", "--to", "malom", "--db", self.database, self.sectors, "4-3",
                    says="4-3.value")

    def test_scores_of_another_export_are_not_replaced(self):
        self.make("3-3")
        self.export()
        path = self.sectors / "std.secval"
        text = path.read_text().replace("3 4 0 0  0", "3 4 0 0  7")
        path.write_text(text)
        self.refuse("export", "--to", "malom", "--db", self.database, self.sectors,
                    says="other scores", code=WRONG_USAGE)
        self.assertEqual(path.read_text(), text)

    def test_damaged_sectors_leave_no_database(self):
        self.make("3-3")
        self.export()
        path = self.sectors / "std_3_3_0_0.sec2"
        whole = path.read_bytes()
        back = self.directory / "back"
        redirect = (-16 * 4096) % (1 << 24)
        for data, says in ((whole + b"1", "where 0 wide entries make"),
                           (whole[:70], "or more are expected"),
                           (b"\1" + whole[1:], "at byte 0 of its header"),
                           (whole[:64] + redirect.to_bytes(3, "little") * Sector(path).size
                            + whole[-4:], "which leads elsewhere")):
            path.write_bytes(data)
            self.refuse("import", "--from", "malom", self.sectors, "--db", back, says=says)
            self.assertIn("std_3_3_0_0.sec2", self.last_error)
            self.assertEqual(files_of(back), {})

    def test_several_games_in_one_directory_are_told_apart_by_the_rules(self):
        for variant in GAMES.values():
            self.make("3-3", variant=variant)
            self.export()
            shutil.rmtree(self.database)
        self.refuse("import", "--from", "malom", self.sectors, "--db", self.database,
                    says="several games", code=WRONG_USAGE)
        self.run_program("import", "--from", "malom", self.sectors, "--db", self.database,
                         "--variant", "lasker-morris")
        self.assertEqual(self.json_of("info", "--db", self.database)["variant"]["name"],
                         "lasker-morris")
        self.assertTrue(self.compare(self.sectors)["same"])


def position_text(own, opponent, hands):
    """White to move; the points of a position text run from d6 on each ring, the inner one first."""
    rings = (("d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"),
             ("d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6"),
             ("d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7"))
    board = "/".join("".join("O" if point in own else "@" if point in opponent else "*"
                             for point in ring) for ring in rings)
    phase = "p" if sum(hands) else "m"
    step = "p" if sum(hands) else "s"
    return (f"{board} w {phase} {step} {len(own)} {hands[0]} {len(opponent)} {hands[1]} "
            "0 0 0 0 0 0 0 0 1")


if __name__ == "__main__":
    unittest.main()
