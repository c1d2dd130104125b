"""Checks the tree's layers: an include may only go to the left, every quoted include names a file
by its full path from the root, a room of the builder is seen through its public headers, source
file names are unique, loops over threads go through base/parallel.h, which tells the thread
sanitizer about them, and MILLSTONE_TRY begins its expression.

    layers_test.py ROOT
"""

import pathlib
import re
import sys
import tempfile

# Which rooms a room may look into, its own included.
ALLOWED = {
    "base": ["base"],
    "game": ["base", "game"],
    "formats": ["base", "game", "formats"],
    "prober": ["base", "game", "formats", "prober"],
    "builder": ["base", "game", "formats", "builder"],
    "engine": ["base", "game", "formats", "prober", "engine"],
    "reports": ["base", "game", "formats", "prober", "builder", "engine", "reports"],
    "server": ["base", "game", "formats", "prober", "builder", "engine", "reports", "server"],
    "tools": ["base", "game", "formats", "prober", "builder", "engine", "reports", "server", "tools"],
    "training": ["training"],
    "python": ["base", "game", "formats", "prober", "builder", "reports", "python"],
    "tests": ["base", "game", "formats", "prober", "builder", "engine", "reports", "server", "tools",
              "tests"],
}
# Within a room: rooms of it that each may look into beside itself. "." is what stands in none.
WITHIN = {
    "formats": {"codecs": [], ".": ["codecs"], "malom": []},
    "builder": {
        "blocks": [],
        "solver": ["blocks"],
        "plan": ["solver"],
        "schedule": ["solver", "plan"],
        "store": ["solver", "plan"],
        "grader": ["blocks", "solver", "store"],
        "verifier": [],
        ".": ["solver", "plan", "store"],
        "cluster": ["solver", "grader", "plan", "schedule", "store", "verifier", "."],
    },
    "engine": {
        "positions": [],
        "evaluation": ["positions"],
        "games": [],
        "search": ["positions", "evaluation", "games"],
        "protocol": ["games", "search"],
        "match": ["games", "search"],
        "suite": ["games", "search", "match"],
        "book": ["games", "search", "match"],
        "proof": ["positions", "search"],
    },
    "server": {"site": [], "http": ["site"]},
    "tools": {
        "command_line": [],
        "benchmarks": [],
        "commands": ["command_line", "benchmarks"],
        "cluster": ["command_line", "commands"],
        ".": ["command_line", "commands"],
    },
}
# A room within that may look into fewer of the top rooms than the rest of its folder.
NARROWER = {
    "builder/blocks": ["base", "game", "builder"],
    "builder/solver": ["base", "game", "builder"],
    "engine/positions": ["base", "game", "engine"],
    "engine/games": ["base", "game", "engine"],
}
# Headers outside of the rooms within that all of these may use too: they hold words, and no code.
WORDS = {"builder/build_options.h"}
# The headers that a room within shows to all others; tests may look behind them.
PUBLIC = {
    "builder/blocks": [  # what the solver and the grader are made of
        "back_steps.h", "block_loop.h", "conversions.h", "frontier.h", "group_bits.h",
        "kernel_choice.h", "kernels.h", "level_bitmaps.h", "major_moves.h", "quiet_moves.h",
        "slot_table.h", "solver_team.h",
    ],
    "builder/plan": ["plan.h"],
    "builder/schedule": ["schedule.h"],
    "builder/solver": ["solver.h"],
    "builder/grader": ["grader.h"],
    "builder/store": ["store.h"],
    "builder/verifier": ["verifier.h"],
    "builder/cluster": ["cluster.h"],
}
CODE = {".h", ".cpp", ".c", ".py"}
# Names that their tools prescribe.
COMMON_NAMES = {"__init__.py", "conftest.py"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
LOOPS = re.compile(r"\btbb::parallel_(for|for_each|reduce|invoke|scan|sort)\b")
LOOPS_HOME = "base/parallel.h"
# What an expression made before it is not destroyed when it leaves the function.
LATE_TRY = re.compile(r",\s*MILLSTONE_TRY\(")


def code_files(root):
    for folder in ALLOWED:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in CODE and path.is_file():
                yield folder, path


def room_within(path):
    """The room within its top folder that a path of a source stands in."""
    parts = pathlib.PurePath(path).parts
    return parts[1] if len(parts) > 2 else "."


def looks_too_far_within(folder, name, target):
    rooms = WITHIN.get(folder)
    if not rooms or target in WORDS or pathlib.PurePath(target).parts[0] != folder:
        return False
    own, other = room_within(name), room_within(target)
    return other != own and other not in rooms.get(own, [])


def looks_behind(folder, name, target):
    """Whether an include of a room within names another header than those that the room shows."""
    room = str(pathlib.PurePath(target).parent)
    own = str(pathlib.PurePath(name).parent)
    shown = PUBLIC.get(room)
    return (shown is not None and folder != "tests" and room != own
            and pathlib.PurePath(target).name not in shown)


def line_errors(root, folder, path):
    name = str(path.relative_to(root))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if name != LOOPS_HOME and (match := LOOPS.search(line)):
            yield f"{name}:{number}: has {match[0]}, use {LOOPS_HOME}"
        match = INCLUDE.match(line)
        if not match:
            continue
        place = f"{name}:{number}: includes {match[1]}"
        target = match[1].split("/")[0]
        if target not in ALLOWED or not (root / match[1]).is_file():
            yield f"{place}, which is no path from the root"
        elif target not in (allowed := NARROWER.get(str(path.relative_to(root).parent),
                                                    ALLOWED[folder])):
            yield f"{place}, but {folder} may only include {', '.join(allowed)}"
        elif looks_too_far_within(folder, name, match[1]):
            yield f"{place}, but {folder}/{room_within(name)} may not look there"
        elif looks_behind(folder, name, match[1]):
            room = str(pathlib.PurePath(match[1]).parent)
            yield f"{place}, but {room} shows only {', '.join(PUBLIC[room])}"


def late_try_errors(root, path):
    text = path.read_text(encoding="utf-8")
    for match in LATE_TRY.finditer(text):
        number = text.count("\n", 0, match.end()) + 1
        yield (f"{path.relative_to(root)}:{number}: has a MILLSTONE_TRY after other values, which leak "
               "where it fails; give it a variable")


def tree_errors(root):
    seen = {}
    for folder, path in code_files(root):
        if path.suffix != ".py":
            yield from line_errors(root, folder, path)
            yield from late_try_errors(root, path)
        if path.name in COMMON_NAMES:
            continue
        if path.name in seen:
            yield f"{path.relative_to(root)} has the name of {seen[path.name].relative_to(root)}"
        seen.setdefault(path.name, path)


def check_the_checker():
    """A test that cannot fail proves nothing."""
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for folder in ("base", "game", "formats/codecs", "builder/solver", "reports", "tests"):
            (root / folder).mkdir(parents=True)
        (root / "game/low.h").write_text("#pragma once\n")
        (root / "formats/high.h").write_text('#include "game/low.h"\n')
        assert not list(tree_errors(root))
        (root / "builder/solver/kernel.h").write_text("#pragma once\n")
        (root / "builder/build_options.h").write_text("#pragma once\n")
        (root / "builder/solver/solver.h").write_text(
            '#include "builder/build_options.h"\n#include "builder/solver/kernel.h"\n')
        (root / "tests/kernel_test.cpp").write_text('#include "builder/solver/kernel.h"\n')
        (root / "reports/shown.h").write_text('#include "builder/solver/solver.h"\n')
        assert not list(tree_errors(root))
        (root / "reports/hidden.h").write_text('#include "builder/solver/kernel.h"\n')
        (root / "game/wrong.h").write_text(
            '#include "formats/high.h"\n#include "low.h"\n#include "game/none.h"\n')
        (root / "tests/low.h").write_text("#include <vector>\n")
        (root / "base/parallel.h").write_text("  tbb::parallel_for(0, 9, body);\n")
        (root / "formats/codecs/coder.h").write_text('#include "formats/high.h"\n')
        (root / "formats/whole.h").write_text('#include "formats/codecs/coder.h"\n')
        (root / "formats/loop.cpp").write_text("  oneapi::tbb::parallel_for(0, 9, body);\n")
        (root / "formats/pair.cpp").write_text(
            "  const auto one = MILLSTONE_TRY(a());\n  Pair two{MILLSTONE_TRY(b()),\n"
            "           MILLSTONE_TRY(c())};\n")
        errors = "\n".join(tree_errors(root))
        for part in ("wrong.h:1", "game may only include base, game", "wrong.h:2", "wrong.h:3",
                     "tests/low.h has the name of game/low.h", "loop.cpp:1: has tbb::parallel_for",
                     "coder.h:1: includes formats/high.h, but formats/codecs may not look there",
                     "hidden.h:1: includes builder/solver/kernel.h, but builder/solver shows only "
                     "solver.h", "pair.cpp:3: has a MILLSTONE_TRY after other values"):
            assert part in errors, f"no error with '{part}' in:\n{errors}"
        assert len(errors.splitlines()) == 8, errors


def main():
    check_the_checker()
    root = pathlib.Path(sys.argv[1]).resolve()
    if not any(code_files(root)):
        sys.exit(f"layers_test: no source files below {root}")
    errors = list(tree_errors(root))
    for error in errors:
        print(error, file=sys.stderr)
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
