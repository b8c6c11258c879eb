# SPDX-License-Identifier: Apache-2.0
"""What sinter knows: passes, networks that it makes, formats, targets."""

from __future__ import annotations

import ctypes

from . import _lib
from ._lib import lib, said
from .results import Listed, Pass


def rows(at, structure):
    row, i = structure(), 0
    while at(i, ctypes.byref(row)):
        yield row
        i += 1


def passes() -> tuple[Pass, ...]:
    """The passes of the optimizer, in the order in which they run."""
    return tuple(
        Pass(*(said(text) or "" for text in (p.stage, p.name, p.arrow, p.needs, p.covers)))
        for p in rows(lib.sn_pass_at, _lib.PassInfo)
    )


def listed(at) -> tuple[Listed, ...]:
    return tuple(Listed(said(r.name) or "", said(r.what) or "") for r in rows(at, _lib.ListInfo))


def zoo_names() -> tuple[Listed, ...]:
    """Networks that zoo() makes."""
    return listed(lib.sn_zoo_at)


def formats() -> tuple[Listed, ...]:
    """File formats."""
    return listed(lib.sn_format_at)


def targets() -> tuple[Listed, ...]:
    """Machines that code is compiled for."""
    return listed(lib.sn_machine_info_at)
