"""Perfect-play databases of mill games.

>>> database = millstone.open("morris")
>>> database.probe("O@O*****/*****@*O/**@***** w")
Outcome(value='win', distance=3)

Positions are texts as other mill programs write them; the first two fields are enough when both hands
are empty. Values and distances are those of the side to move; distances count plies to the end of the
game when the winner hurries and the loser delays.
"""

from typing import NamedTuple, Optional

from . import _millstone
from .errors import (DamagedError, InvalidArgumentError, MillstoneError, MissingError,
                     OutOfMemoryError, UnsupportedRuleError, UnsupportedVersionError,
                     WrongRulesError)

__all__ = ["Database", "DamagedError", "InvalidArgumentError", "MillstoneError", "MissingError",
           "Move", "Outcome", "OutOfMemoryError", "UnsupportedRuleError",
           "UnsupportedVersionError", "WrongRulesError", "build", "open", "variants"]
__version__ = _millstone.version


class Outcome(NamedTuple):
    """Value and distance for the side to move."""

    value: str  # "win", "draw" or "loss"
    distance: Optional[int]  # plies; None in a draw or without a distance file


class Move(NamedTuple):
    """A turn in move notation and what it leads to for the side that plays it."""

    text: str
    outcome: Outcome


def _settings(settings):
    return {name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in (settings or {}).items()}


class Database:
    """The files of one or more directories, open for questions; safe to use from many threads."""

    def __init__(self, paths, variant=None, settings=None, cache_bytes=256 << 20, access="mapped",
                 preload=False):
        if isinstance(paths, (str, bytes)) or hasattr(paths, "__fspath__"):
            paths = [paths]
        if access not in ("mapped", "positioned"):
            raise InvalidArgumentError(f"access is '{access}', expected 'mapped' or 'positioned'")
        self._raw = _millstone.Database(list(paths), variant, _settings(settings), cache_bytes,
                                        access == "mapped", preload)

    @property
    def variant(self):
        """Name of the rules."""
        return self._raw.variant

    @property
    def digest(self):
        """What identifies the rules: 32 hexadecimal digits."""
        return self._raw.digest

    @property
    def points(self):
        """Names of the points of the board, in the order of the position text."""
        return self._raw.points

    @property
    def subspaces(self):
        """The subspaces with a value file, such as "5-4" or "0-0+9-9"."""
        return self._raw.subspaces

    @property
    def start(self):
        """The empty board, as a position text."""
        return self._raw.start

    def value(self, position):
        """"win", "draw" or "loss"; needs no distance file."""
        return self._raw.value(position)

    def values(self, positions):
        """The value of each of many positions, quicker than one by one."""
        return self._raw.values(list(positions))

    def probe(self, position):
        """Value and distance of a position."""
        return Outcome(*self._raw.probe(position))

    def moves(self, position):
        """All turns, best first: shortest win, draws, longest loss."""
        return [Move(text, Outcome(*outcome)) for text, outcome in self._raw.moves(position)]

    def play(self, position, move):
        """The position after a legal move."""
        return self._raw.play(position, move.text if isinstance(move, Move) else move)

    def arrays(self, subspace, distances=True):
        """Values and distances of all slots of a subspace as NumPy arrays.

        The values are bytes, 0 loss, 1 draw, 2 win; the distances 16-bit numbers, -1 in draws, or
        None if they are not asked for. A position that is symmetric may own several slots.
        """
        return self._raw.arrays(subspace, distances)

    def position(self, subspace, slot):
        """The position that a slot stands for, with the side to move playing White."""
        return self._raw.position(subspace, slot)


def open(paths, **options):
    """Opens a Database; the options are those of its constructor."""
    return Database(paths, **options)


def build(directory, *subspaces, variant="nine-mens-morris", settings=None, distances=True,
          threads=0, memory=0):
    """Builds subspaces and all that can follow from them into a directory.

    Finished files are kept. Returns a dict for each subspace, in build order. `settings` replaces
    rule fields, such as {"pieceCount": 3}; `memory` is a budget in bytes.
    """
    return _millstone.build(directory, list(subspaces), variant, _settings(settings), distances,
                            threads, memory)


def variants():
    """Names of the variants that are compiled in and can be built."""
    return _millstone.variants()
