"""Perfect-play databases of mill games.

>>> with millstone.open("morris") as database:
...     database.probe("O@O*****/*****@*O/**@***** w")
Outcome(value='win', distance=3)

A position is a Position or its text, as other mill programs write it (the first two fields are enough
when both hands are empty); a move is a Move or its text. Values and distances are those of the side to
move; distances count plies to the end of the game when the winner hurries and the loser delays.
"""

from . import _millstone
from ._millstone import Move, Position, Rules
from .database import Access, Database, Grade, Outcome, RankedMove, open
from .errors import (DamagedError, InvalidArgumentError, MillstoneError, MissingError,
                     OutOfMemoryError, UnsupportedRuleError, UnsupportedVersionError,
                     WrongRulesError)
from .reports import (BuiltSubspace, ClassCounts, GradedSubspace, Info, LongWin, Stats, SubspaceCheck,
                      SubspaceInfo, SubspaceStats, Verification, build, grade, info, stats, verify)

__all__ = ["Access", "BuiltSubspace", "ClassCounts", "DamagedError", "Database", "Grade",
           "GradedSubspace", "Info", "InvalidArgumentError", "LongWin", "MillstoneError",
           "MissingError", "Move", "OutOfMemoryError", "Outcome", "Position", "RankedMove",
           "Rules", "Stats", "SubspaceCheck", "SubspaceInfo", "SubspaceStats",
           "UnsupportedRuleError", "UnsupportedVersionError", "Verification",
           "WrongRulesError", "build", "grade", "info", "open", "stats", "variants", "verify"]
__version__ = _millstone.version


def variants() -> list[str]:
    """Names of the variants that are compiled in and can be built."""
    return _millstone.variants()
