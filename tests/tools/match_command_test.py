"""match: scores, blunders, sequential tests, saved games, the picture; programs that misbehave."""

import re
import shlex
import shutil
import signal
import sys
import time
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from program import FAILED, PROGRAM, WRONG_USAGE, ProgramTest, start
from svg_labels import SVG, labels_outside, labels_that_overlap

ROOT = Path(__file__).resolve().parents[2]
DATABASE = ROOT / "data" / "databases" / "three-mens-morris"
SCRIPT = ROOT / "tests" / "engine" / "programs" / "scripted_program.py"


def scripted(habit):
    return f"program:exec {shlex.join([sys.executable, '-B', str(SCRIPT), habit])}"


def first_games(games, count):
    """The text of so many games."""
    rest = [found.start() for found in re.finditer(r"^\[White ", games, re.MULTILINE)][count:]
    return games[:rest[0]] if rest else games


class Match(ProgramTest):
    def match(self, first, second, *arguments, **options):
        return self.json_of("match", "--db", DATABASE, "--first", first, "--second", second,
                            *arguments, **options)

    def test_every_game_is_counted_once(self):
        match = self.match("random", "random", "--count", 30)
        self.assertEqual(match["games"], 30)
        self.assertEqual(match["openings"], 12)
        self.assertEqual(match["variant"]["name"], "three-mens-morris")
        for outcome in ("wins", "draws", "losses"):
            self.assertEqual(match["score"][outcome],
                             match["as_white"][outcome] + match["as_black"][outcome])
        self.assertEqual(sum(match["score"].values()), 30)
        self.assertEqual(sum(match["endings"].values()), 30)
        shares = match["draw_share"]
        self.assertLessEqual(shares["low"], shares["value"])
        self.assertLessEqual(shares["value"], shares["high"])

    def test_a_perfect_player_makes_no_errors_and_a_random_one_does(self):
        match = self.match("perfect", "random", "--count", 60)
        perfect, chance = (player["turns"]["phases"] for player in match["players"])
        self.assertEqual(perfect["all"]["win_to_draw"] + perfect["all"]["win_to_loss"]
                         + perfect["all"]["draw_to_loss"] + perfect["all"]["plies_lost"], 0)
        self.assertGreater(perfect["all"]["turns"], 0)
        self.assertGreater(chance["all"]["win_to_draw"] + chance["all"]["win_to_loss"]
                           + chance["all"]["draw_to_loss"], 0)
        self.assertEqual(chance["flying"]["turns"], 0)
        self.assertEqual(chance["all"]["turns"],
                         chance["placing"]["turns"] + chance["moving"]["turns"])
        self.assertGreater(match["elo"]["value"] or float("inf"), 0)

    def test_threads_make_no_difference(self):
        texts = []
        for threads in (1, 2):
            games = self.directory / f"{threads}.txt"
            self.match("perfect", "random", "--count", 20, "--threads", threads, "--games", games)
            texts.append(games.read_text(encoding="utf-8"))
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(texts[0].count("[Round "), 20)

    def test_the_engine_plays(self):
        match = self.match("engine:depth=2,hash=1", "engine:depth=1,hash=1,db=", "--count", 4)
        self.assertEqual([player["faults"] for player in match["players"]], [0, 0])
        self.assertEqual(match["players"][0]["turns"]["phases"]["all"]["draw_to_loss"], 0)

    def test_a_sequential_test_ends_a_match(self):
        match = self.match("perfect", "random", "--count", 2000, "--sprt", "0,100")
        self.assertEqual(match["sprt"]["verdict"], "elo1")
        self.assertLess(match["games"], 2000)
        self.assertGreaterEqual(match["sprt"]["log_likelihood_ratio"], match["sprt"]["upper"])
        match = self.match("random", "perfect", "--count", 2000, "--sprt", "0,100", "--alpha", 0.1)
        self.assertEqual(match["sprt"]["verdict"], "elo0")

    def test_openings_from_a_file(self):
        openings = self.directory / "openings.txt"
        openings.write_text("# the centre\nb2 a1\nb2 b1\n", encoding="utf-8")
        games = self.directory / "games.txt"
        match = self.match("random", "random", "--openings", openings, "--games", games)
        self.assertEqual((match["openings"], match["games"]), (2, 4))
        self.assertEqual(games.read_text(encoding="utf-8").count("\n  1. b2 "), 4)
        openings.write_text("b2 b2\n", encoding="utf-8")
        self.run_program("match", "--db", DATABASE, "--first", "random", "--second", "random",
                         "--openings", openings, code=WRONG_USAGE)
        self.assertIn("openings.txt:1: move 'b2'", self.last_error)

    def test_people_see_tables(self):
        output = self.run_program("match", "--db", DATABASE, "--first", "perfect", "--second",
                                  "random", "--second-name", "chance", "--count", 12,
                                  "--sprt", "0,400")
        for text in ("three-mens-morris, rules ", "12 openings", "points %", "as White", "chance",
                     "Draws %", "Elo ", "Sequential test of Elo 0 against 400", "Endings:",
                     "win to draw", "placing", "plies lost per turn"):
            self.assertIn(text, output)

    def test_the_database_ends_decided_games(self):
        # The centre wins, a side loses, a corner draws; each with both colours.
        match = self.match("random", "random", "--opening-turns", 1, "--adjudicate", "all")
        self.assertEqual(match["endings"], {"drawn by the database": 2, "won by the database": 4})
        self.assertEqual(match["plies"], 6)

    def test_the_picture_may_be_the_output(self):
        played = ("match", "--db", DATABASE, "--first", "perfect", "--second", "random", "--count", 2)
        picture = self.directory / "game.svg"
        self.run_program(*played, "--svg", picture)
        self.assertEqual(self.run_program(*played, "--svg", "-"), picture.read_text(encoding="utf-8"))
        self.run_program(*played, "--svg", "-", "--json", code=WRONG_USAGE)

    def test_the_games_may_be_the_output_and_the_openings_the_input(self):
        played = ("match", "--db", DATABASE, "--first", "perfect", "--second", "random", "--count", 2)
        games, openings = self.directory / "games.txt", self.directory / "openings.txt"
        openings.write_text("b2 a1\n", encoding="utf-8")
        self.run_program(*played, "--openings", openings, "--games", games)
        saved = games.read_text(encoding="utf-8").replace(openings.name, "standard input")
        self.assertEqual(self.run_program(*played, "--openings", "-", "--games", "-", cwd=self.directory,
                                          lines=["b2 a1"]), saved)
        self.assertEqual(sorted(self.directory.iterdir()), [games, openings])
        for other in (("--json",), ("--svg", "-")):
            self.run_program(*played, "--games", "-", *other, code=WRONG_USAGE)
            self.assertIn(other[0], self.last_error)

    def test_the_picture_shows_every_position_of_the_game(self):
        picture, games = self.directory / "game.svg", self.directory / "games.txt"
        self.match("random", "random", "--count", 3, "--svg", picture, "--chart", 2,
                   "--games", games)
        second = self.json_of("analyze", "--db", DATABASE, games, "--game", 2)["games"][0]
        root = ElementTree.parse(picture).getroot()
        titles = [title.text for title in root.iter(f"{SVG}title")]
        for turn in second["turns"]:
            mark = f"{turn['number']}. {turn['side']} {turn['turn']}"
            expected = 2 if turn["blunder"] and not turn["opening"] else 1
            self.assertEqual(sum(mark in title for title in titles), expected, mark)
        texts = [text.text for text in root.iter(f"{SVG}text")]
        for side in ("White", "Black"):
            errors = sum(turn["blunder"] for turn in second["turns"]
                         if turn["side"] == side and not turn["opening"])
            self.assertEqual(sum(text.startswith(f"{side} (random") and f": {errors} turn" in text
                                 for text in texts), 1, texts)
        self.assertTrue(any(title.startswith("the end: ") for title in titles))
        self.assertIsNone(root.find(f".//{SVG}script"))

    def test_labels_of_the_picture_do_not_overlap(self):
        picture = self.directory / "game.svg"
        for chart in range(1, 13):
            self.match("random", "random", "--count", chart, "--svg", picture, "--chart", chart)
            drawn = picture.read_bytes()
            self.assertEqual(labels_that_overlap(drawn), [])
            self.assertEqual(labels_outside(drawn), [])

    def test_two_players_of_one_description_can_be_told_apart(self):
        match = self.match("random", "random", "--count", 2)
        self.assertEqual([player["name"] for player in match["players"]], ["random", "random (2)"])

    def test_it_needs_no_database(self):
        match = self.json_of("match", "--variant", "six-mens-morris", "--first", "random",
                             "--second", "random", "--count", 4, "--longest", 40)
        self.assertEqual(match["games"], 4)
        self.assertEqual(match["players"][0]["turns"]["phases"]["all"]["turns"], 0)

    def test_what_makes_no_sense_is_wrong_usage(self):
        players = ("--first", "random", "--second", "random")
        for arguments, says in (
                (("--first", "random"), "--second"),
                (("--first", "human", "--second", "random"), "'human'"),
                (("--first", "random:x=1", "--second", "random"), "'x'"),
                (("--first", "perfect", "--second", "random"), "needs a database"),
                ((*players, "--count", 0), "--count"),
                ((*players, "--sprt", "0"), "--sprt"),
                ((*players, "--sprt", "5,5"), "--sprt: found 5 twice"),
                ((*players, "--alpha", "0.1"), "--sprt"),
                ((*players, "--adjudicate", "all"), "--db"),
                ((*players, "--adjudicate", "decide"), "did you mean 'decided'?"),
                ((*players, "--count", "1e3"), "'1e3', expected a whole number from 1 to 10000000"),
                ((*players, "--time", "soon"), "'soon', expected a number from 0.001 to 1000000"),
                ((*players, "--seed", "-1"), "'-1', expected a whole number of at least 0"),
                ((*players, "--sprt", "0,x"), "'x', expected a number from -10000 to 10000"),
                ((*players, "--chart", 2), "--svg"),
                ((*players, "--first-option", "SkillLevel"), "NAME=VALUE")):
            with self.subTest(arguments):
                self.run_program("match", *arguments, code=WRONG_USAGE)
                self.assertIn(says, self.last_error)

    def test_files_that_cannot_be_written_or_read_are_failures(self):
        players = ("match", "--db", DATABASE, "--first", "random", "--second", "random")
        nowhere = self.directory / "none" / "file"
        for option in ("--games", "--svg", "--openings"):
            self.run_program(*players, option, nowhere, code=FAILED)
            self.assertIn(str(nowhere), self.last_error)

    def test_a_match_goes_on_where_it_was_stopped(self):
        played = ("random", "random", "--count", 20, "--sprt", "0,200")
        whole, part = self.directory / "whole.txt", self.directory / "part.txt"
        match = self.match(*played, "--games", whole)
        games = whole.read_text(encoding="utf-8")
        for before in (0, 1, 7, 20):
            part.write_text(first_games(games, before), encoding="utf-8")
            self.assertEqual(self.match(*played, "--games", part, "--resume"), match)
            self.assertEqual(part.read_text(encoding="utf-8"), games)

    def test_a_match_that_is_killed_loses_no_game_that_was_saved(self):
        games, whole = self.directory / "games.txt", self.directory / "whole.txt"
        played = ("match", "--db", DATABASE, "--first", "random", "--second", "random", "--json")
        process = start(*played, "--games", games, "--count", 10_000_000)
        for _ in range(600):
            if games.exists():
                break
            time.sleep(0.1)
        process.kill()
        process.communicate()
        saved = games.read_text(encoding="utf-8")
        count = saved.count("[Round ") + 5
        self.run_program(*played, "--games", games, "--resume", "--count", count)
        self.run_program(*played, "--games", whole, "--count", count)
        self.assertEqual(games.read_text(encoding="utf-8"), whole.read_text(encoding="utf-8"))
        self.assertTrue(whole.read_text(encoding="utf-8").startswith(saved))

    def test_a_match_begins_where_there_is_nothing_to_go_on_with(self):
        games = self.directory / "games.txt"
        match = self.match("random", "random", "--count", 2, "--games", games, "--resume")
        self.assertEqual(match["games"], 2)

    def test_games_of_another_match_are_not_gone_on_with(self):
        games = self.directory / "games.txt"
        self.match("random", "perfect", "--count", 4, "--games", games)
        saved = games.read_text(encoding="utf-8")
        played = ("match", "--db", DATABASE, "--first", "random", "--second", "perfect", "--resume")
        for arguments, says in (
                (("--count", 3), "game 4 is none of this match: a match of 3 games has no such game"),
                (("--depth", 3), "game 1 is none of this match: Terms: found 'first random"),
                (("--seed", 2), "game 1 is none of this match: OpeningChoice: found 'all after"),
                (("--n-move", 50), "game 1 is none of this match: it does not begin with")):
            with self.subTest(arguments):
                self.run_program(*played, "--games", games, *arguments, code=WRONG_USAGE)
                self.assertIn(says, self.last_error)
                self.assertEqual(games.read_text(encoding="utf-8"), saved)
        for file in ((), ("--games", "-")):
            self.run_program(*played, *file, code=WRONG_USAGE)
            self.assertIn("--games", self.last_error)
        games.write_text(saved[:-10], encoding="utf-8")
        self.run_program(*played, "--games", games, code=WRONG_USAGE)
        self.assertIn("games.txt:", self.last_error)

    def test_a_database_of_other_rules_is_a_failure(self):
        self.run_program("match", "--db", DATABASE, "--variant", "nine-mens-morris", "--first",
                         "perfect", "--second", "random", code=FAILED)


class Ladder(ProgramTest):
    def ladder(self, *players, **options):
        return self.json_of("match", "--db", DATABASE, "--ladder", *players, **options)

    def test_one_table_holds_all_players(self):
        ladder = self.ladder("random", "engine:depth=1..2,db=", "perfect", "--count", 8)
        names = [player["name"] for player in ladder["players"]]
        self.assertEqual(names, ["random", "engine:depth=1,db=", "engine:depth=2,db=", "perfect"])
        self.assertEqual(len(ladder["matches"]), 6)
        for player in ladder["players"]:
            self.assertEqual((player["games"], sum(player["score"].values())), (24, 24))
        self.assertEqual(sum(player["score"]["wins"] for player in ladder["players"]),
                         sum(player["score"]["losses"] for player in ladder["players"]))
        random, *_, perfect = ladder["players"]
        self.assertEqual(random["elo"], {"value": 0, "low": 0, "high": 0})
        self.assertGreater(perfect["elo"]["low"], 0)
        self.assertEqual(sum(random["against_perfect"].values()), 8)
        self.assertIsNone(perfect["draw_share"])
        self.assertEqual(perfect["turns"]["phases"]["all"]["win_to_draw"], 0)

    def test_neighbours_and_gauntlets(self):
        players = ("random", "engine:depth=1", "engine:depth=2", "--count", 2)
        for pairs, expected in (("neighbours", [("random", "engine:depth=1"),
                                                ("engine:depth=1", "engine:depth=2")]),
                                ("first", [("random", "engine:depth=1"),
                                           ("random", "engine:depth=2")])):
            matches = self.ladder(*players, "--pairs", pairs)["matches"]
            self.assertEqual([(match["first"], match["second"]) for match in matches], expected)

    def test_the_table_and_the_picture_name_every_player(self):
        picture = self.directory / "ladder.svg"
        players = ("random", "engine:depth=2,db=", "perfect")
        text = self.run_program("match", "--db", DATABASE, "--ladder", *players, "--count", 4,
                                "--svg", picture)
        shown = [element.text for element in ElementTree.parse(picture).iter(f"{SVG}text")]
        for player in players:
            self.assertIn(player, text)
            self.assertIn(player, shown)
        self.assertIn("Elo relative to random", shown)
        self.assertIn("drawn with perfect play, %", shown)

    def test_a_ladder_goes_on_where_it_was_stopped(self):
        players = ("random", "engine:level=4,db=", "engine:depth=1,db=", "--count", 6)
        whole, part = self.directory / "whole.txt", self.directory / "part.txt"
        ladder = self.ladder(*players, "--games", whole)
        games = whole.read_text(encoding="utf-8")
        for before in (0, 3, 8, 18):
            part.write_text(first_games(games, before), encoding="utf-8")
            self.assertEqual(self.ladder(*players, "--games", part, "--resume"), ladder)
            self.assertEqual(part.read_text(encoding="utf-8"), games)
        self.run_program("match", "--db", DATABASE, "--ladder", "random", "perfect", "--games", whole,
                         "--resume", code=WRONG_USAGE)
        self.assertIn("18 of its 18 games are between players who do not meet", self.last_error)

    def test_what_makes_no_sense_is_refused(self):
        for arguments, says in (
                (("--ladder", "random"), "found one player, expected two or more"),
                (("--ladder", "random", "engine:depth=3..1"), "to: found '1'"),
                (("--ladder", "random", "nobody"), "player 'nobody'"),
                (("--ladder", "random", "random", "--first", "random"), "--first"),
                (("--ladder", "random", "random", "--sprt", "0,5"), "--sprt"),
                (("--ladder", "random", "random", "--pairs", "some"), "some"),
                (("--pairs", "all", "--first", "random", "--second", "random"), "--ladder"),
                (("--first", "random"), "--ladder"), ((), "--ladder")):
            with self.subTest(arguments):
                self.run_program("match", *arguments, code=WRONG_USAGE)
                self.assertIn(says, self.last_error)


class Programs(ProgramTest):
    def match(self, habit, *arguments):
        games = self.directory / "games.txt"
        result = self.json_of("match", "--db", DATABASE, "--first", scripted(habit),
                              "--first-name", habit, "--second", "perfect", "--opening-turns", 1,
                              "--games", games, *arguments, complains=habit != "fine")
        return result, games.read_text(encoding="utf-8")

    def test_a_program_that_plays_finishes_its_games(self):
        match, games = self.match("fine")
        self.assertEqual(match["games"], 6)
        self.assertEqual([player["faults"] for player in match["players"]], [0, 0])
        self.assertNotIn("fault", games)

    def test_misbehaving_programs_lose_the_game_and_the_match_goes_on(self):
        for habit, reason in (("crash", "exit code 7"), ("illegal", "is not legal"),
                              ("hang", "no move within"), ("none", "knows no move")):
            with self.subTest(habit):
                match, games = self.match(habit, "--timeout", 0.2, "--keep-colours")
                self.assertEqual(match["games"], 3)
                self.assertEqual(match["players"][0]["faults"], match["endings"]["fault"])
                self.assertGreaterEqual(match["players"][0]["faults"], 2)
                self.assertIn(f"[Reason \"White at fault: ", games)
                self.assertIn(reason, games)
                self.assertEqual(match["players"][1]["faults"], 0)

    def test_our_own_protocol_is_one_that_a_match_speaks(self):
        engine = f"program:exec {shlex.quote(PROGRAM)} uci"
        match = self.json_of("match", "--db", DATABASE, "--first", engine, "--second", "random",
                             "--depth", 2, "--count", 4)
        self.assertEqual([player["faults"] for player in match["players"]], [0, 0])

    def test_people_are_told_of_faults(self):
        output = self.run_program("match", "--db", DATABASE, "--first", scripted("crash"),
                                  "--first-name", "crash", "--second", "random", "--count", 6,
                                  complains=True)
        self.assertRegex(self.last_error, r"crash - random  0-1  White at fault: .* exit code 7")
        self.assertTrue(output.startswith("three-mens-morris, rules "), output)

    def test_what_a_program_answers_does_nothing_to_the_terminal(self):
        self.match("garbage", "--count", 2)
        self.assertIn("at fault: ", self.last_error)
        self.assertNotRegex(self.last_error, "[\x00-\x09\x0b-\x1f\x7f]")

    def test_a_player_that_cannot_start_is_a_failure_without_a_score(self):
        games = self.directory / "games.txt"
        for json in ((), ("--json",)):
            output = self.run_program("match", "--db", DATABASE, "--first", "random", "--second",
                                      "program:/no/such/program", "--count", 2, "--games", games,
                                      *json, code=FAILED)
            self.assertEqual(output, "")
            self.assertIn("player 'program:/no/such/program' cannot play this match: ",
                          self.last_error)
            self.assertFalse(games.exists())

    def test_a_match_in_which_nothing_was_played_is_a_failure_without_a_score(self):
        for json in ((), ("--json",)):
            output = self.run_program("match", "--db", DATABASE, "--first", scripted("dead"),
                                      "--first-name", "dead", "--second", "random", "--count", 4,
                                      *json, code=FAILED, complains=True)
            self.assertEqual(output, "")
            self.assertRegex(self.last_error.splitlines()[-1],
                             r"\Amillstone match: nothing was played: in 4 of 4 games .* 'dead': ")

    def test_a_perfect_player_without_all_files_is_a_failure(self):
        database = self.directory / "part"
        shutil.copytree(DATABASE, database)
        (database / "0-0+3-3.value").unlink()
        players = ("match", "--db", database, "--first", "perfect", "--second", "random")
        self.run_program(*players, "--opening-turns", 0, code=FAILED)
        self.assertIn("player 'perfect' cannot play this match: its database lacks 1 ",
                      self.last_error)
        self.assertEqual(self.json_of(*players, "--opening-turns", 2, "--count", 4)["games"], 4)

    def test_a_program_that_does_not_reach_so_far_is_a_failure(self):
        program = ("program:while read -r line; do case \"$line\" in uci) echo option name "
                   "PiecesCount type spin default 9 min 9 max 12; echo uciok;; "
                   "isready) echo readyok;; esac; done")
        self.run_program("match", "--db", DATABASE, "--first", "random", "--second", program,
                         "--second-name", "nine", code=FAILED)
        self.assertIn("player 'nine' cannot play this match: the program's option PiecesCount goes "
                      "from 9 to 12, and the match needs 3", self.last_error)

    def test_our_own_protocol_refuses_an_option_out_of_range(self):
        engine = f"program:exec {shlex.quote(PROGRAM)} uci"
        self.run_program("match", "--db", DATABASE, "--first", engine, "--first-name", "ours",
                         "--first-option", "PiecesCount=99", "--second", "random",
                         code=FAILED)
        self.assertRegex(self.last_error, "player 'ours' cannot play this match: .*PiecesCount")

    def test_a_request_to_stop_reports_the_games_so_far(self):
        process = start("match", "--db", DATABASE, "--first", "random", "--second", "random",
                        "--count", 10_000_000, "--json")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ""))
        self.assertIn('"games": ', output)


if __name__ == "__main__":
    unittest.main()
