# SPDX-License-Identifier: Apache-2.0
"""Contexts of the library, and what belongs to one. A context is used by one thread at a time, so
each has a lock; what is no longer needed is destroyed when nobody is inside."""

from __future__ import annotations

import collections
import contextlib
import ctypes
import logging
import os
import pathlib
import sys
import threading
import warnings
import weakref
from typing import Callable, Optional

from . import _lib
from ._lib import lib, said, spelled
from .errors import (
    BY_STATUS,
    ClosedError,
    InternalError,
    OutOfMemoryError,
    SinterError,
    SinterWarning,
)

log = logging.getLogger("sinter_nn")

OnMessage = Callable[[bool, str], None]
OnProgress = Callable[[str, int, int], None]


def outside() -> int:
    """The stacklevel at which a warning is about the caller of the package, not the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and (
        frame.f_code.co_filename == contextlib.__file__
        or pathlib.Path(frame.f_code.co_filename).parent == _lib.HERE
    ):
        level, frame = level + 1, frame.f_back
    return level


class Context:
    def __init__(
        self,
        threads: int = 0,
        on_message: Optional[OnMessage] = None,
        on_progress: Optional[OnProgress] = None,
    ):
        if threads < 0:
            raise BY_STATUS["E_ARG"](f"{threads} threads; 0, as many as the machine has, or more")
        self._on_message, self._on_progress = on_message, on_progress
        self._lock = threading.Lock()
        self._inside: Optional[int] = None  # the thread
        self._released: collections.deque = collections.deque()
        self._raised: Optional[BaseException] = None
        self._heard: list[tuple[bool, str]] = []
        self._process = os.getpid()
        itself = weakref.ref(self)  # or it would never go

        def message(_user, is_warning, text):
            context = itself()
            if context:
                context._hear(bool(is_warning), said(text) or "")

        def progress(_user, what, n_done, n_total):
            context = itself()
            if context:
                context._call(on_progress, said(what) or "", n_done, n_total)

        # The library holds pointers to these, so they live as long.
        self._callbacks = (
            _lib.Message(message),
            _lib.Progress(progress) if on_progress else _lib.Progress(),
        )
        options = _lib.ContextOptions(0, None, *self._callbacks, None, threads, b"python")
        self.pointer = lib.sn_context_create(ctypes.byref(options))
        if not self.pointer:
            raise OutOfMemoryError("out of memory")
        # Not at the exit of the process, when another thread may be inside.
        weakref.finalize(self, lib.sn_context_destroy, self.pointer).atexit = False

    def _call(self, function, *arguments) -> None:
        """What a callback raises cannot go through the library: the call that it came from raises
        it in the end."""
        try:
            function(*arguments)
        except BaseException as error:
            if self._raised is None:
                self._raised = error

    def _hear(self, is_warning: bool, text: str) -> None:
        if self._on_message:
            self._call(self._on_message, is_warning, text)
        else:
            self._heard.append((is_warning, text))

    def _tell(self, failing: bool) -> None:
        heard, self._heard = self._heard, []
        for is_warning, text in heard:
            if not is_warning:
                log.info("%s", text)
                continue
            try:
                warnings.warn(text, SinterWarning, stacklevel=outside())
            except SinterWarning:  # which the user has made errors
                if not failing:
                    raise

    @contextlib.contextmanager
    def inside(self):
        """Where the library may be called with what belongs to the context."""
        if os.getpid() != self._process:
            raise SinterError(
                "it was made in another process, before a fork; threads and locks did not come "
                "along: load it in this one"
            )
        if self._inside == threading.get_ident():
            raise SinterError("a callback uses what the call that it came from is about")
        raised, failing = None, True
        try:
            with self._lock:
                self._inside = threading.get_ident()
                self._raised = None
                try:
                    yield self
                    failing = False
                finally:
                    self._inside = None
                    raised, self._raised = self._raised, None
                    self._destroy_released()
        finally:
            self._sweep()
            self._tell(failing or raised is not None)
        if raised is not None:
            raise raised

    def check(self, status: int) -> None:
        """Raises what a status says, unless it is success."""
        if status == 0:
            return
        name = (said(lib.sn_status_name_of(status)) or "").replace("SN_", "")
        text = said(lib.sn_context_error(self.pointer)) or said(lib.sn_status_text_of(status))
        if self._raised is not None:
            raise self._raised
        raise BY_STATUS.get(name, InternalError)(text)

    def _destroy_released(self) -> None:
        while self._released:
            destroy, pointers = self._released.popleft()
            for function, pointer in zip(destroy, pointers):
                function(pointer)

    def _sweep(self) -> None:
        """Again after each release of the lock, so that what was released meanwhile is not left."""
        while self._released and self._lock.acquire(blocking=False):
            try:
                self._destroy_released()
            finally:
                self._lock.release()

    def release(self, destroy, pointers) -> None:
        """Destroys these, at once where nobody is inside, else when they are out: this comes from
        the garbage collector, too, which runs anywhere."""
        if os.getpid() != self._process:
            return
        self._released.append((destroy, pointers))
        self._sweep()


class Handle:
    """Something of the library that lives until it is closed, or nobody refers to it."""

    _kind = "object"

    def __init__(self, context: Context, *owned):
        """owned: pairs of the function that destroys it and the pointer, in the order in which
        they go; the first is what this is."""
        self._context = context
        self._owned = owned[0][1]
        destroy, pointers = zip(*owned)
        self._finalizer = weakref.finalize(self, context.release, destroy, pointers)
        self._finalizer.atexit = False

    @property
    def _pointer(self):
        """To be asked for where the context is held, or another thread closes it meanwhile."""
        if not self._finalizer.alive:
            raise ClosedError(f"the {self._kind} was closed")
        return self._owned

    def close(self) -> None:
        """Frees its memory; it cannot be used from then on. Closing again does nothing."""
        self._finalizer()

    @property
    def closed(self) -> bool:
        return not self._finalizer.alive

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def report(context: Context, model, what: str) -> str:
    """A report of the library as text (sn_report)."""
    pieces = []

    def write(_user, text, n):
        pieces.append(ctypes.string_at(text, n))
        return True

    context.check(lib.sn_report(context.pointer, model, spelled(what), _lib.Write(write), None))
    return b"".join(pieces).decode("utf-8", "surrogateescape")
