"""Whole games through the protocol, action by action, beside a second version of the rules
(tests/support/plain_rules.py) and beside the Python module where it was built: legal actions,
positions, counters and values agree, and who plays the best move never loses value.

    same_game_test.py PROGRAM [FOLDER_OF_THE_MODULE] [unittest arguments]
"""

import random
import re
import subprocess
import sys
import tomllib
import unittest
from pathlib import Path

from program import DATA, ProgramTest, start

MODULE = sys.argv.pop(1) if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir() else None
if MODULE:
    sys.path.insert(0, MODULE)
    import millstone  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import plain_rules  # noqa: E402

RANDOM_RULES = 50
GAMES = 4  # of each rules
LONGEST = 60  # actions of a game
RANK = {"loss": 0, "draw": 1, "win": 2}

# What is drawn for each field; the boards are those of the presets of these names.
CHOICES = {
    "flyPieceCount": [3, 4], "flyCountsHand": [True, False], "mayFly": [True, False],
    "piecesAtLeastCount": [3, 3, 4], "millFormationActionInPlacingPhase": [0, 1, 3],
    "mayMoveInPlacingPhase": [False, False, True], "isDefenderMoveFirst": [False, True],
    "mayRemoveMultiple": [False, True], "mayRemoveFromMillsAlways": [False, True],
    "boardFullAction": [0, 1, 2, 3, 4], "stopPlacingWhenTwoEmptySquares": [False, True],
    "stalemateAction": [0, 1, 2, 3, 4, 5],
}
CAPTURES = ("custodianCapture", "interventionCapture", "leapCapture")
# Beside those, rules that are played but not solved.
PLAYED_CHOICES = CHOICES | {
    "millFormationActionInPlacingPhase": [0, 1, 2, 2, 4, 4, 5, 5],
    "restrictRepeatedMillsFormation": [False, True], "oneTimeUseMill": [False, False, True],
} | {capture: [False, True] for capture in CAPTURES} | {
    capture + part: [True, True, True, False] for capture in CAPTURES
    for part in ("OnSquareEdges", "OnCrossLines", "OnDiagonalLines", "InPlacingPhase",
                 "InMovingPhase")} | {
    capture + "OnlyWhenOwnPiecesLeq3": [False, False, True] for capture in CAPTURES}
PLAYED_PRESETS = {"three-mens-morris": [3, 4], "six-mens-morris": [4, 6, 8],
                  "nine-mens-morris": [4, 7, 12], "twelve-mens-morris": [5, 9, 12]}
PLAYED_RULES = 150
SMALL_PRESETS = {"three-mens-morris": [3, 4], "five-mens-morris": [3], "seven-mens-morris": [3]}


def toml(folder, name):
    return tomllib.loads((DATA / folder / f"{name}.toml").read_text(encoding="utf-8"))


def preset(name):
    """Board and rules of a preset, for the plain game."""
    variant = toml("variants", name)
    board = toml("boards", variant["board"])
    return (plain_rules.Board(board["rings"], board["edges"], board["lines"]),
            variant.get("rules", {}))


def draw_rules(draws):
    """The name of a preset and the fields to set on top of it."""
    name = draws.choice(list(SMALL_PRESETS))
    fields = {field: draws.choice(values) for field, values in CHOICES.items()}
    fields["pieceCount"] = draws.choice(SMALL_PRESETS[name])
    fields["piecesAtLeastCount"] = min(fields["piecesAtLeastCount"], fields["pieceCount"])
    if fields["isDefenderMoveFirst"]:  # does not go with rules under which placing does not alternate
        fields["mayMoveInPlacingPhase"] = False
        fields["millFormationActionInPlacingPhase"] = 0
    return name, fields


def draw_played_rules(draws):
    """The same of rules that need not be solved."""
    name = draws.choice(list(PLAYED_PRESETS))
    fields = {field: draws.choice(values) for field, values in PLAYED_CHOICES.items()}
    fields["pieceCount"] = draws.choice(PLAYED_PRESETS[name])
    fields["piecesAtLeastCount"] = min(fields["piecesAtLeastCount"], fields["pieceCount"])
    return name, fields


def option_of(field):
    """The option of the protocol that sets a field."""
    return field + "Enabled" if field in CAPTURES else field


def text_of(value):
    return str(value).lower()


class Talk:
    """A conversation with `millstone uci`."""

    def __init__(self, options):
        self.process = start("uci", stdin=subprocess.PIPE, bufsize=1)
        for name, value in options.items():
            self.say(f"setoption name {name} value {text_of(value)}")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, word):
        """What stands behind the word in the first line of the answer that begins with it."""
        self.say(line)
        for answer in self.process.stdout:
            if answer.startswith(word):
                return answer[len(word):].strip()
        raise AssertionError(f"no '{word}' after '{line}'")

    def actions(self):
        """Value names of the legal actions by their tokens."""
        entries = self.ask("analyze", "info analysis")
        found = {}
        while entries:
            token, _, rest = entries.partition("=")
            value, _, entries = rest.partition(")")
            found[token.strip()] = value.partition("(")[0]
        return found

    def close(self):
        self.say("quit")
        self.process.communicate()


class SameGame(ProgramTest):
    def play(self, talk, game, draws, perfect=None, database=None):
        """Plays a game from the start; `perfect` is the side that plays best moves, if any."""
        moves, promised = [], None
        text = None
        for _ in range(LONGEST):
            talk.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            shown = talk.ask("d", "position:")
            case = f"{shown}\nposition startpos moves {' '.join(moves)}"
            legal = game.legal()
            if not legal:
                if not game.is_short(1 - game.side):  # else one more turn brings the end
                    self.assertIn(talk.ask("go depth 1", "bestmove"), ("none", "draw"), case)
                break
            self.assertEqual(plain_rules.facts_of(shown), game.facts(), case)
            if database:
                text = self.follow(database, text, moves, shown, case)
            found = talk.actions()
            self.assertEqual(set(found), legal, case)
            token = draws.choice(sorted(legal))
            if perfect is not None:
                best = max(found.values(), key=RANK.get)
                if promised is not None:
                    self.assertEqual(best, promised, case)
                if game.side == perfect:
                    token = talk.ask("go depth 1", "bestmove")
                    self.assertEqual(found[token], best, case)
            mover = game.side
            game.play(token)
            moves.append(token)
            if perfect is not None:
                opposite = {"win": "loss", "draw": "draw", "loss": "win"}
                promised = found[token] if game.side == mover else opposite[found[token]]

    def follow(self, database, text, moves, shown, case):
        """Where Python's play() leads once the last action ends a turn of several. Returns the text
        that the turn which is under way begins at."""
        if text is None:
            self.turn = set()
            return shown
        self.turn.add(moves[-1])
        turns = {frozenset(re.findall("x?[a-g][1-7](?:-[a-g][1-7])?|pass", str(move.text))):
                 str(move.text) for move in database.moves(text)}
        if frozenset(self.turn) not in turns:  # it goes on
            self.assertTrue(any(self.turn < turn for turn in turns), f"{self.turn}\n{case}")
            return text
        self.assertEqual(str(database.play(text, turns[frozenset(self.turn)])), shown,
                         f"{text} {self.turn}\n{case}")
        self.turn = set()
        return shown

    def test_presets_follow_the_plain_rules(self):
        names = [each["name"] for each in self.json_of("variants")["variants"]]
        self.assertGreater(len(names), 10)
        draws = random.Random(1)
        for name in names:
            board, rules = preset(name)
            talk = Talk({"Variant": name, "SkillLevel": 1, "NMoveRule": 0, "EndgameNMoveRule": 0,
                         "ThreefoldRepetitionRule": False})
            with self.subTest(name):
                for _ in range(GAMES):
                    self.play(talk, plain_rules.Game(board, rules), draws)
            talk.close()

    def test_rules_that_are_not_solved_are_played_action_by_action(self):
        draws = random.Random(3)
        for _ in range(PLAYED_RULES):
            name, fields = draw_played_rules(draws)
            talk = Talk({"Variant": name,
                         **{option_of(field): value for field, value in fields.items()},
                         "SkillLevel": 1, "NMoveRule": 0, "EndgameNMoveRule": 0,
                         "ThreefoldRepetitionRule": False})
            board, rules = preset(name)
            with self.subTest(name=name, **fields):
                for _ in range(GAMES):
                    self.play(talk, plain_rules.Game(board, rules | fields), draws)
            talk.close()

    def test_random_rules_are_played_perfectly_action_by_action(self):
        draws = random.Random(2)
        played = 0
        while played < RANDOM_RULES:
            name, fields = draw_rules(draws)
            settings = [part for field, value in fields.items()
                        for part in ("--set", f"{field}={text_of(value)}")]
            stones = fields["pieceCount"]
            directory = self.directory / str(played)
            built = start("build", "--db", directory, "--variant", name, *settings,
                          f"0-0+{stones}-{stones}")
            errors = built.communicate()[1]
            if built.returncode:
                self.assertIn("not solved", errors)
                continue
            played += 1
            talk = Talk({"Variant": name, **fields, "DatabasePath": directory, "NMoveRule": 0,
                         "EndgameNMoveRule": 0, "ThreefoldRepetitionRule": False})
            database = millstone.open(directory) if MODULE else None
            board, rules = preset(name)
            with self.subTest(name=name, **fields):
                for number in range(GAMES):
                    self.play(talk, plain_rules.Game(board, rules | fields), draws,
                              perfect=number % 2, database=database)
            talk.close()


if __name__ == "__main__":
    unittest.main()
