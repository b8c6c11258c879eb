# SPDX-License-Identifier: Apache-2.0
"""Networks as compiled code: a callable on arrays, or C in a folder."""

from __future__ import annotations

import ctypes
import math
import os
from collections.abc import Mapping
from typing import Any, Optional, Sequence, Union

import numpy

from . import _lib
from ._context import Context, Handle
from ._lib import lib, said, spelled, strings
from .arrays import fed, nearest, pointers
from .errors import ArgumentError, InternalError
from .model import Model, Path, Sizes, Source, chosen, model_of
from .results import (
    CompiledInfo,
    Step,
    TensorInfo,
    Timing,
    WrittenCode,
    printable,
    tensor_of_array,
)

FUSIONS = ("full", "tvm", "off")
MOST_THREADS = 256


def processors() -> int:
    """What this process may run on."""
    try:
        n = len(os.sched_getaffinity(0))
    except AttributeError:
        n = os.cpu_count() or 1
    return min(n, MOST_THREADS)


def options_of(
    *,
    target: Optional[str] = None,
    machine: Optional[str] = None,
    threads: Optional[int] = None,
    batch: int = 0,
    exact: bool = False,
    small: bool = False,
    fusion: str = "full",
    without: Union[str, Sequence[str], None] = None,
    check: bool = True,
    optimize: bool = True,
    prefix: Optional[str] = None,
    embed_weights: bool = False,
    selftest: bool = True,
    no_threads: bool = False,
    single_file: bool = False,
    fp16: bool = False,
    min_memory: bool = False,
) -> _lib.CompileOptions:
    if threads is not None and threads < 1:
        raise ArgumentError(f"threads is {threads}: 1 or more, or None for all")
    if no_threads and threads is None:
        threads = 1
    if batch < 0:
        raise ArgumentError(f"batch is {batch}: 1 or more, or 0 for no axis of images")
    if without is not None and not isinstance(without, str):
        without = ",".join(without)
    return _lib.CompileOptions(
        target=spelled(target),
        machine=spelled(machine),
        threads=processors() if threads is None else threads,
        batch=batch,
        exact=exact,
        small=small,
        fusion=chosen(fusion, FUSIONS, "fusion"),
        without=spelled(without),
        no_check=not check,
        as_is=not optimize,
        prefix=spelled(prefix),
        embed_weights=embed_weights,
        no_selftest=not selftest,
        no_threads=no_threads,
        single_file=single_file,
        fp16=fp16,
        min_memory=min_memory,
    )


class Compiled(Handle):
    """A network as code that runs. `compile` makes one.

        y = net(x)                  by place: one array for each input
        y = net(images=x)           by name
        y = net({"images:0": x})    by any name
        [y] = net.run(None, {"images:0": x})    as an InferenceSession of onnxruntime

    Arrays have exactly the type and sizes of `inputs`: what differs is a ShapeError, nothing is
    converted but numbers and lists of numbers. Arrays that are not contiguous are copied. A
    network with one result gives its array, one with several a dict from their names, in order.
    Results are new arrays in each call. Where only the data says how much there is (boxes that
    remain), a result is as large as it says.

    It may be called from several threads, which take turns, as do those that were compiled from
    one Model; networks that are compiled from a path run side by side."""

    _kind = "compiled network"

    def __init__(self, context: Context, pointer, is_index: dict[str, bool]):
        super().__init__(context, (lib.sn_executable_destroy, pointer))
        info = _lib.ExecutableInfo()
        lib.sn_executable_describe(pointer, ctypes.byref(info))
        a = _lib.Array()

        def listed(get, n: int, flags: dict[str, bool]):
            for i in range(n):
                if not get(pointer, i, ctypes.byref(a)):
                    raise InternalError(f"there is no description of {i} of {n}")
                yield tensor_of_array(a, flags.get(said(a.name) or "", False))

        self._inputs = tuple(listed(lib.sn_executable_input, info.n_inputs, is_index))
        self._all = tuple(listed(lib.sn_executable_output, info.n_outputs, {}))
        self._counts: dict[int, tuple[int, int]] = {}  # axis, and which output counts it
        count = _lib.OutputCount()
        for i, output in enumerate(self._all):
            if lib.sn_executable_count(pointer, i, ctypes.byref(count)):
                sizes = self._all[count.output].shape or ()
                if math.prod(d or 0 for d in sizes) == 1:
                    self._counts[i] = (count.axis, count.output)
        counting = {output for _, output in self._counts.values()}
        self._shown = [i for i in range(len(self._all)) if i not in counting]
        self._info = CompiledInfo(
            cached=info.cached,
            checked=info.checked,
            plan_seconds=info.plan_seconds,
            build_seconds=info.build_seconds,
            compiler=said(info.compiler) or "",
            library=os.fsdecode(info.library or b""),
            code_bytes=info.code_bytes,
            weights_bytes=info.weights_bytes,
            workspace_bytes=info.workspace_bytes,
        )

    @property
    def inputs(self) -> tuple[TensorInfo, ...]:
        """What is expected of each input, in order; with an axis of images in front where there is
        a batch."""
        return self._inputs

    @property
    def outputs(self) -> tuple[TensorInfo, ...]:
        """Name, type and shape of each result. Where only the data says how much there is along an
        axis, the shape has None there."""
        infos = []
        for i in self._shown:
            info = self._all[i]
            if i in self._counts:
                axis = self._counts[i][0]
                shape = tuple(None if k == axis else d for k, d in enumerate(info.shape))
                info = TensorInfo(info.name, info.type, shape, None)
            infos.append(info)
        return tuple(infos)

    @property
    def info(self) -> CompiledInfo:
        """How it was compiled."""
        return self._info

    def _run(self, arrays: Sequence[numpy.ndarray]) -> list[numpy.ndarray]:
        results = [numpy.empty(o.shape, o.dtype) for o in self._all]
        with self._context.inside() as context:
            context.check(
                lib.sn_executable_run(self._pointer, pointers(arrays), pointers(results))
            )
        for i, (axis, by) in self._counts.items():
            n = int(results[by].reshape(()))
            results[i] = results[i][(slice(None),) * axis + (slice(n),)]
        return [results[i] for i in self._shown]

    def __call__(self, *arrays, **named) -> Union[numpy.ndarray, dict[str, numpy.ndarray]]:
        """Runs the network. ShapeError: an array of another type or of other sizes; ArgumentError:
        an input that is missing, or that there is not; ClosedError after close()."""
        results = self._run(fed(self._inputs, arrays, named, "a network"))
        if len(results) == 1:
            return results[0]
        return {self._all[i].name: array for i, array in zip(self._shown, results)}

    def run(
        self, names: Optional[Sequence[str]], inputs: Mapping[str, Any]
    ) -> list[numpy.ndarray]:
        """As InferenceSession.run of onnxruntime: a list of the results of these names, or of all
        where names is None; inputs by name."""
        known = [self._all[i].name for i in self._shown]
        for name in names or ():
            if name not in known:
                raise ArgumentError(f"there is no result '{printable(name)}'{nearest(name, known)}")
        by_name = dict(zip(known, self._run(fed(self._inputs, (inputs,), {}, "a network"))))
        return [by_name[name] for name in (known if names is None else names)]

    def bench(self, rounds: int = 20, *, warmup: int = 1, seconds: float = 0) -> Timing:
        """Times so many runs at least, for so long at least, on inputs from a seed, after `warmup`
        runs that do not count."""
        if rounds < 1:
            raise ArgumentError(f"rounds is {rounds}: 1 or more")
        if warmup < 1:
            raise ArgumentError(f"warmup is {warmup}: 1 or more")
        how = _lib.BenchOptions(rounds=rounds, warmup=warmup, seconds=seconds)
        r = _lib.BenchResult()
        with self._context.inside() as context:
            context.check(
                lib.sn_executable_bench_with(self._pointer, ctypes.byref(how), ctypes.byref(r))
            )
            steps = []
            for s in (r.steps[i] for i in range(r.n_steps)):
                texts_ = said(s.layers) or "", said(s.kernel) or ""
                steps.append(Step(*texts_, s.seconds, s.flops, s.bytes, s.roof))
            return Timing(
                r.n_rounds, r.best, r.median, tuple(steps), tuple(r.runs[: r.n_rounds])
            )

    def __repr__(self) -> str:
        ins, outs = (", ".join(map(str, infos)) for infos in (self.inputs, self.outputs))
        return f"<sinter_nn.Compiled {ins} -> {outs}{', closed' if self.closed else ''}>"


def compile(
    source: Union[Model, Source],
    *,
    inputs: Sizes = None,
    threads: Optional[int] = None,
    target: Optional[str] = None,
    machine: Optional[str] = None,
    batch: int = 0,
    exact: bool = False,
    small: bool = False,
    fusion: str = "full",
    without: Union[str, Sequence[str], None] = None,
    check: bool = True,
    optimize: bool = True,
    **loading,
) -> Compiled:
    """Compiles a network by the C compiler of this machine, once: the code is kept in a cache
    (~/.cache/sinter), and compared with the interpreter when it is made.

    source: a Model, or what load() takes, with its options.
    inputs: sizes, where the network leaves them open: {"x": (1, 3, 224, 224)}; of the only input
    also without its name. Else they are those of the file.
    threads: that a run works on; None: as many as this process may run on.
    target: the instruction set, "native" or a name of targets(); machine: the processor by which
    kernels are chosen.
    batch: images of a run: inputs and outputs get an axis of that size in front, and each image is
    computed as if it were alone; 0: no such axis.
    exact: no algorithm that rounds worse than the plain sum. small: little code and weights rather
    than speed. fusion: "full", "tvm" or "off"; without: rules of docs/fusion.md that are left out.
    check: compare the code with the interpreter. optimize: optimize first (the Model stays as it
    is).

    Returns a Compiled, a callable on arrays. ShapeError: an input of unknown sizes;
    UnsupportedError: there is no compiler, or no kernel for some layer; MiscompiledError: the
    compiler's code computes something else."""
    model = model_of(source, loading)
    asked = options_of(
        target=target,
        machine=machine,
        threads=threads,
        batch=batch,
        exact=exact,
        small=small,
        fusion=fusion,
        without=without,
        check=check,
        optimize=optimize,
        **loading,  # which none is left of, or it is a TypeError
    )
    with model._context.inside() as context:
        pinned = model._clone_inside(context)
        pinned._pinned_inside(context, inputs)
        sized = pinned._sized_inside(context)
        m = sized._pointer
        v, is_index = _lib.ValueInfo(), {}
        for i in range(lib.sn_model_n_inputs(m)):
            context.check(lib.sn_model_input_value(m, i, ctypes.byref(v)))
            is_index[said(v.name) or ""] = bool(lib.sn_model_input_is_index(m, i))
        out = ctypes.c_void_p()
        context.check(lib.sn_executable_create(m, ctypes.byref(asked), ctypes.byref(out)))
        return Compiled(model._context, out, is_index)


def write_c(
    source: Union[Model, Source], folder: Path, *, inputs: Sizes = None, **options
) -> WrittenCode:
    """Writes a network as C into a folder, which is made when its parent is there: a header, code,
    weights, an example and a CMakeLists.txt (docs/compile.md).

    Options are those of compile(), `threads` being what it is tuned for, and: prefix, of symbols
    and files (None: from the name of the network's file); embed_weights, as an array of C instead
    of a file; selftest, which the folder has otherwise; no_threads, for one thread without pthread;
    single_file, a header and one C file with all in it."""
    model = model_of(source, options)
    asked = options_of(**options)
    with model._context.inside() as context:
        pinned = model._clone_inside(context)
        pinned._pinned_inside(context, inputs)
        sized = pinned._sized_inside(context)
        r = _lib.CompileResult()
        status = lib.sn_model_compile(
            sized._pointer, os.fsencode(folder), ctypes.byref(asked), ctypes.byref(r)
        )
        context.check(status)
        return WrittenCode(
            folder=os.fspath(folder),
            prefix=said(r.prefix) or "",
            files=strings(r.files, r.n_files),
            code_bytes=r.code_bytes,
            weights_bytes=r.weights_bytes,
            workspace_bytes=r.workspace_bytes,
            steps=r.n_steps,
            flops=r.flops,
            remarks=strings(r.remarks, r.n_remarks),
            unchecked=said(r.unchecked),
        )
