"""A database that is open for questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Literal, NamedTuple, Optional, Union

from . import _millstone
from ._millstone import Move, Position, Rules
from .errors import InvalidArgumentError

if TYPE_CHECKING:  # NumPy is loaded when arrays() is first asked
    import numpy
    from numpy.typing import NDArray

Path = Union[str, PathLike[str]]
Variant = Union[str, Rules]
Settings = Mapping[str, Union[int, bool, str]]
Value = Literal["win", "draw", "loss"]
Access = Literal["mapped", "positioned"]
Part = Literal["all", "training", "held-out"]


class Grade(NamedTuple):
    """Which draw is better for the side to move: one with a larger gain; of equal gains above 0 one
    with fewer steps, below 0 one with more."""

    gain: int
    """By how much the game ends above staying where it is."""
    steps: int
    """Counts the plies on the way there."""


class _ValueAndDistance(NamedTuple):
    value: Value
    """For the side to move."""
    distance: Optional[int]
    """Plies; None in a draw or without a distance file."""


class Outcome(_ValueAndDistance):
    """Value and distance for the side to move, a pair; beside it the grade of a draw."""

    grade: Optional[Grade]
    """None but in a draw, and without a grade file. No part of the pair."""

    def __new__(cls, value: Value, distance: Optional[int],
                grade: Optional[Grade] = None) -> Outcome:
        outcome = super().__new__(cls, value, distance)
        outcome.grade = grade
        return outcome

    def __repr__(self) -> str:
        graded = f", grade={self.grade!r}" if self.grade else ""
        return f"Outcome(value={self.value!r}, distance={self.distance!r}{graded})"


def outcome_of(raw: tuple[Value, Optional[int], Optional[tuple[int, int]]]) -> Outcome:
    value, distance, grade = raw
    return Outcome(value, distance, Grade(*grade) if grade else None)


class RankedMove(NamedTuple):
    """A turn and what it leads to for the side that plays it."""

    move: Move
    outcome: Outcome

    @property
    def text(self) -> str:
        """The move in notation."""
        return self.move.text


class Database:
    """The files of one or more directories or packs, open for questions; safe to use from
    many threads.

    Without `variant` the rules are those of the first directory. `cache_bytes` bounds the memory for
    decoded values, `preload` fills it at once. With `access="positioned"` files are read with calls
    instead of being mapped into memory. As a context manager it closes its files at the end.
    """

    def __init__(self, paths: Union[Path, Sequence[Path]], variant: Optional[Variant] = None,
                 settings: Optional[Settings] = None, cache_bytes: int = 256 << 20,
                 access: Access = "mapped", preload: bool = False) -> None:
        if isinstance(paths, (str, bytes)) or hasattr(paths, "__fspath__"):
            paths = [paths]
        if access not in ("mapped", "positioned"):
            raise InvalidArgumentError(f"access is '{access}', expected 'mapped' or 'positioned'")
        self._raw: Optional[_millstone.Database] = None
        self._raw = _millstone.Database(list(paths), variant, settings, cache_bytes,
                                        access == "mapped", preload)

    @property
    def _files(self) -> _millstone.Database:
        if self._raw is None:
            raise InvalidArgumentError("the database is closed")
        return self._raw

    def close(self) -> None:
        """Closes the files, when questions of other threads are answered; a second time is no error.

        Every question after it raises InvalidArgumentError.
        """
        self._raw = None

    @property
    def closed(self) -> bool:
        """Whether close() was called."""
        return self._raw is None

    def __enter__(self) -> Database:
        self._files
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._raw is None:
            return "<Database, closed>"
        return f"<Database of {self.variant}, {len(self.subspaces)} subspaces>"

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._files.rules

    @property
    def variant(self) -> str:
        """Name of the rules."""
        return self.rules.name

    @property
    def digest(self) -> str:
        """What identifies the rules: 32 hexadecimal digits."""
        return self.rules.digest

    @property
    def points(self) -> tuple[str, ...]:
        """Names of the points of the board, in the order of the position text."""
        return self.rules.points

    @property
    def subspaces(self) -> list[str]:
        """The subspaces with a value file, such as "5-4" or "0-0+9-9"."""
        return self._files.subspaces

    @property
    def start(self) -> Position:
        """The empty board."""
        return self.rules.start

    def value(self, position: Union[str, Position]) -> Value:
        """"win", "draw" or "loss"; needs no distance file."""
        return self._files.value(position)

    def values(self, positions: Iterable[Union[str, Position]]) -> list[Value]:
        """The value of each of many positions, quicker than one by one."""
        return self._files.values(positions)

    def probe(self, position: Union[str, Position]) -> Outcome:
        """Value, distance and grade of a position."""
        return outcome_of(self._files.probe(position))

    def moves(self, position: Union[str, Position]) -> list[RankedMove]:
        """All turns, best first: shortest win, draws by their grades, longest loss."""
        return [RankedMove(move, outcome_of(outcome))
                for move, outcome in self._files.moves(position)]

    def play(self, position: Union[str, Position],
             move: Union[str, Move, RankedMove]) -> Position:
        """The position after a legal turn."""
        return self._files.play(position, move)

    def arrays(self, subspace: str, distances: bool = True
               ) -> tuple[NDArray[numpy.uint8], Optional[NDArray[numpy.int16]]]:
        """Values and distances of all slots of a subspace as NumPy arrays.

        The values are bytes, 0 loss, 1 draw, 2 win; the distances 16-bit numbers, -1 in draws, or
        None if they are not asked for. A position that is symmetric may own several slots.
        """
        return self._files.arrays(subspace, distances)

    def sample(self, subspace: str, count: int, seed: int = 1, quiet: bool = False,
               part: Part = "all"
               ) -> tuple[NDArray[numpy.uint32], NDArray[numpy.uint32], NDArray[numpy.uint8]]:
        """Positions of a subspace, each equally likely, with their values, as NumPy arrays.

        The first two are the stones of the side to move and of the other side, bit n for the point
        `points[n]`; the values are those of `arrays`. With `quiet` only positions that are open and
        in which the side to move takes no stone; fewer than `count` where there are hardly any.

        One class of positions up to symmetry in 64, always the same ones, is for judging what was
        learned from the others: `part` is "all", "training" or "held-out".
        """
        return self._files.sample(subspace, count, seed, quiet, part)

    def position(self, subspace: str, slot: int) -> Position:
        """The position that a slot stands for.

        White is to move, unless the rules tell by the hands who is (isDefenderMoveFirst).
        """
        return self._files.position(subspace, slot)


def open(paths: Union[Path, Sequence[Path]], variant: Optional[Variant] = None,
         settings: Optional[Settings] = None, cache_bytes: int = 256 << 20,
         access: Access = "mapped", preload: bool = False) -> Database:
    """Opens a Database; the arguments are those of its constructor."""
    return Database(paths, variant, settings, cache_bytes, access, preload)
