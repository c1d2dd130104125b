from os import PathLike
from typing import Any, Iterable, Mapping, NamedTuple, Optional, Sequence, Union

import numpy
import numpy.typing

from .errors import DamagedError as DamagedError
from .errors import InvalidArgumentError as InvalidArgumentError
from .errors import MillstoneError as MillstoneError
from .errors import MissingError as MissingError
from .errors import OutOfMemoryError as OutOfMemoryError
from .errors import UnsupportedRuleError as UnsupportedRuleError
from .errors import UnsupportedVersionError as UnsupportedVersionError
from .errors import WrongRulesError as WrongRulesError

__version__: str

_Path = Union[str, PathLike[str]]
_Settings = Mapping[str, Union[int, bool, str]]

class Outcome(NamedTuple):
    value: str
    distance: Optional[int]

class Move(NamedTuple):
    text: str
    outcome: Outcome

class Database:
    def __init__(self, paths: Union[_Path, Sequence[_Path]], variant: Optional[str] = ...,
                 settings: Optional[_Settings] = ..., cache_bytes: int = ..., access: str = ...,
                 preload: bool = ...) -> None: ...
    @property
    def variant(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def points(self) -> list[str]: ...
    @property
    def subspaces(self) -> list[str]: ...
    @property
    def start(self) -> str: ...
    def value(self, position: str) -> str: ...
    def values(self, positions: Iterable[str]) -> list[str]: ...
    def probe(self, position: str) -> Outcome: ...
    def moves(self, position: str) -> list[Move]: ...
    def play(self, position: str, move: Union[str, Move]) -> str: ...
    def arrays(
        self, subspace: str, distances: bool = ...
    ) -> tuple[numpy.typing.NDArray[numpy.uint8], Optional[numpy.typing.NDArray[numpy.int16]]]: ...
    def position(self, subspace: str, slot: int) -> str: ...

def open(paths: Union[_Path, Sequence[_Path]], **options: Any) -> Database: ...
def build(directory: _Path, *subspaces: str, variant: str = ...,
          settings: Optional[_Settings] = ..., distances: bool = ..., threads: int = ...,
          memory: int = ...) -> list[dict[str, Any]]: ...
def variants() -> list[str]: ...
