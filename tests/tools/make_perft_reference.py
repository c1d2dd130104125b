"""Writes data/reference/perft.csv: perft of every preset from the start, and from ten positions in which
each of its rules acts.

    make_perft_reference.py PROGRAM > data/reference/perft.csv

Games are played at random by tests/support/plain_rules.py, some closing mills where they can, some
avoiding it, some until the board is nearly full, until of every field that a preset changes a position is found in which it acts: the
counts of actions to depth 4 are others when it has its default. The counts are those of `millstone perft`;
tests/engine/perft_reference_test.cpp and tests/tools/perft_reference_test.py compare them with what the
search's move maker and the plain rules find.
"""

import json
import random
import subprocess
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import plain_rules  # noqa: E402

POSITIONS = 10
GAMES = 400
LONGEST = 150  # actions of a game
FILLING = 18, 25  # ... that ends with an almost full board
DEPTH = 4
START_DEPTH = 6
NO_ACT = {"pieceCount"}  # part of the position


DATA = Path(__file__).resolve().parents[2] / "data"


def preset(name):
    """Board and rules of a preset, for the plain game."""
    def toml(folder, file):
        return tomllib.loads((DATA / folder / f"{file}.toml").read_text(encoding="utf-8"))

    variant = toml("variants", name)
    board = toml("boards", variant["board"])
    return (plain_rules.Board(board["rings"], board["edges"], board["lines"]),
            variant.get("rules", {}))


def counts(program, variant, text, depth, *settings):
    """Nodes by depth; none if the text is none of these rules."""
    options = [part for setting in settings for part in ("--set", setting)]
    words = [program, "perft", "--variant", variant, "--depth", str(depth), *options, "--json"]
    result = subprocess.run(words + ([text] if text else []), capture_output=True, text=True)
    if result.returncode:
        return None
    return [row["nodes"] for row in json.loads(result.stdout)["depths"]]


def play(game, draws, closes, firmly):
    """An action at random; mostly, or always, of those that close a mill, or do not, if there are any."""
    actions = sorted(game.legal())
    def mills(action):
        return action.startswith("x") or any(
            set(line) - {action[-2:]} <= game.points_of(game.side) for line in game.board.lines
            if action[-2:] in line)
    preferred = [action for action in actions if mills(action) == closes]
    action = draws.choice(preferred if preferred and (firmly or draws.random() < 0.8) else actions)
    game.play(action)
    return action


def positions_of(program, name, rules, board):
    draws = random.Random(f"perft {name}")
    fields = {field: value for field, value in rules.items()
              if field not in NO_ACT and field != "endgameNMoveRule"}
    wanted, chosen, others = set(fields), [], []
    for number in range(GAMES):
        game, moves = plain_rules.Game(board, rules), []
        fills = number % 3 == 2
        for _ in range(draws.randrange(*(FILLING if fills else (0, LONGEST)))):
            if not game.legal():
                break
            moves.append(play(game, draws, number % 3 == 0, fills))
        if not game.legal():
            moves = moves[:-1 - draws.randrange(3)]
        text = text_after(program, name, moves)
        if text is None:
            continue
        here = counts(program, name, text, DEPTH)
        if here is None or max(here) > 3_000_000:
            continue
        acting = {field for field in fields
                  if counts(program, name, text, DEPTH, f"{field}={default(field)}") != here}
        if acting & wanted:
            chosen.append((moves, text, here, acting))
            wanted -= acting
        elif len(others) < POSITIONS:
            others.append((moves, text, here, acting))
        if not wanted and len(chosen) + len(others) >= POSITIONS:
            break
    print(f"{name}: never acts: {sorted(wanted)}" if wanted else f"{name}: all act", file=sys.stderr)
    return sorted((chosen + others)[:POSITIONS], key=lambda each: len(each[0]))


def default(field):
    value = plain_rules.DEFAULTS[field]
    return str(value).lower() if isinstance(value, bool) else value


def text_after(program, name, moves):
    lines = "\n".join(["uci", f"setoption name Variant value {name}",
                       "position startpos moves " + " ".join(moves), "d", "quit", ""])
    output = subprocess.run([program, "uci"], input=lines, capture_output=True, text=True).stdout
    found = [line[10:] for line in output.splitlines() if line.startswith("position: ")]
    return found[0] if found else None


def main(program):
    names = [row["name"] for row in
             json.loads(subprocess.check_output([program, "variants", "--json"]))["variants"]]
    print("# tests/tools/make_perft_reference.py: actions that can be played one after another, by depth")
    print("variant,moves,acts,position,d1,d2,d3,d4,d5,d6")
    for name in names:
        board, rules = preset(name)
        start = counts(program, name, "", START_DEPTH)
        print(f"{name},,,startpos," + ",".join(map(str, start)))
        for moves, text, here, acting in positions_of(program, name, rules, board):
            print(",".join([name, " ".join(moves), " ".join(sorted(acting)), text,
                            *map(str, here), "", ""]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
