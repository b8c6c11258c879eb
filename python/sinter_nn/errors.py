# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, as exceptions: one class for each status of the library (docs/errors.md)."""

from __future__ import annotations


class SinterError(Exception):
    """Something that failed. Its text is the message of the tool: the place, what was found and
    what was expected. `status` is the name of the status, `exit_code` what the tool would have
    ended with."""

    status: str = "E_INTERNAL"
    exit_code: int = 9
    remarks: tuple = ()  # of optimizing: what was done and refused before it failed


class ArgumentError(SinterError, ValueError):
    """An argument that is not usable: a name that there is not, a number out of range."""

    status = "E_ARG"
    exit_code = 2


class FileError(SinterError, OSError):
    """A file that cannot be read or written. What was there before is intact."""

    status = "E_IO"
    exit_code = 3


class FormatError(SinterError, ValueError):
    """What is in a file is not what its format says: it is cut, damaged, or of another format."""

    status = "E_FORMAT"
    exit_code = 4


class ShapeError(SinterError, ValueError):
    """Shapes or types contradict each other, or sizes that are needed are not known."""

    status = "E_SHAPE"
    exit_code = 5


class UnsupportedError(SinterError):
    """Nothing is wrong with it, but sinter cannot do it."""

    status = "E_UNSUPPORTED"
    exit_code = 6


class OutOfMemoryError(SinterError, MemoryError):
    """Out of memory. Models that the failed call was about can only be closed."""

    status = "E_MEMORY"
    exit_code = 7


class DiffersError(SinterError):
    """A network, before and after or beside another one, computes different results."""

    status = "E_DIFFERS"
    exit_code = 8


class InternalError(SinterError):
    """A bug in sinter."""

    status = "E_INTERNAL"
    exit_code = 9


class InconclusiveError(SinterError):
    """Whether two networks compute the same could not be decided."""

    status = "E_INCONCLUSIVE"
    exit_code = 10


class MiscompiledError(SinterError):
    """What the C compiler made computes something else than the network."""

    status = "E_MISCOMPILED"
    exit_code = 11


class NotFiniteError(SinterError, ArithmeticError):
    """A loss, or a weight after the step, would be infinite or not a number. Nothing changed."""

    status = "E_NOT_FINITE"
    exit_code = 12


class ClosedError(SinterError, ValueError):
    """A model, compiled network or trainer that was closed is used."""

    status = "E_ARG"
    exit_code = 2


class SinterWarning(UserWarning):
    """What the tool prints as a warning: a wrong hint in a file, layers that are kept as they
    are."""


BY_STATUS = {
    cls.status: cls
    for cls in (
        ArgumentError,
        FileError,
        FormatError,
        ShapeError,
        UnsupportedError,
        OutOfMemoryError,
        DiffersError,
        InternalError,
        InconclusiveError,
        MiscompiledError,
        NotFiniteError,
    )
}
