# SPDX-License-Identifier: Apache-2.0
"""Arrays of numpy on their way in and out."""

from __future__ import annotations

import ctypes
import difflib
from collections.abc import Mapping

import numpy

from . import _lib
from ._lib import spelled
from .errors import ArgumentError, ShapeError
from .results import TensorInfo, dtype_of, printable, shape_text, type_of


def nearest(name: str, names) -> str:
    near = difflib.get_close_matches(name, names, 1)
    if near:
        return f"; did you mean '{printable(near[0])}'?"
    known = ", ".join(f"'{printable(n)}'" for n in names)
    return f"; there is {known}" if known else "; there are none"


def dense(value, type_: str, what: str) -> numpy.ndarray:
    """An array of that type, with its elements one behind the other as the machine has them; what
    is an array of another type is refused, not converted."""
    native = dtype_of(type_)
    if not hasattr(value, "__array__") and not hasattr(value, "dtype"):
        try:
            return numpy.require(value, native, ("C", "A"))  # numbers and lists of numbers
        except (TypeError, ValueError, OverflowError) as error:
            raise ArgumentError(f"{what}: numbers of {type_} are expected: {error}") from None
    array = numpy.asarray(value)
    dtype = array.dtype.newbyteorder("=")
    if dtype.name == "bfloat16" and type_ == "bf16":
        return numpy.require(array.view("u2"), native, ("C", "A"))
    if type_of(dtype) != type_ and not (type_of(native) != type_ and dtype == native):
        raise ShapeError(
            f"{what}: elements of {type_of(dtype) or dtype.name} were found, {type_} is expected; "
            f".astype(numpy.{native.name}) converts them"
        )
    return numpy.require(array, native, ("C", "A"))


def matched(infos: tuple[TensorInfo, ...], positional, named, what: str) -> list:
    """The value for each input, in order: by place, by name, or as one dict."""
    if len(positional) == len(infos) and not named and not isinstance(positional[0], Mapping):
        return list(positional)
    if len(positional) == 1 and isinstance(positional[0], Mapping):
        positional, named = (), {**positional[0], **named}
    names = [info.name for info in infos]
    if len(positional) > len(infos):
        n = len(infos)
        raise ArgumentError(
            f"{len(positional)} arrays for {what} with {n} input{'' if n == 1 else 's'}: "
            + ", ".join(map(str, infos))
        )
    values = dict(zip(names, positional))
    for name, value in named.items():
        if name not in names:
            raise ArgumentError(f"there is no input '{printable(name)}'{nearest(name, names)}")
        if name in values:
            raise ArgumentError(f"input '{printable(name)}' is given twice, by place and by name")
        values[name] = value
    for info in infos:
        if info.name not in values:
            raise ArgumentError(f"input '{printable(info.name)}' is missing: {info} is expected")
    return [values[name] for name in names]


def is_as_expected(info: TensorInfo, value) -> bool:
    """What most arrays are, so that nothing more is to be found out."""
    return (
        type(value) is numpy.ndarray
        and value.shape == info.shape
        and value.dtype == info.dtype
        and value.flags.c_contiguous
        and value.flags.aligned
    )


def fed(infos: tuple[TensorInfo, ...], positional, named, what: str) -> list[numpy.ndarray]:
    """Arrays that the library can read, checked against what is expected."""
    arrays = []
    for info, value in zip(infos, matched(infos, positional, named, what)):
        if is_as_expected(info, value):
            arrays.append(value)
            continue
        array = dense(value, info.type or "f32", f"input '{printable(info.name)}'")
        if array.shape != info.shape:
            raise ShapeError(
                f"input '{printable(info.name)}': the sizes are {shape_text(array.shape)}, "
                f"{shape_text(info.shape)} are expected"
            )
        arrays.append(array)
    return arrays


def pointers(arrays) -> ctypes.Array:
    """Their addresses; the arrays must live as long as these are used."""
    return (ctypes.c_void_p * (len(arrays) + 1))(*[a.ctypes.data for a in arrays], None)


def struct_of(array: numpy.ndarray, name: str) -> _lib.Array:
    """The library's view of a dense array, which must live as long."""
    type_ = type_of(array.dtype)
    if type_ is None:
        raise ArgumentError(f"'{printable(name)}': there is no type for {array.dtype.name}")
    if array.ndim > 8:
        raise ShapeError(f"'{printable(name)}': {array.ndim} axes, 8 at most")
    return _lib.Array(
        spelled(name),
        spelled(type_),
        array.ndim,
        _lib.SIZES(*array.shape),
        array.size,
        array.nbytes,
        array.ctypes.data,
    )


def copied(a: _lib.Array) -> numpy.ndarray:
    """What the library has in its memory, as an array of its own."""
    out = numpy.empty(tuple(a.sizes[: a.rank]), dtype_of(_lib.said(a.type) or "f32"))
    if a.bytes:
        ctypes.memmove(out.ctypes.data, a.data, a.bytes)
    return out
