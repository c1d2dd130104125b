"""Every route of the server and every error, through a real socket."""

import gzip
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from urllib.parse import quote

import zstandard

from served import SECONDS, Server, ServedTest, UNEQUAL_DRAWS, WHITE_WINS, fen_target

FIVE, NINE = "/five-mens-morris", "/nine-mens-morris"
LOST_VALUES = {"win": "loss", "draw": "draw", "loss": "win"}


def distance(dtw):
    return None if dtw is None else abs(dtw)


class Positions(ServedTest):
    def assert_as_probed(self, variant, directory, fen):
        """Value, distance and every turn are those of `millstone probe`; returns the answer."""
        probed = self.json_of("probe", "--db", directory, fen)
        served = self.get(fen_target(variant, fen))
        self.assertEqual(served["category"], probed["value"])
        self.assertEqual(distance(served["dtw"]), probed["distance"])
        self.assertEqual(served["grade"], probed["grade"])
        self.assertEqual([move["uci"] for move in served["moves"]],
                         [move["move"] for move in probed["moves"]])
        for move, known in zip(served["moves"], probed["moves"]):
            self.assertEqual(LOST_VALUES[move["category"]], known["value"], move)
            left = None if known["distance"] is None else known["distance"] - 1
            self.assertEqual(distance(move["dtw"]), left, move)
            self.assertEqual(move["san"], move["uci"])
            self.assertEqual(move["grade"], known["grade"])
        return served

    def test_a_position_has_the_values_of_probe(self):
        served = self.assert_as_probed("nine-mens-morris", self.nine, WHITE_WINS)
        self.assertEqual((served["category"], served["dtw"]), ("win", 3))
        self.assertEqual(served["subspace"], "3-3")
        self.assertEqual(served["position"]["white"], ["d5", "e4", "b6"])
        self.assertEqual(served["position"]["phase"], "flying")

    def test_draws_of_a_graded_database_tell_how_good_they_are(self):
        graded = self.assert_as_probed("nine-mens-morris", self.nine, UNEQUAL_DRAWS)
        self.assertEqual((graded["category"], graded["subspace"]), ("draw", "4-4"))
        gains = [move["grade"]["gain"] for move in graded["moves"] if move["category"] == "draw"]
        self.assertEqual(gains, sorted(gains, reverse=True))
        self.assertEqual(graded["grade"]["gain"], gains[0])
        self.assertGreater(len(set(gains)), 1)
        start = self.assert_as_probed("five-mens-morris", self.five, "startpos")
        self.assertTrue(all(move["grade"] is None for move in start["moves"]))

    def test_games_can_be_walked_through_by_fen_alone(self):
        fen = "startpos"
        for ply in range(40):
            served = self.assert_as_probed("five-mens-morris", self.five, fen)
            if not served["moves"]:
                break
            move = served["moves"][ply * 7 % len(served["moves"])]
            after = self.get(fen_target("five-mens-morris", move["fen"]))
            for name in ("category", "dtw", "checkmate", "stalemate", "variant_loss"):
                self.assertEqual(after[name], move[name], (name, move))
            self.assertEqual(after["fen"], move["fen"])
            fen = move["fen"]

    def test_blanks_may_be_underscores_pluses_or_escaped(self):
        answers = [self.get(f"{NINE}?fen={WHITE_WINS.replace(' ', blank)}")
                   for blank in ("_", "+", "%20")]
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])

    def test_turns_may_stand_behind_a_position(self):
        self.assertEqual(self.get(f"{FIVE}?fen=startpos_c4_d4")["position"]["black"], ["d4"])

    def test_a_side_with_too_few_stones_has_lost(self):
        last = self.get(fen_target("nine-mens-morris", WHITE_WINS, "/mainline"))["mainline"][-1]
        served = self.get(fen_target("nine-mens-morris", last["fen"]))
        self.assertTrue(served["checkmate"])
        self.assertEqual((served["category"], served["dtw"], served["moves"]), ("loss", 0, []))
        self.assertEqual(served["position"]["over"], "too few stones")
        self.assertEqual(served["position"]["winner"], "white")

    def test_the_line_of_best_play_ends_the_game_in_as_many_plies(self):
        served = self.get(fen_target("nine-mens-morris", WHITE_WINS, "/mainline"))
        self.assertEqual((served["winner"], served["dtw"], len(served["mainline"])), ("w", 3, 3))
        self.assertEqual([move["dtw"] for move in served["mainline"]], [-2, 1, 0])
        drawn = self.get(f"{FIVE}/mainline?fen=startpos")
        self.assertEqual((drawn["winner"], drawn["dtw"], drawn["mainline"]), (None, None, []))

    def test_a_variant_is_addressed_by_the_digest_of_its_rules_too(self):
        digest = self.get("/variants")["variants"][0]["digest"]
        self.assertEqual(self.get(f"/{digest}?fen=startpos"), self.get(f"{FIVE}?fen=startpos"))

    def test_only_what_cannot_change_is_kept_for_ever(self):
        five, nine = (variant["digest"] for variant in self.get("/variants")["variants"])
        short, hour, ever = "public, max-age=60", "public, max-age=3600", "immutable"
        for target, keeping in (
                (f"/{five}?fen=startpos", ever), (f"{FIVE}?fen=startpos", hour),
                (f"/{five}/mainline?fen=startpos", ever), (f"{FIVE}/mainline?fen=startpos", hour),
                (f"/{nine}/position?fen=startpos", ever), (f"{NINE}/position?fen=startpos", hour),
                (f"/{five}/stats", short), (f"/{five}/stats?subspace=3-3", short),
                (f"{FIVE}/stats", short), ("/variants", short),
                ("/", "no-cache"), ("/openapi.json", "no-cache"),
                ("/healthz", "no-store"), ("/metrics", "no-store")):
            _, headers, _ = self.server.request("GET", target)
            self.assertIn(keeping, headers["Cache-Control"], target)
            self.assertEqual(headers["ETag"] is None, keeping == "no-store", target)

    def test_what_is_not_known_yet_is_asked_for_again_soon(self):
        part = self.folder / "part"
        self.run_program("build", "--db", part, "4-3")
        for name in ("3-3.value", "3-3.distance", "3-4.distance"):
            (part / name).unlink()
        server = Server("--db", part)
        self.addCleanup(server.stop)
        digest = json.loads(server.request("GET", "/variants")[2])["variants"][0]["digest"]
        for fen in self.positions_of("O" * 4 + "@" * 3, 30):
            status, headers, body = server.request("GET", fen_target(digest, fen))
            answer = json.loads(body)
            self.assertEqual(status, 200, body)
            is_whole = all(known["category"] == "draw" or known["dtw"] is not None
                           for known in [answer, *answer["moves"]])
            self.assertEqual("immutable" in headers["Cache-Control"], is_whole, answer)
            self.assertIn("immutable" if is_whole else "max-age=60", headers["Cache-Control"])

    def positions_of(self, stones, count):
        """Random positions of these stones, White to move."""
        chance = random.Random(1)
        for _ in range(count):
            board = chance.sample(stones + "*" * (24 - len(stones)), 24)
            yield "/".join("".join(board[ring:ring + 8]) for ring in (0, 8, 16)) + " w"

    def test_a_line_that_needs_a_missing_file_tells_what_to_build(self):
        part = self.folder / "without-distances"
        self.run_program("build", "--db", part, "3-3")
        (part / "3-3.distance").unlink()
        server = Server("--db", part)
        self.addCleanup(server.stop)
        status, _, body = server.request("GET", fen_target("nine-mens-morris", WHITE_WINS, "/mainline"))
        error = json.loads(body)
        self.assertEqual(status, 404, body)
        self.assertIn("3-3.distance: there is no such file", error["error"])
        self.assertIn("millstone build --db DIR", error["error"])

    def test_no_error_tells_a_directory_whatever_its_name(self):
        place = self.folder / "places"
        place.mkdir()
        self.run_program("build", "--db", place / "whole", "3-3", "4-3")
        (place / "whole" / "3-3.distance").unlink()
        damaged = place / "whole" / "4-3.value"
        damaged.write_bytes(damaged.read_bytes()[:-1])
        names = ["nine", "a", "5", "D", "I", "DIR", "R", "--db", "is damaged", "x" * 200]
        for name in names:
            (place / name).symlink_to("whole")
        damage = damaged.stat().st_size
        expected = {
            "/nine-mens-morris?fen=startpos": (404, (
                "0-0+9-9.value: there is no such file in DIR; `millstone build --db DIR --variant "
                "nine-mens-morris 0-0+9-9` makes it")),
            fen_target("nine-mens-morris", WHITE_WINS, "/mainline"): (404, (
                "3-3.distance: there is no such file; `millstone build --db DIR --variant "
                "nine-mens-morris 3-3` makes it")),
            "/nine-mens-morris/stats?subspace=5-5": (404, (
                "5-5.value: there is no such file; `millstone build --db DIR --variant "
                "nine-mens-morris 5-5` makes it")),
            "/nine-mens-morris/stats?subspace=4-3": (500, (
                f"4-3.value: is damaged: {damage + 1} bytes were written, {damage} are there")),
            fen_target("nine-mens-morris", "OOOO****/********/@@@***** w"): (500, (
                f"4-3.value: is damaged: {damage + 1} bytes were written, {damage} are there")),
        }
        relative = [*names, *(f"{name}/" for name in names), "."]
        absolute = [str(place / name) for name in ("nine", "DIR", "whole")]
        for name in relative + absolute:
            with self.subTest(name):
                server = Server(f"--db={name}", directory=place / "whole" if name == "." else place)
                try:
                    for target, (status, sentence) in expected.items():
                        found, _, body = server.request("GET", target)
                        self.assertEqual((found, json.loads(body)["error"]), (status, sentence), target)
                    found, _, body = server.request("POST", f"{NINE}/play", b'{"moves": ["d6"]}')
                    self.assertEqual(found, 404)
                    self.assertIn("in DIR; `millstone build --db DIR ", json.loads(body)["error"])
                finally:
                    server.stop()

    def test_perfect_play_takes_the_best_turn_that_is_known(self):
        part = self.folder / "few-distances"
        shutil.copytree(self.five, part)
        for name in ("3-3", "4-3", "3-4"):
            (part / f"{name}.distance").unlink()
        server = Server("--db", part)
        self.addCleanup(server.stop)

        def ask(target, body=None):
            status, _, answer = server.request("POST" if body else "GET", target, body and json.dumps(body))
            return status, json.loads(answer)

        wins_at_once = "*****@**/@**OO*@O w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
        chance = random.Random(3)
        fens = [wins_at_once]
        for _ in range(60):
            board = chance.sample("OOO@@@" + "*" * 10, 16)
            fens.append("/".join("".join(board[ring:ring + 8]) for ring in (0, 8)) + " w")
        seen = set()
        for fen in fens:
            status, best = ask(fen_target("five-mens-morris", fen))
            self.assertEqual(status, 200, best)
            if not best["moves"] or best["category"] == "draw":
                continue
            first = best["moves"][0]
            self.assertEqual(first["category"], LOST_VALUES[best["category"]])
            equal = {move["uci"] for move in best["moves"]
                     if (move["category"], move["dtw"]) == (first["category"], first["dtw"])}
            status, line = ask(fen_target("five-mens-morris", fen, "/mainline"))
            for _ in range(3):
                status_of_play, played = ask(f"{FIVE}/play", {"fen": best["fen"]})
                self.assertEqual(status_of_play, 200, played)
                self.assertIn(played["uci"], equal, fen)
                self.assertEqual(played["category"], best["category"])
            at_once = best["category"] == "win" and first["dtw"] == 0
            seen.add((best["category"], at_once))
            if at_once:
                self.assertEqual(line["mainline"][0]["uci"], first["uci"])
            elif best["dtw"] is None:
                self.assertEqual(status, 404, line)
        self.assertLessEqual({("win", True), ("win", False)}, seen)

    def test_a_missing_file_does_not_hide_a_damaged_one_and_a_win_in_1_is_played(self):
        part = self.folder / "gap"
        self.run_program("build", "--db", part, "4-3")
        (part / "4-3.distance").unlink()
        damaged = part / "3-4.distance"
        damaged.write_bytes(damaged.read_bytes()[:-1])
        server = Server("--db", part)
        self.addCleanup(server.stop)
        seen = set()
        for fen in self.positions_of("OOOO@@@", 40):
            whole = self.get(fen_target("nine-mens-morris", fen))
            at_once = whole["dtw"] == 1
            seen.add(at_once)
            self.run_program("probe", "--db", part, fen, code=1)
            self.assertIn("3-4.distance: is damaged", self.last_error)
            answers = [server.request("POST", f"{NINE}/play", json.dumps({"fen": fen}))]
            if whole["category"] != "draw":  # which has no line
                answers.append(server.request("GET", fen_target("nine-mens-morris", fen, "/mainline")))
            for status, _, body in answers:
                self.assertEqual(status, 200 if at_once else 500, body)
                if not at_once:
                    self.assertIn("3-4.distance: is damaged", json.loads(body)["error"])
        self.assertEqual(seen, {True, False})

    def test_a_position_is_taken_apart_and_put_together(self):
        taken = self.get(fen_target("nine-mens-morris", "startpos", "/position"))
        self.assertEqual(len(taken["moves"]), 24)  # although there is no file for it
        parts = ("white=d6,f6&black=d5&white_hand=7&black_hand=8&turn=black")
        made = self.get(f"{NINE}/position?{parts}")
        self.assertEqual(made["position"], {
            "turn": "black", "white": ["d6", "f6"], "black": ["d5"], "white_hand": 7,
            "black_hand": 8, "marked": [], "removals": 0, "removes_own": False, "phase": "placing", "over": None, "winner": None})
        self.assertEqual(self.get(fen_target("nine-mens-morris", made["fen"], "/position")), made)

    def test_parts_that_make_no_position_are_refused_by_name(self):
        for query, field, word in (("white=z9", "white", "z9"), ("white=d6&black=d6", "black", "d6"),
                                   ("removals=5&white=d6", "removals", "no stone to take"),
                                   ("removals=3&white=d6,a1,a7&black=f4,d1,g1", "removals", "mayRemoveMultiple"),
                                   ("white_hand=9&white=d6", "white_hand", "10 stones"),
                                   ("black_hand=10&turn=black", "black_hand", "10 stones"),
                                   ("white=a1,a4,a7,b2,b4,b6,c3,c4,c5,d1&turn=black", "white",
                                    "the opponent has 10 stones"),
                                   ("white_hand=99", "white_hand", "99"), ("turn=red", "turn", "red"),
                                   ("white_hand=-1", "white_hand", "-1"),
                                   ("white=d6,d6", "white", "d6"), ("black=d6,f4,d6", "black", "d6")):
            error = self.get(f"{NINE}/position?{query}", 400)
            self.assertEqual(error["field"], field, query)
            self.assertIn(word, error["error"])

    def test_a_wrong_position_is_refused_in_one_sentence(self):
        for fen in ("nonsense", "", "O@O*****/*****@*O/**@***** w m s 3 0 9 0 0 0 0 0 0 0 0 3 20"):
            error = self.get(fen_target("nine-mens-morris", fen), 400)
            self.assertEqual(error["field"], "fen")
            self.assertNotIn("\n", error["error"])
        self.assertEqual(self.get(NINE, 400)["field"], "fen")

    def test_a_position_without_a_file_tells_what_to_build(self):
        error = self.get(f"{NINE}?fen=startpos", 404)
        self.assertIn("millstone build", error["error"])
        self.assertIn("0-0+9-9", error["error"])
        self.assertNotIn(str(self.folder), error["error"])


class Rest(ServedTest):
    arguments = ("--engine-time", 120)  # a search that goes on without its client outlives a test

    def test_variants_tell_all_that_drawing_a_board_needs(self):
        five, nine = self.get("/variants")["variants"]
        self.assertEqual((five["name"], nine["name"]), ("five-mens-morris", "nine-mens-morris"))
        self.assertEqual(nine["rules"]["pieceCount"], 9)
        self.assertEqual((five["rules"]["pieceCount"], five["defaults"]["pieceCount"]), (5, 9))
        board = nine["board"]
        self.assertEqual((len(board["points"]), len(board["edges"]), len(board["lines"])), (24, 32, 16))
        self.assertEqual(len(board["symmetries"]), 16)
        for point in board["points"]:
            self.assertEqual(point["name"], "abcdefg"[point["x"]] + str(point["y"] + 1))
        self.assertIn("4-4", nine["subspaces"])

    def test_stats_are_those_of_the_program(self):
        stats = self.json_of("stats", "--db", self.nine)
        served = self.get(f"{NINE}/stats")
        for one, other in zip(stats["subspaces"], served["subspaces"]):
            for name in ("subspace", "classes", "wins", "draws", "losses", "longest_win"):
                self.assertEqual(one[name], other[name])
        self.assertEqual(served["totals"]["classes"],
                         sum(row["classes"] for row in served["subspaces"]))

    def test_the_distances_of_a_subspace_add_up_to_its_counts(self):
        served = self.get(f"{NINE}/stats?subspace=4-3")
        self.assertEqual(sum(served["wins_by_distance"]), served["wins"])
        self.assertEqual(sum(served["losses_by_distance"]), served["losses"])
        self.assertEqual(len(served["wins_by_distance"]) - 1,
                         max(served["longest_win"], served["longest_loss"]))

    def test_a_subspace_that_is_not_on_file_tells_what_to_build(self):
        error = self.get(f"{NINE}/stats?subspace=9-9", 404)
        self.assertEqual(error["field"], "subspace")
        self.assertIn("9-9.value: there is no such file", error["error"])
        self.assertIn("`millstone build --db DIR --variant nine-mens-morris 9-9` makes it", error["error"])
        for text in ("10-3", "x", "3", "3-3-3"):
            self.assertEqual(self.get(f"{NINE}/stats?subspace={text}", 400)["field"], "subspace")

    def test_a_subspace_is_named_as_the_server_writes_it(self):
        name = next(row["subspace"] for row in self.get(f"{FIVE}/stats")["subspaces"]
                    if "+" in row["subspace"])
        for written in (name, name.replace("+", "%2B")):
            self.assertEqual(self.get(f"{FIVE}/stats?subspace={written}")["subspace"], name)

    def test_a_review_says_what_analyze_says(self):
        game = self.folder / "game.txt"
        self.run_program("match", "--db", self.five, "--first", "perfect", "--second", "random",
                         "--count", 1, "--games", game)
        analyzed = self.json_of("analyze", "--db", self.five, game)["games"][0]
        text = game.read_text()
        as_text = self.post(f"{FIVE}/review", text, kind="text/plain")
        as_json = self.post(f"{FIVE}/review", {"game": text})
        self.assertEqual(as_text, as_json)
        for known, turn in zip(analyzed["turns"], as_text["turns"], strict=True):
            self.assertEqual(known, {name: turn[name] for name in turn if name != "fen"})
        again = self.post(f"{FIVE}/review", as_text["text"], kind="text/plain")
        self.assertEqual(again["turns"], as_text["turns"])

    def test_a_game_of_turns_is_reviewed_and_saved(self):
        served = self.post(f"{FIVE}/review", {"moves": ["c4", "d4"], "white": "Ann"})
        self.assertEqual([turn["turn"] for turn in served["turns"]], ["c4", "d4"])
        self.assertIn('[White "Ann"]', served["text"])
        self.assertEqual(served["result"], "*")

    def test_a_game_that_was_given_up_keeps_its_result(self):
        game = {"moves": ["c4", "d4"], "white": "Ann", "black": "Ben", "result": "1-0",
                "reason": "time"}
        served = self.post(f"{FIVE}/review", game)
        self.assertEqual(self.post(f"{FIVE}/review", served["text"], kind="text/plain"), served)
        for name in ("white", "black", "result", "reason"):
            self.assertEqual(served[name], game[name])
        for result in ("0-1", "1/2-1/2", "*"):
            self.assertEqual(self.post(f"{FIVE}/review", {"result": result})["result"], result)
        won = self.get(fen_target("nine-mens-morris", WHITE_WINS, "/mainline"))["mainline"]
        moves = [move["uci"] for move in won]
        by_rules = self.post(f"{NINE}/review", {"fen": WHITE_WINS, "moves": moves, "result": "0-1"})
        self.assertEqual((by_rules["result"], by_rules["reason"]), ("1-0", "too few stones"))

    def there_and_back(self, fen):
        """Four turns that lead from a position in which both sides can slide or fly back to it."""
        slides, at = [], fen
        for place in (0, -1):
            slide = [move for move in self.get(fen_target("nine-mens-morris", at, "/position"))["moves"]
                     if not move["zeroing"]][place]
            slides.append(slide["uci"])
            at = slide["fen"]
        return slides + ["-".join(slide.split("-")[::-1]) for slide in slides]

    def test_what_is_told_of_a_game_makes_the_same_game_again(self):
        fen = "O*O*O***/*****@*@/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
        turns = " ".join(self.there_and_back(fen) * 3)
        repetition = {"result": "1/2-1/2", "reason": "repetition"}
        for tags, result, told in (
                ('', "*", {"result": "*"}),
                ('[Reason "repetition"]\n', "1/2-1/2", {}),
                ('[threefoldRepetitionRule "false"]\n', "*", {"threefoldRepetitionRule": False}),
                ('[threefoldRepetitionRule "false"]\n[Reason "repetition"]\n', "1/2-1/2",
                 {"threefoldRepetitionRule": False, **repetition}),
                ('[nMoveRule "0"]\n[endgameNMoveRule "7"]\n[White "Ann"]\n[Black ""]\n[Round "1.2"]\n[Round "2"]\n'
                 '[Site "\\"Inn\\" \\\\"]\n[OpeningTurns "2"]\n[OpeningChoice "by lot"]\n[Reason "time"]\n', "1-0",
                 {"nMoveRule": 0, "endgameNMoveRule": 7, "white": "Ann", "black": "", "result": "1-0",
                  "reason": "time", "opening_turns": 2, "opening_choice": "by lot",
                  "tags": [["Round", "1.2"], ["Round", "2"], ["Site", '"Inn" \\']]})):
            text = f'[Start "{fen}"]\n{tags}1. {turns} {result}'
            review = self.post(f"{NINE}/review", text, kind="text/plain")
            self.assertEqual(review["told"], told)
            game = {"fen": review["start"], "moves": [turn["turn"] for turn in review["turns"]]}
            self.assertEqual(self.post(f"{NINE}/review", {**game, **told}), review)

    def test_games_are_played_on_by_their_own_rules(self):
        fen = "O*O*O***/*****@*@/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
        game = {"fen": fen, "moves": self.there_and_back(fen) * 2, "level": 1}
        self.assertIn("repetition", self.post(f"{NINE}/play", game, 400)["error"])
        endless = {**game, "threefoldRepetitionRule": False}
        self.assertIsNone(self.post(f"{NINE}/review", endless)["ending"])
        self.post(f"{NINE}/play", endless)
        counted = {**endless, "endgameNMoveRule": 8}
        self.assertEqual(self.post(f"{NINE}/review", counted)["ending"], "n-move rule")
        self.assertIn("n-move rule", self.post(f"{NINE}/play", counted, 400)["error"])

    def test_a_review_says_where_the_rules_ended_the_game(self):
        fen = "O*O*O***/*****@*@/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 0 1"
        there_and_back = self.there_and_back(fen)
        for times, ending, after in ((1, None, None), (2, "repetition", 8), (3, "repetition", 8)):
            served = self.post(f"{NINE}/review", {"fen": fen, "moves": there_and_back * times})
            self.assertEqual((served["ending"], served["ending_after"]), (ending, after))
            self.assertEqual(len(served["turns"]), 4 * times)
        text = f'[Start "{fen}"]\n[nMoveRule "3"]\n[endgameNMoveRule "3"]\n1. {" ".join(there_and_back)} *'
        served = self.post(f"{NINE}/review", text, kind="text/plain")
        self.assertEqual((served["ending"], served["ending_after"]), ("n-move rule", 3))

    def test_games_that_make_no_sense_are_refused(self):
        for body, field in (({"moves": ["z9"]}, "moves"), ({"moves": "c4"}, "moves"),
                            ({"moves": [1]}, "moves"), ({"fen": "x"}, "fen"), ({"fen": 1}, "fen"),
                            ({"moves": ["c4"] * 1001}, "moves"), ({"game": "1. z9"}, "game"),
                            ({"game": ""}, "game"), ({"result": "won"}, "result"),
                            ({"result": 1}, "result"), ({"reason": 1}, "reason"),
                            ({"nMoveRule": -1}, "nMoveRule"), ({"nMoveRule": 1 << 40}, "nMoveRule"),
                            ({"endgameNMoveRule": "0"}, "endgameNMoveRule"),
                            ({"threefoldRepetitionRule": 0}, "threefoldRepetitionRule"),
                            ({"opening_turns": 1}, "opening_turns"), ({"opening_turns": 0.5}, "opening_turns"),
                            ({"opening_choice": []}, "opening_choice"), ({"tags": {"Round": "1"}}, "tags"),
                            ({"tags": [["Round", 1]]}, "tags"), ({"tags": [["Result", "1-0"]]}, "tags"),
                            ({"tags": [["Round\"]\n[Site", "x"]]}, "tags"), ({"tags": [["Round", "a\nb"]]}, "tags"),
                            ("[1]", None), ("{", None)):
            self.assertEqual(self.post(f"{FIVE}/review", body, 400)["field"], field, body)

    def test_a_game_by_other_rules_is_refused_by_name(self):
        text = '[Rules "abc"]\n1. c4\n*'
        for body, kind in ((text, "text/plain"), ({"game": text}, "application/json")):
            error = self.post(f"{FIVE}/review", body, 400, kind)
            self.assertEqual(error["field"], "game")
            self.assertIn("rules abc", error["error"])

    def test_perfect_play_wins_where_it_can(self):
        game = {"fen": WHITE_WINS, "moves": []}
        for ply in range(3):
            played = self.post(f"{NINE}/play", {**game, "level": "perfect"})
            self.assertEqual("".join(played["actions"]).replace("x", ""),
                             played["uci"].replace("x", ""))
            self.assertEqual(played["category"], "loss" if ply == 1 else "win")
            game["moves"].append(played["uci"])
        self.assertEqual((played["ending"], played["winner"]), ("too few stones", "white"))
        over = self.post(f"{NINE}/play", game, 400)
        self.assertIn("the game is over", over["error"])

    def test_perfect_play_needs_no_search(self):
        with self.server.connect() as client:
            self.begin_analysis(client)
            self.assertEqual(self.post(f"{NINE}/play", {"moves": ["d6"], "level": 3}, 503)["field"], None)
            played = self.post(f"{NINE}/play", {"fen": WHITE_WINS, "level": "perfect"})
            self.assertEqual(played["category"], "win")
        self.wait_until_no_search_runs()

    def test_the_engine_plays_where_there_is_no_file(self):
        played = self.post(f"{NINE}/play", {"moves": ["d6"], "level": 3, "seconds": 1})
        self.assertEqual((played["category"], played["dtw"]), ("unknown", None))
        self.assertEqual(len(played["position"]["black"]), 1)
        self.assertIn("millstone build", self.post(f"{NINE}/play", {"moves": ["d6"]}, 404)["error"])

    def test_levels_and_times_out_of_range_are_refused(self):
        for member, value in (("level", -1), ("level", 31), ("level", "best"), ("seconds", 0),
                              ("seconds", 1e9), ("seconds", "1")):
            body = {"level": 3, member: value}
            self.assertEqual(self.post(f"{FIVE}/play", body, 400)["field"], member)

    def test_an_analysis_goes_on_until_the_client_has_enough(self):
        with self.server.connect() as client:
            client.sendall(f"GET {NINE}/analysis?fen=startpos&lines=2 HTTP/1.1\r\n"
                           "Host: localhost\r\n\r\n".encode())
            received = b""
            while received.count(b"data: ") < 3:
                received += client.recv(65536)
        self.assertIn(b"Content-Type: text/event-stream", received)
        findings = [json.loads(part.split(b"\n")[0]) for part in received.split(b"data: ")[1:3]]
        self.assertEqual([len(finding["lines"]) for finding in findings], [2, 2])
        # A client that is slow to read is told of the last depth alone.
        self.assertTrue(1 <= findings[0]["depth"] < findings[1]["depth"], findings)
        self.wait_until_no_search_runs()

    def wait_until_no_search_runs(self):
        deadline = time.monotonic() + SECONDS
        while b"millstone_running_searches 0" not in self.server.request("GET", "/metrics")[2]:
            self.assertLess(time.monotonic(), deadline, "the search goes on without its client")
            time.sleep(0.02)

    def begin_analysis(self, client):
        """Asks for an analysis, and sees that it has begun."""
        client.sendall(f"GET {NINE}/analysis?fen=startpos HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        received = b""
        while b"data: " not in received:
            more = client.recv(65536)
            received += more
            self.assertTrue(more and received.startswith(b"HTTP/1.1 200 "[:len(received)]), received)

    def test_a_second_analysis_is_asked_to_come_again(self):
        target = f"{NINE}/analysis?fen=startpos"
        with self.server.connect() as client:
            self.begin_analysis(client)
            status, headers, body = self.server.request("GET", target)
            self.assertEqual(status, 503, body)
            self.assertGreater(int(headers["Retry-After"]), 0)
        self.wait_until_no_search_runs()

    def test_a_search_may_begin_as_soon_as_the_one_before_is_given_up(self):
        body = {"moves": [], "level": 1}
        for begun in range(20):
            with self.server.connect() as client:
                self.begin_analysis(client)
            if begun % 2:
                self.post(f"{NINE}/play", body)
        self.wait_until_no_search_runs()

    def test_it_may_begin_too_where_the_machine_is_busy_and_the_one_before_had_not_begun(self):
        hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
                for _ in range(8 * os.cpu_count())]
        try:
            for _ in range(6):
                with self.server.connect() as client:
                    client.sendall(f"GET {NINE}/analysis?fen=startpos HTTP/1.1\r\n"
                                   "Host: localhost\r\n\r\n".encode())
                    time.sleep(0.02)
                with self.server.connect() as client:
                    self.begin_analysis(client)
        finally:
            for hog in hogs:
                hog.kill()
            for hog in hogs:
                hog.wait()
        self.wait_until_no_search_runs()

    def test_searches_one_after_the_other_are_never_refused(self):
        server = Server("--db", self.nine, "--engine-time", "0.1")
        self.addCleanup(server.stop)
        for _ in range(30):
            status, _, body = server.request("GET", f"{NINE}/analysis?fen=startpos")
            self.assertEqual(status, 200, body)
            self.assertTrue(body.endswith(b"event: end\ndata: {}\n\n"), body)
            self.assertIn(b"millstone_running_searches 0", server.request("GET", "/metrics")[2])

    def test_an_analysis_says_what_is_known_while_all_searches_are_taken(self):
        with self.server.connect() as client:
            self.begin_analysis(client)
            self.assert_known_without_a_search()
        self.wait_until_no_search_runs()

    def assert_known_without_a_search(self):
        with self.server.connect() as client:
            client.sendall(f"GET {FIVE}/analysis?fen=startpos HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            received = b""
            while chunk := client.recv(65536):
                received += chunk
        self.assertEqual(received.count(b"data: {"), 2)  # with that of the end
        finding = json.loads(received.split(b"data: ")[1].split(b"\n")[0])
        self.assertEqual((finding["depth"], finding["nodes"]), (0, 0))
        line = finding["lines"][0]
        self.assertEqual((line["category"], line["dtw"], line["score"]), ("draw", None, 0))

    def test_an_analysis_of_a_game_that_is_over_is_refused(self):
        over = "********/OO***@*O/**@***** b o ? 3 0 2 0 0 0 0 0 0 0 0 0 2"
        self.assertEqual(self.get(fen_target("nine-mens-morris", over, "/analysis"), 400)["field"],
                         "fen")
        self.assertEqual(self.get(f"{NINE}/analysis?fen=startpos&lines=11", 400)["field"], "lines")

    def test_metrics_count_requests_by_route_and_status(self):
        self.get(f"{FIVE}?fen=startpos")
        counted = 'millstone_http_requests_total{route="/{variant}",status="200"}'
        end = time.monotonic() + SECONDS
        text = ""
        while counted not in text and time.monotonic() < end:  # which is done after the answer
            text = self.server.request("GET", "/metrics")[2].decode()
        for line in (counted, "millstone_http_open_connections", 'millstone_http_request_seconds_bucket',
                     'millstone_cache_hits_total{variant="five-mens-morris"'):
            self.assertIn(line, text)

    def test_unknown_addresses_are_told_apart(self):
        self.assertIn("/variants", self.get("/chess?fen=x", 404)["error"])
        self.assertIn("did you mean 'five-mens-morris'",
                      self.get("/five-mens-moris?fen=x", 404)["error"])
        self.assertIn("/openapi.json", self.get("/a/b/c", 404)["error"])


class Http(ServedTest):
    def test_head_is_get_without_the_body(self):
        target = f"{FIVE}?fen=startpos"
        _, got, body = self.server.request("GET", target)
        status, headers, nothing = self.server.request("HEAD", target)
        self.assertEqual((status, nothing), (200, b""))
        for name in ("Content-Length", "ETag", "Content-Type", "Cache-Control"):
            self.assertEqual(headers[name], got[name])
        self.assertEqual(int(headers["Content-Length"]), len(body))

    def test_options_and_405_tell_the_methods(self):
        status, headers, _ = self.server.request("OPTIONS", f"{FIVE}/play")
        self.assertEqual((status, headers["Allow"]), (204, "POST, OPTIONS"))
        self.assertEqual(self.server.request("OPTIONS", "*")[0], 204)
        status, headers, _ = self.server.request("GET", f"{FIVE}/play")
        self.assertEqual((status, headers["Allow"]), (405, "POST, OPTIONS"))
        for target, methods in ((FIVE, "GET, HEAD, OPTIONS"), (f"{FIVE}/play", "POST, OPTIONS"),
                                ("/none/such/place", "GET, HEAD, POST, OPTIONS")):
            status, headers, _ = self.server.request("DELETE", target)
            self.assertEqual((status, headers["Allow"]), (405, methods))

    def test_head_of_an_analysis_is_refused_where_get_is(self):
        for target, status in ((f"{NINE}/analysis?fen=startpos", 200), (f"{NINE}/analysis?fen=x", 400),
                               (f"{NINE}/analysis?fen=startpos&lines=0", 400),
                               ("/chess/analysis?fen=startpos", 404)):
            found, headers, body = self.server.request("HEAD", target)
            self.assertEqual((found, body), (status, b""), target)
            self.assertEqual(headers["Content-Length"] is None, status == 200)
        received = self.server.raw(f"HEAD {NINE}/analysis?fen=startpos HTTP/1.1\r\n"
                                   "Host: localhost\r\n\r\n".encode())
        self.assertTrue(received.endswith(b"\r\n\r\n"), received)
        self.assertIn(b"Content-Type: text/event-stream", received)

    def test_options_of_what_is_not_there_is_404(self):
        for target in ("/chess", "/chess/play", "/a/b/c"):
            self.assertEqual(self.server.request("OPTIONS", target)[0], 404, target)
        self.assertEqual(self.server.request("GET", "/chess/play")[0], 404)

    def test_every_answer_has_its_date(self):
        for method, target in (("GET", "/healthz"), ("HEAD", "/"), ("OPTIONS", "*"), ("GET", "/nothing"),
                               ("DELETE", "/"), ("GET", f"{NINE}/analysis?fen=x")):
            _, headers, _ = self.server.request(method, target)
            age = datetime.now(timezone.utc) - parsedate_to_datetime(headers["Date"])
            self.assertLess(abs(age.total_seconds()), 60, headers["Date"])
            self.assertTrue(headers["Date"].endswith(" GMT"))
        self.assertIn(b"\r\nDate: ", self.server.raw(b"nonsense\r\n\r\n"))

    def test_a_target_may_name_the_server(self):
        for target, status in (("http://localhost/healthz", 200), ("HTTP://127.0.0.1:80/healthz", 200),
                               (f"http://localhost{FIVE}?fen=startpos", 200), ("http://localhost", 200),
                               ("https://localhost/nothing", 404), ("http://evil.example/healthz", 421),
                               ("http://localhost@evil.example/healthz", 421), ("http:///healthz", 421),
                               ("ftp://localhost/healthz", 400)):
            self.assertEqual(self.server.request("GET", target)[0], status, target)
        # What a target says counts, not what the header says beside it.
        for host, status in (("evil.example", 200), ("localhost", 200)):
            found = self.server.request("GET", "http://localhost/healthz", headers={"Host": host})
            self.assertEqual(found[0], status)

    def test_large_answers_are_compressed_for_those_who_take_it(self):
        target = f"{FIVE}?fen=startpos"
        _, _, plain = self.server.request("GET", target)
        for accepted, coding, unpack in (
                ("gzip, deflate, br, zstd", "zstd", zstandard.ZstdDecompressor().decompress),
                ("gzip;q=0.5", "gzip", gzip.decompress), ("*", "gzip", gzip.decompress),
                ("GZIP", "gzip", gzip.decompress), ("zstd;q=0.1, gzip", "gzip", gzip.decompress),
                ("gzip;q=0.5, ZStd; Q=0.5", "zstd", zstandard.ZstdDecompressor().decompress),
                ("zstd;q=0, *;q=0.1", "gzip", gzip.decompress)):
            _, headers, body = self.server.request("GET", target, headers={"Accept-Encoding": accepted})
            self.assertEqual(headers["Content-Encoding"], coding)
            self.assertEqual(headers["Vary"], "Accept-Encoding")
            self.assertEqual(unpack(body), plain)
            self.assertLess(len(body), len(plain) / 3)
        for accepted in ("gzip;q=0", "gzip;q=0, *", "identity, gzip;q=0.5", "br", "", "*;q=0", "xgzip"):
            _, headers, body = self.server.request("GET", target, headers={"Accept-Encoding": accepted})
            self.assertEqual((headers["Content-Encoding"], body), (None, plain), accepted)

    def test_what_a_client_has_is_not_sent_again(self):
        target = f"{FIVE}?fen=startpos"
        _, headers, _ = self.server.request("GET", target)
        tag = headers["ETag"]
        for tags in (tag, f'"other", W/{tag}', "*"):
            status, headers, body = self.server.request("GET", target, headers={"If-None-Match": tags})
            self.assertEqual((status, body, headers["ETag"]), (304, b"", tag))
        self.assertEqual(self.server.request("GET", target, headers={"If-None-Match": '"x"'})[0], 200)

    def test_one_connection_takes_many_requests_at_once_and_answers_in_order(self):
        names = ["c4", "d4", "d3", "d2"]
        with self.server.connect() as client:
            client.sendall(b"".join(
                f"GET {FIVE}?fen=startpos_{name} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
                for name in names) + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            received = b""
            while chunk := client.recv(65536):
                received += chunk
        at = [received.index(f'"white":["{name}"]'.encode()) for name in names]
        self.assertEqual(at, sorted(at))
        self.assertTrue(received.endswith(b'{"status":"ok"}'))

    def test_headers_keep_browsers_from_doing_harm(self):
        for target in (f"{FIVE}?fen=startpos", "/nothing"):
            _, headers, _ = self.server.request("GET", target)
            self.assertEqual(headers["Content-Security-Policy"], "default-src 'self'")
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Access-Control-Allow-Origin"], "*")

    def test_pages_of_other_hosts_may_read_what_get_answers_and_nothing_else(self):
        allowed = "Access-Control-Allow-Origin"
        for target in (f"{FIVE}?fen=startpos", "/nothing", f"{FIVE}?fen=x", f"{NINE}/analysis?fen=x"):
            for method in ("GET", "HEAD"):
                self.assertEqual(self.server.request(method, target)[1][allowed], "*")
        for body in (b'{"moves":[]}', b"{", b"x" * 70000):
            status, headers, _ = self.server.request("POST", f"{FIVE}/review", body)
            self.assertEqual((status in (200, 400, 413), headers[allowed]), (True, None), status)
        for target, method, may in ((FIVE, "GET", True), (FIVE, "HEAD", True), (FIVE, "POST", False),
                                    (f"{FIVE}/play", "POST", False), (f"{FIVE}/play", "GET", False),
                                    ("/chess", "GET", False), (FIVE, None, True)):
            headers = {"Origin": "http://evil.example"}
            if method:
                headers["Access-Control-Request-Method"] = method
            found = self.server.request("OPTIONS", target, headers=headers)[1]
            self.assertEqual(found[allowed], "*" if may else None, (target, method))
            self.assertEqual(found["Access-Control-Allow-Methods"], "GET, HEAD" if may else None)

    def test_only_its_own_names_reach_a_server_on_loopback(self):
        for host in ("localhost", "127.0.0.1:80", "LOCALHOST:1", "[::1]:8080"):
            self.assertEqual(self.server.request("GET", "/healthz", headers={"Host": host})[0], 200, host)
        for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", ""):
            for method in ("GET", "HEAD", "POST", "OPTIONS", "DELETE"):
                found = self.server.request(method, "/healthz", headers={"Host": host})
                self.assertEqual(found[0], 421, (method, host))
        for method in (b"GET", b"OPTIONS", b"DELETE"):
            self.assertTrue(self.server.raw(method + b" / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 400 "))

    def test_pages_of_other_hosts_cannot_send(self):
        own = f"http://127.0.0.1:{self.server.port}"
        for origin, status in ((own, 200), ("http://evil.example", 403), ("null", 403)):
            found = self.server.request("POST", f"{FIVE}/review", b'{"moves":[]}', {"Origin": origin})
            self.assertEqual(found[0], status, origin)

    def test_a_proxy_on_another_port_hands_on_the_host_with_it(self):
        server = Server("--db", self.five, "--host", "mills.example.org")
        self.addCleanup(server.stop)
        for origin, host, status in (
                ("https://mills.example.org", "mills.example.org", 200),
                ("https://mills.example.org:8443", "mills.example.org:8443", 200),
                ("https://mills.example.org:8443", "mills.example.org", 403),
                ("https://mills.example.org:8443", "localhost", 403)):
            found, _, body = server.request("POST", f"{FIVE}/review", b'{"moves":[]}',
                                            {"Origin": origin, "Host": host})
            self.assertEqual(found, status, (origin, host))
            if status == 403:
                self.assertIn("with its port", json.loads(body)["error"])

    def test_an_empty_line_before_a_request_counts_for_nothing(self):
        once = b"\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for parts in (1, 2, len(once)):
            received = self.server.raw(once * 3, parts)
            self.assertEqual(received.count(b"HTTP/1.1 200 OK\r\n"), 3, received)
        for wrong in (b"\r\n\r\nGET / HTTP/1.1\r\n\r\n", b"\rGET / HTTP/1.1\r\n\r\n"):
            self.assertTrue(self.server.raw(wrong).startswith(b"HTTP/1.1 400 "), wrong)

    def test_a_body_may_be_announced_first(self):
        body = b'{"moves":["c4"]}'
        with self.server.connect() as client:
            client.sendall(f"POST {FIVE}/review HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                           f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n".encode())
            self.assertEqual(client.recv(1024), b"HTTP/1.1 100 Continue\r\n\r\n")
            client.sendall(body)
            received = b""
            while chunk := client.recv(65536):
                received += chunk
        self.assertTrue(received.startswith(b"HTTP/1.1 200 OK\r\n"), received[:80])


class Lives(ServedTest):
    """How a server begins and ends."""

    def test_sigterm_lets_what_is_under_way_end(self):
        server = Server("--db", self.five, "--engine-time", 2)
        with server.connect() as idle, server.connect() as busy:
            body = b'{"moves":[],"level":30,"seconds":1}'
            busy.sendall(b"POST /five-mens-morris/play HTTP/1.1\r\nHost: localhost\r\n"
                         b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            time.sleep(0.2)
            server.process.send_signal(signal.SIGTERM)
            self.assertEqual(idle.recv(1), b"")
            received = b""
            while chunk := busy.recv(65536):
                received += chunk
            self.assertTrue(received.startswith(b"HTTP/1.1 200 OK\r\n"), received[:80])
            self.assertIn(b"Connection: close", received)
        server.stop()
        with self.assertRaises(OSError):
            server.connect()

    def test_sigterm_ends_the_longest_search_soon_with_an_answer(self):
        server = Server("--db", self.five, "--db", self.nine, "--engine-time", 600, "--searches", 2)
        self.addCleanup(server.process.kill)  # a search that went on would outlive a failure
        with server.connect() as plays, server.connect() as listens:
            body = b'{"moves":[],"level":30,"seconds":600}'
            plays.sendall(b"POST /nine-mens-morris/play HTTP/1.1\r\nHost: localhost\r\n"
                          b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            listens.sendall(b"GET /nine-mens-morris/analysis?fen=startpos HTTP/1.1\r\n"
                            b"Host: localhost\r\n\r\n")
            while b"data: " not in listens.recv(65536):
                pass
            asked = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            for client, end in ((plays, b"}"), (listens, b"0\r\n\r\n")):
                received = b""
                while chunk := client.recv(65536):
                    received += chunk
                self.assertTrue(received.endswith(end), received[-80:])
                if client is plays:
                    self.assertTrue(received.startswith(b"HTTP/1.1 200 OK\r\n"), received[:80])
                    self.assertIn(b'"uci":"', received)
        server.stop()
        self.assertLess(time.monotonic() - asked, 15)  # with sanitizers; else a tenth of a second

    def test_connections_beyond_the_limit_are_turned_away(self):
        server = Server("--db", self.five, "--connections", 2)
        self.addCleanup(server.stop)
        with server.connect(), server.connect(), server.connect() as third:
            self.assertTrue(third.recv(1024).startswith(b"HTTP/1.1 503 "))

    def test_slow_requests_and_idle_connections_are_closed(self):
        server = Server("--db", self.five, "--idle-time", 1, "--request-time", 1)
        self.addCleanup(server.stop)
        with server.connect() as idle, server.connect() as slow:
            slow.sendall(b"GET / HT")
            for client in (idle, slow):
                self.assertEqual(client.recv(1024), b"")

    def test_a_name_of_two_databases_stands_for_the_first(self):
        other = self.folder / "other"
        self.run_program("build", "--db", other, "--variant", "nine-mens-morris", "--set",
                         "mayFly=false", "3-3")
        custom = self.folder / "custom"
        rules = self.folder / "rules.toml"
        rules.write_text('name = "variants"\nboard = "9"\n[rules]\npieceCount = 3\nmayFly = false\n')
        self.run_program("build", "--db", custom, "--rules", rules, "3-3")
        server = Server("--db", self.nine, "--db", other, "--db", custom)
        self.addCleanup(server.stop)
        self.assertEqual(len(server.remarks), 1, server.remarks)
        self.assertIn("/variants is an address of the server itself", server.remarks[0])
        variants = json.loads(server.request("GET", "/variants")[2])["variants"]
        names = ["nine-mens-morris", "nine-mens-morris with mayFly=false", "variants"]
        self.assertEqual([variant["name"] for variant in variants], names)
        digests = [variant["digest"] for variant in variants]
        self.assertEqual([variant["addresses"] for variant in variants],
                         [[names[0], digests[0]], [names[1], digests[1]], [digests[2]]])
        target = "/" + quote("nine-mens-morris with mayFly=false") + "/stats"
        self.assertEqual(server.request("GET", target)[0], 200)

    def test_who_does_not_take_an_answer_in_time_is_closed(self):
        server = Server("--db", self.five, "--answer-time", 1, "--idle-time", 600)
        self.addCleanup(server.stop)
        with server.connect() as client:
            client.setblocking(False)
            with self.assertRaises(BlockingIOError):
                while True:
                    client.send(b"GET /variants HTTP/1.1\r\nHost: localhost\r\n\r\n")
            deadline = time.monotonic() + 20
            while b"open_connections 1\n" not in server.request("GET", "/metrics")[2]:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.05)

    def test_the_environment_names_databases_as_the_unit_shows(self):
        named = {**os.environ, "MILLSTONE_DB": f"{self.five}:{self.nine}"}
        server = Server(environment=named)
        self.addCleanup(server.stop)
        self.assertEqual(len(json.loads(server.request("GET", "/variants")[2])["variants"]), 2)
        self.run_program("serve", env={**os.environ, "MILLSTONE_DB": str(self.folder)}, code=1)

    def build_three(self, name):
        """Three men's morris under another name, and its directory."""
        directory = self.folder / f"three-{name}"
        rules = self.folder / "three.toml"
        rules.write_text(f'name = "{name}"\nboard = "9"\n[rules]\npieceCount = 3\nmayFly = false\n')
        self.run_program("build", "--db", directory, "--rules", rules, "3-3")
        return directory

    def test_every_name_of_the_same_rules_is_an_address(self):
        three = self.folder / "three"
        self.run_program("build", "--db", three, "--variant", "three-mens-morris", "3-3")
        digest_name = self.get("/variants")["variants"][1]["digest"]
        server = Server("--db", self.build_three("variants"), "--db", three,
                        "--db", self.build_three("healthz"), "--db", self.build_three("little"),
                        "--db", self.build_three(digest_name), "--db", self.nine)
        self.addCleanup(server.stop)
        for name in ("three-mens-morris", "little"):
            self.assertEqual(server.request("GET", f"/{name}/stats")[0], 200)
        three_addresses = json.loads(server.request("GET", "/variants")[2])["variants"][0]["addresses"]
        self.assertEqual(three_addresses[:-1], ["little", "three-mens-morris"])
        for address in three_addresses:
            self.assertEqual(server.request("GET", f"/{address}/stats")[0], 200)
        stats = json.loads(server.request("GET", f"/{digest_name}/stats")[2])
        self.assertEqual(stats["digest"], digest_name)
        for name in ("variants", "healthz", digest_name):
            self.assertEqual(sum(f": /{name} is " in remark for remark in server.remarks), 1, server.remarks)
        self.assertEqual(len(server.remarks), 3, server.remarks)

    def test_wrong_usage_is_refused_in_one_sentence(self):
        self.run_program("serve", "--db", self.folder / "none", code=1)
        self.run_program("serve", "--db", self.five, "--listen", "nowhere", code=2)
        self.run_program("serve", "--db", self.five, "--listen", "1.2.3.4.5:80", code=2)
        for host in ("mills.example.org:8443", "[::1]:80", "https://mills.example.org"):
            self.run_program("serve", "--db", self.five, f"--host={host}", code=2)
            self.assertIn("expected a name without a port", self.last_error)
        for option in ("--threads", "--waiting", "--answer-time"):
            self.run_program("serve", "--db", self.five, option, 0, code=2)
        self.run_program("serve", "--db", self.five, "--static", self.five, code=1)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.run_program("serve", "--db", self.five, "--listen", f"127.0.0.1:{port}", code=1)
        self.assertIn("cannot be listened on", self.last_error)

    def test_positions_that_lead_to_a_damaged_file_are_answered(self):
        damaged = self.folder / "cut"
        self.run_program("build", "--db", damaged, "3-3", "4-3")
        for name in ("4-3.value", "3-3.distance"):
            (damaged / name).write_bytes((damaged / name).read_bytes()[:-1])
        server = Server("--db", damaged)
        self.addCleanup(server.stop)

        def ask(target, body=None):
            status, _, answer = server.request("POST" if body else "GET", target, body and json.dumps(body))
            self.assertNotIn(str(self.folder), answer.decode())
            return status, json.loads(answer)

        variant = ask("/variants")[1]["variants"][0]
        self.assertEqual(variant["damaged"], ["4-3"])
        self.assertNotIn("4-3", variant["subspaces"])
        self.assertEqual(len(server.remarks), 2, server.remarks)
        self.assertNotIn("not there", str(server.remarks))
        fen = "O*O*O***/*****@*@/*@@***** w"  # 3-4: White's slides lead to 4-3
        status, answer = ask(fen_target("nine-mens-morris", fen))
        self.assertEqual((status, answer["subspace"]), (200, "3-4"))
        whole = self.get(fen_target("nine-mens-morris", fen))
        self.assertEqual((answer["category"], answer["dtw"]), (whole["category"], whole["dtw"]))
        unknown = [move for move in answer["moves"] if move["category"] == "unknown"]
        self.assertTrue(unknown)
        self.assertEqual({move["dtw"] for move in unknown}, {None})
        review = {"fen": whole["fen"], "moves": [whole["moves"][0]["uci"]]}
        status, answer = ask("/nine-mens-morris/review", review)
        self.assertEqual((status, answer["turns"][0]["known"]), (200, False))
        for target, name in ((fen_target("nine-mens-morris", whole["moves"][0]["fen"]), "4-3.value"),
                             ("/nine-mens-morris/stats?subspace=4-3", "4-3.value"),
                             ("/nine-mens-morris/stats?subspace=3-3", "3-3.distance"),
                             (fen_target("nine-mens-morris", WHITE_WINS), "3-3.distance")):
            status, answer = ask(target)
            self.assertEqual(status, 500, target)
            self.assertIn(f"{name}: is damaged", answer["error"])
        self.assertEqual(ask("/nine-mens-morris/stats?subspace=3-4")[0], 200)

    def test_positions_of_a_damaged_file_alone_are_not_answered(self):
        damaged = self.folder / "damaged"
        self.run_program("build", "--db", damaged, "3-3", "4-3")
        file = damaged / "4-3.value"
        data = bytearray(file.read_bytes())
        for at in range(len(data) // 4, len(data)):
            data[at] ^= 255
        file.write_bytes(data)
        server = Server("--db", damaged)
        self.addCleanup(server.stop)
        status, _, body = server.request("GET", fen_target("nine-mens-morris", WHITE_WINS))
        self.assertEqual(status, 200, body)
        answers = {}
        chance = random.Random(1)
        for _ in range(200):
            board = chance.sample("O" * 4 + "@" * 3 + "*" * 17, 24)
            rings = "/".join("".join(board[ring:ring + 8]) for ring in (0, 8, 16))
            status, _, body = server.request("GET", fen_target("nine-mens-morris", f"{rings} w"))
            answers[status] = body
            if len(answers) == 2:
                break
        self.assertEqual(set(answers), {200, 500})
        body = answers[500]
        error = json.loads(body)["error"]
        self.assertIn("4-3.value", error)
        self.assertNotIn(str(self.folder), error)

    def test_every_preset_is_played_with_and_without_a_database(self):
        server = Server("--presets", "--db", self.five)
        self.addCleanup(server.stop)
        status, _, body = server.request("GET", "/variants")
        self.assertEqual(status, 200)
        variants = {variant["addresses"][0]: variant for variant in json.loads(body)["variants"]}
        names = [row["name"] for row in self.json_of("variants")["variants"]]
        self.assertCountEqual(variants, names)
        self.assertEqual([name for name in names if variants[name]["subspaces"]],
                         ["five-mens-morris"])
        for name in names:
            with self.subTest(name):
                status, _, body = server.request("GET", f"/{name}/position?fen=startpos")
                self.assertEqual(status, 200, body)
                first = json.loads(body)["moves"][0]["uci"]
                status, _, body = server.request(
                    "POST", f"/{name}/play",
                    json.dumps({"moves": [first], "level": 2, "seconds": 1}).encode(),
                    {"Content-Type": "application/json"})
                self.assertEqual(status, 200, body)
                self.assertEqual(len(json.loads(body)["position"]["black"]), 1)
        for name, says in (("mul-mulan", "there is no database of 'mul-mulan' here"),
                           ("russian-mill", "'oneTimeUseMill' = true is played but not solved")):
            status, _, body = server.request("GET", f"/{name}?fen=startpos")
            self.assertEqual(status, 404)
            self.assertIn(says, json.loads(body)["error"])


if __name__ == "__main__":
    unittest.main()
