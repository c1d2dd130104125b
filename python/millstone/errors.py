"""What can go wrong. Every error tells in a sentence which file or field it is about."""


class MillstoneError(Exception):
    """Any error of the library."""


class MissingError(MillstoneError):
    """There is no file for the position or subspace."""


class DamagedError(MillstoneError):
    """The bytes of a file are not what was written."""


class UnsupportedVersionError(MillstoneError):
    """A file is of a format that this version does not read."""


class WrongRulesError(MillstoneError):
    """A file was made for other rules."""


class UnsupportedRuleError(MillstoneError):
    """A rule that this version cannot express."""


class InvalidArgumentError(MillstoneError, ValueError):
    """A position, move, subspace or option that makes no sense."""


class OutOfMemoryError(MillstoneError):
    """The memory budget does not suffice."""
