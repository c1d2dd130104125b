"""Building, grading, verifying and counting: what the commands of these names do, with typed results.

`variant` is a name or Rules; where a database is there already and nothing is said, the rules are its
own. `threads` 0 means all processors. A call may take long: other threads of the program run meanwhile,
Ctrl-C ends it with KeyboardInterrupt, and `progress(share, what)` hears several times per second how
much is done, 0..1; an exception that it raises ends the call too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Optional

from . import _millstone
from ._millstone import Move, Position, Rules
from .database import Path, Settings, Variant
from .errors import MillstoneError

Progress = Callable[[float, str], object]


@dataclass(frozen=True)
class ClassCounts:
    """Numbers of classes, which are positions up to symmetry; lengths are in plies."""

    classes: int
    slots: int
    wins: int
    draws: int
    losses: int
    longest_win: int
    longest_loss: int


@dataclass(frozen=True)
class SubspaceInfo(ClassCounts):
    """What the headers of the files of a subspace tell; sizes in bytes, 0 for one that is not there."""

    subspace: str
    value_bytes: int
    distance_bytes: int
    grade_bytes: int


@dataclass(frozen=True)
class BuiltSubspace(SubspaceInfo):
    """A subspace after a build. `skipped`: it was there already, whole and valid."""

    seconds: float
    skipped: bool


@dataclass(frozen=True)
class GradedSubspace(ClassCounts):
    """A subspace whose draws are graded. `kept`: it was so already, with the same scores."""

    subspace: str
    score: int
    """What it is worth to stay there for ever, for the side to move."""
    grades: int
    """How many different ones there are."""
    grade_bytes: int
    kept: bool


@dataclass(frozen=True)
class Info:
    """What a database holds, in build order."""

    rules: Rules
    subspaces: tuple[SubspaceInfo, ...]


@dataclass(frozen=True)
class SubspaceStats(ClassCounts):
    """What is counted of a subspace; classes by plies, None without a distance file."""

    subspace: str
    win_distances: Optional[Mapping[int, int]]
    loss_distances: Optional[Mapping[int, int]]


@dataclass(frozen=True)
class LongWin:
    """A position from which the win takes long, with the colours of Database.position()."""

    subspace: str
    position: Position
    distance: int
    """Plies."""
    line: Optional[tuple[Move, ...]]
    """The turns to the end; None where a file on the way is not there."""


@dataclass(frozen=True)
class Stats:
    """What is counted of a database; a notebook shows the picture."""

    rules: Rules
    subspaces: tuple[SubspaceStats, ...]
    total: ClassCounts
    win_distances: Mapping[int, int]
    loss_distances: Mapping[int, int]
    longest_wins: tuple[LongWin, ...]
    picture: str = field(repr=False)
    """An SVG document: the table of subspaces, the distances, the longest wins."""

    def _repr_svg_(self) -> str:
        return self.picture


@dataclass(frozen=True)
class SubspaceCheck:
    """What was found about one subspace. `slots_checked` were recomputed, `differences` of them are
    stored otherwise; `fault` is a sentence, None if all is well."""

    subspace: str
    distances: bool
    """A distance file was there and was checked too."""
    grades: bool
    """So was a grade file."""
    slots: int
    slots_checked: int
    differences: int
    fault: Optional[str]
    seconds: float


@dataclass(frozen=True)
class Verification:
    """What verify() found. `faults` are sentences, none if everything holds."""

    rules: Rules
    subspaces: tuple[SubspaceCheck, ...]
    faults: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether everything that was checked holds."""
        return not self.faults

    def expect_ok(self) -> "Verification":
        """Itself; raises MillstoneError with the faults if there are any."""
        if self.faults:
            raise MillstoneError("; ".join(self.faults))
        return self


def build(directory: Path, *subspaces: str, variant: Optional[Variant] = None,
          settings: Optional[Settings] = None, distances: bool = True, threads: int = 0,
          memory: int = 0, progress: Optional[Progress] = None) -> list[BuiltSubspace]:
    """Builds subspaces and all that can follow from them into a directory, in build order.

    Finished files are kept, and a build that was ended goes on when it is called again. Nine Men's
    Morris if no variant is named; `settings` replaces rule fields, such as {"pieceCount": 3};
    `memory` is a budget in bytes, 0 the usual one.
    """
    rows = _millstone.build(directory, subspaces, variant, settings, distances, threads, memory,
                            progress)
    return [BuiltSubspace(**row) for row in rows]


def grade(directory: Path, *subspaces: str, variant: Optional[Variant] = None,
          settings: Optional[Settings] = None, scores: Optional[Path] = None, threads: int = 0,
          memory: int = 0, progress: Optional[Progress] = None) -> list[GradedSubspace]:
    """Grades the draws of the named subspaces and of all that they lead to, or of a whole database.

    A grade tells which of two draws is better. Files stand beside the values, which have to be there;
    what an earlier call has finished with the same scores is kept. `scores` is a table of scores, ours
    or Malom's, in place of those beside the files or new ones; `memory` is a budget in bytes, 0 no limit.
    """
    rows = _millstone.grade(directory, subspaces, variant, settings, scores, threads, memory, progress)
    return [GradedSubspace(**row) for row in rows]


def info(directory: Path, variant: Optional[Variant] = None,
         settings: Optional[Settings] = None) -> Info:
    """What a database holds, from the headers of its files; the blocks are not read."""
    found = _millstone.info(directory, variant, settings)
    return Info(found["rules"], tuple(SubspaceInfo(**row) for row in found["subspaces"]))


def stats(directory: Path, *subspaces: str, variant: Optional[Variant] = None,
          settings: Optional[Settings] = None, top: int = 3, threads: int = 0,
          progress: Optional[Progress] = None) -> Stats:
    """Counts the named subspaces, or all, from every block, and looks up the `top` longest wins."""
    found = _millstone.stats(directory, subspaces, variant, settings, top, threads, progress)
    return Stats(found["rules"],
                 tuple(SubspaceStats(**row) for row in found["subspaces"]),
                 ClassCounts(**found["total"]), found["win_distances"], found["loss_distances"],
                 tuple(LongWin(**win) for win in found["longest_wins"]), found["picture"])


def verify(directory: Path, *subspaces: str, variant: Optional[Variant] = None,
           settings: Optional[Settings] = None, sample: Optional[int] = None, seed: int = 1,
           threads: int = 0, memory: int = 0,
           progress: Optional[Progress] = None) -> Verification:
    """Recomputes every value, distance and count of the named subspaces, or of all, from the rules.

    With `sample` N one block of every N, drawn by `seed`; counts and checksums in full all the same.
    `memory` is a budget in bytes, 0 no limit. What is wrong stands in the report; an error is raised
    only for what keeps a database from being verified, such as a missing file.
    """
    found = _millstone.verify(directory, subspaces, variant, settings, (sample, seed), threads,
                              memory, progress)
    return Verification(found["rules"], tuple(SubspaceCheck(**row) for row in found["subspaces"]),
                        tuple(found["faults"]))
