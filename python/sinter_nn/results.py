# SPDX-License-Identifier: Apache-2.0
"""What sinter says of networks, as objects. Names are those of the tool's JSON (docs/json.md)."""

from __future__ import annotations

import dataclasses
import functools
import html
from dataclasses import dataclass
from typing import Optional

import numpy

from . import _lib
from ._lib import said, strings
from .errors import ArgumentError, DiffersError, InconclusiveError, UnsupportedError

# numpy's types of the library's. What numpy has no type for is there as bits.
DTYPES = {
    "f32": "f4",
    "f64": "f8",
    "f16": "f2",
    "bf16": "u2",
    "i8": "i1",
    "i16": "i2",
    "i32": "i4",
    "i64": "i8",
    "u8": "u1",
    "u16": "u2",
    "u32": "u4",
    "u64": "u8",
    "bool": "?",
    "i4": "i1",
    "i2": "i1",
}


def dtype_of(type_: str) -> numpy.dtype:
    """A type of an element as one of numpy; of types that numpy lacks their bits (bf16: uint16,
    f8 and less: uint8)."""
    return numpy.dtype(DTYPES.get(type_, "u1"))


def type_of(dtype: numpy.dtype) -> Optional[str]:
    """The library's type of numpy's; None: it has none. bfloat16 of ml_dtypes is bf16."""
    if dtype.kind in "fiu" and dtype.itemsize <= 8:
        return f"{dtype.kind}{8 * dtype.itemsize}"
    return {"bool": "bool", "bfloat16": "bf16"}.get(dtype.name)


def shape_text(shape) -> str:
    return "?" if shape is None else ",".join("?" if d is None else str(d) for d in shape)


def printable(text: str) -> str:
    """As the tool prints names: what is no printable character as \\xHH."""
    data = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(ch if ch.isprintable() else f"\\x{ord(ch):02X}" for ch in data)


def scaled(value: float, base: int, units) -> str:
    k = 0
    while value >= base and k + 1 < len(units):
        value, k = value / base, k + 1
    digits = 0 if k == 0 or value >= 100 else 1 if value >= 10 else 2
    return f"{value:.{digits}f} {units[k]}".strip()


def count_text(value: float) -> str:
    """12345678: 12.3 M"""
    return scaled(value, 1000, ("", "K", "M", "G", "T"))


def bytes_text(value: float) -> str:
    return scaled(value, 1024, ("B", "KB", "MB", "GB", "TB"))


def distance_text(value: float) -> str:
    return "0" if value == 0 else f"{value:.1e}"


def escaped(text) -> str:
    return html.escape(printable(str(text)))


def table(heads, rows) -> str:
    """An HTML table; cells are text, or numbers, which stand to the right."""

    def cell(value):
        where = "right" if isinstance(value, (int, float)) else "left"
        text = "" if value is None else escaped(value)
        return f'<td style="text-align:{where}">{text}</td>'

    head = "".join(f'<th style="text-align:left">{escaped(h)}</th>' for h in heads)
    body = "".join("<tr>" + "".join(map(cell, row)) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class TensorInfo:
    """An input or a result. `type` is the library's ("f32", "i64", "bool"; None: not known).
    `shape` is outermost first, None where a size is not known, and None as a whole where even the
    number of axes is not. `bytes` is None where some size is not known."""

    name: str
    type: Optional[str]
    shape: Optional[tuple[Optional[int], ...]]
    bytes: Optional[int]

    @functools.cached_property
    def dtype(self) -> Optional[numpy.dtype]:
        """The type of numpy that arrays of it have."""
        return dtype_of(self.type) if self.type else None

    def __str__(self) -> str:
        return f"{printable(self.name)}: {self.type or '?'} [{shape_text(self.shape)}]"


def tensor_of_value(v: _lib.ValueInfo, is_index: bool = False) -> TensorInfo:
    shape = None
    if v.rank >= 0:
        shape = tuple(None if v.sizes[k] < 0 else v.sizes[k] for k in range(v.rank))
    type_ = "i32" if is_index else said(v.type) or None
    return TensorInfo(said(v.name) or "", type_, shape, None if v.bytes < 0 else v.bytes)


def tensor_of_array(a: _lib.Array, is_index: bool = False) -> TensorInfo:
    type_ = "i32" if is_index else said(a.type)
    return TensorInfo(said(a.name) or "", type_, tuple(a.sizes[: a.rank]), a.bytes)


@dataclass(frozen=True)
class Layer:
    """A layer as the file has it. `macs` is None where sizes are not known; `params` is what is
    not as by default, for people."""

    name: str
    op: str
    label: str
    type: str
    params: str
    macs: Optional[float]
    n_weights: int
    weight_bytes: int
    inputs: tuple[TensorInfo, ...]
    outputs: tuple[TensorInfo, ...]


@dataclass(frozen=True)
class Cost:
    """What a network costs. known is False where some size is not, and the figures are at least so
    high; peak_bytes: activations that are there at once, in f32."""

    known: bool
    macs: float
    n_weights: int
    weight_bytes: int
    peak_bytes: int


@dataclass(frozen=True)
class Remark:
    """What a pass did, or refused to do. `layers` are those that matched, producer first, `result`
    the layer that they became (None: they are gone, or nothing was done). `why` is the reason why
    it was not done, or what else there is to say; `other` a layer that it is about. `distance` is
    how far running both sides was apart, max|a-b| / max|a|; None where it was not run, which
    `unchecked` gives the reason of."""

    done: bool
    pass_name: str
    text: str
    layers: tuple[str, ...]
    result: Optional[str]
    why: Optional[str]
    other: Optional[str]
    distance: Optional[float]
    unchecked: Optional[str]

    def __str__(self) -> str:
        return f"{self.pass_name}: {self.text}"


def remark_of(info: _lib.RemarkInfo) -> Remark:
    return Remark(
        info.fired,
        said(getattr(info, "pass")) or "",
        said(info.text) or "",
        strings(info.layers, info.n_layers),
        said(info.result),
        said(info.why),
        said(info.other),
        info.distance if info.fired and info.distance >= 0 else None,
        said(info.unchecked),
    )


@dataclass(frozen=True)
class Compared:
    """A tensor that both networks were run for. `rounding` is the distance that rounding alone
    makes (None: it was not measured), `share` the largest part of what rounding explains that a
    difference takes; above 1 it differs."""

    name: str
    shape: str
    distance: float
    equal: bool
    share: float
    rounding: Optional[float]
    why: Optional[str]


@dataclass(frozen=True)
class Comparison:
    """Two networks, run on the same inputs. It is true where they are the same.

    `verdict` is "same", "different", "inconclusive" or "not run" (`why_not` has the reason).
    Distances are max|a-b| / max|a|; `doubt` is why it is inconclusive. docs/numbers.md has what
    decides it."""

    ran: bool
    equal: bool
    inconclusive: bool
    why_not: Optional[str]
    doubt: Optional[str]
    worst_distance: float
    share: float
    rounding: Optional[float]
    bound: Optional[float]
    runs: int
    sizes: str
    sizes_chosen: bool
    sizes_elsewhere: Optional[str]
    runs_elsewhere: int
    not_run: Optional[str]
    first_different: Optional[str]
    not_counted: Optional[str]
    explained_by: Optional[str]
    compared: tuple[Compared, ...] = dataclasses.field(repr=False)

    @property
    def verdict(self) -> str:
        if not self.ran:
            return "not run"
        return "same" if self.equal else "inconclusive" if self.inconclusive else "different"

    def __bool__(self) -> bool:
        return self.ran and self.equal

    def check(self) -> "Comparison":
        """Itself where the networks are the same; else DiffersError, InconclusiveError, or
        UnsupportedError where they were not run."""
        if not self.ran:
            raise UnsupportedError(f"the networks were not compared: {self.why_not}")
        if self.inconclusive and not self.equal:
            raise InconclusiveError(
                f"whether the networks compute the same could not be decided: {self.doubt}"
            )
        if not self.equal:
            raise DiffersError(
                "the networks compute different results; the first that differs: "
                f"{self.first_different}, distance {distance_text(self.worst_distance)}"
            )
        return self

    def __str__(self) -> str:
        if not self.ran:
            return f"not run: {self.why_not or 'not asked for'}"
        text = f"{self.verdict}: worst distance {distance_text(self.worst_distance)}"
        if self.bound:
            text += f", allowed {distance_text(self.bound)}"
        elif self.share >= 1e6:
            text += ", far beyond what rounding explains"
        elif self.share > 1:
            text += f", {self.share:.3g} times what rounding explains"
        elif self.share > 0:
            part = f"{100 * self.share:.0f}" if self.share >= 0.1 else (
                f"{max(100 * self.share, 0.1):.2g}"
            )
            text += f", {part} % of what rounding explains"
        if self.explained_by:
            text += f"; {self.explained_by} would explain it"
        text += f", {self.runs} run{'' if self.runs == 1 else 's'}"
        if self.sizes:
            text += f" at {self.sizes}"
        if self.sizes_elsewhere:
            text += f", {self.runs_elsewhere} each at {self.sizes_elsewhere}"
        if self.sizes_chosen:
            text += " (sizes that sinter chose)"
        if self.doubt:
            text += f"\n{self.doubt}"
        elif not self.equal and self.first_different:
            text += f"\nfirst that differs: {self.first_different}"
        elif self.equal and self.not_counted:
            text += f"\n{self.not_counted}"
        if self.not_run:
            text += f"\nnot run, outputs made up alike on both sides: {self.not_run}"
        return text

    def _repr_html_(self) -> str:
        rows = [
            (t.name, t.shape, f"{t.distance:.1e}", "" if t.equal else "differs", t.why)
            for t in self.compared[:50]
        ]
        whole = "<br>".join(escaped(line) for line in str(self).splitlines())
        return f"<p>{whole}</p>" + table(("tensor", "shape", "distance", "", "why"), rows)


def comparison_of(r: _lib.Comparison) -> Comparison:
    compared = tuple(
        Compared(
            said(t.name) or "",
            said(t.shape) or "",
            t.distance,
            t.equal,
            t.share,
            t.noise if t.noise > 0 else None,
            said(t.why),
        )
        for t in (r.compared[i] for i in range(r.n_compared))
    )
    return Comparison(
        ran=r.ran,
        equal=r.equal,
        inconclusive=r.inconclusive,
        why_not=said(r.why_not),
        doubt=said(r.doubt),
        worst_distance=r.worst,
        share=r.share,
        rounding=r.noise if r.noise > 0 else None,
        bound=r.bound if r.bound > 0 else None,
        runs=r.n_runs,
        sizes=said(r.shapes) or "",
        sizes_chosen=r.guessed,
        sizes_elsewhere=said(r.shapes_elsewhere) or None,
        runs_elsewhere=r.n_runs_elsewhere,
        not_run=said(r.boundaries) or None,
        first_different=said(r.different),
        not_counted=said(r.uncounted),
        explained_by=said(r.explained),
        compared=compared,
    )


@dataclass(frozen=True)
class Storage:
    """Weights that the file had in half precision and that rewrites changed: layers with such
    weights in f32, and as halves again; bytes that the former take beyond halves, and that were
    saved for the latter; how far storing these as halves moves results."""

    single_layers: int
    half_layers: int
    bytes_more: int
    bytes_saved: int
    distance: float
    distance_of_all: Optional[float]
    why_not: Optional[str]


@dataclass(frozen=True)
class Optimization:
    """What optimizing did. `macs_before` and `macs_after` are None where sizes are not known;
    `network` is the comparison of the whole network before and after; `remarks` are all that was
    done, and, last, what was not, with the reason."""

    layers_before: int
    layers_after: int
    macs_before: Optional[float]
    macs_after: Optional[float]
    rewrites: int
    checked: int
    unchecked: int
    taken_back: int
    worst_distance: Optional[float]
    network: Comparison
    storage: Optional[Storage]
    remarks: tuple[Remark, ...] = dataclasses.field(repr=False)

    @property
    def done(self) -> tuple[Remark, ...]:
        """Remarks of what was done."""
        return tuple(r for r in self.remarks if r.done)

    @property
    def refused(self) -> tuple[Remark, ...]:
        """Remarks of what was nearly one, with the reason why it was not done."""
        return tuple(r for r in self.remarks if not r.done)

    @property
    def passes(self) -> dict[str, int]:
        """How many rewrites each pass made, in the order of the first."""
        counts: dict[str, int] = {}
        for remark in self.done:
            counts[remark.pass_name] = counts.get(remark.pass_name, 0) + 1
        return counts

    def __str__(self) -> str:
        lines = [f"layers    {self.layers_before} -> {self.layers_after}"]
        if self.macs_before is None or self.macs_after is None:
            lines.append("MACs      not all sizes are known")
        else:
            before, after = count_text(self.macs_before), count_text(self.macs_after)
            lines.append(
                f"MACs      {before}" + (", as before" if before == after else f" -> {after}")
            )
        lines.append(f"rewrites  {self.rewrites}")
        lines += [f"          {n:5}  {name}" for name, n in self.passes.items()]
        if self.checked or self.unchecked:
            worst = "" if self.worst_distance is None else (
                f", worst distance {distance_text(self.worst_distance)}"
            )
            of = f"{self.checked} of " if self.unchecked else ""
            n = self.checked + self.unchecked
            lines.append(f"checked   {of}{n} rewrite{'' if n == 1 else 's'}{worst}")
        whole = str(self.network) if self.rewrites else "as it was: nothing was rewritten"
        lines.append("network   " + whole.replace("\n", "\n          "))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (r.pass_name, r.text, "" if r.distance is None else distance_text(r.distance))
            for r in self.done
        ]
        refused = [(r.pass_name, r.text, "") for r in self.refused]
        return (
            f"<pre>{html.escape(printable_lines(str(self)))}</pre>"
            f"<details><summary>{len(rows)} done</summary>"
            + table(("pass", "what", "distance"), rows)
            + f"</details><details><summary>{len(refused)} not done</summary>"
            + table(("pass", "what and why", ""), refused)
            + "</details>"
        )


def printable_lines(text: str) -> str:
    return "\n".join(printable(line) for line in text.split("\n"))


def optimization_of(r: _lib.OptimizeResult, storage, remarks) -> Optimization:
    def known(macs):
        return None if macs < 0 else macs

    kept = None
    if storage is not None and (storage.n_singles or storage.n_halves):
        kept = Storage(
            storage.n_singles,
            storage.n_halves,
            storage.bytes_more,
            storage.bytes_saved,
            storage.moved,
            known(storage.all_move),
            said(storage.why_not),
        )
    return Optimization(
        layers_before=r.layers_before,
        layers_after=r.layers_after,
        macs_before=known(r.macs_before),
        macs_after=known(r.macs_after),
        rewrites=r.n_rewrites,
        checked=r.n_checked,
        unchecked=r.n_unchecked,
        taken_back=r.n_refused,
        worst_distance=r.worst_rewrite if r.n_checked else None,
        network=comparison_of(r.whole),
        storage=kept,
        remarks=tuple(remarks),
    )


@dataclass(frozen=True)
class Pass:
    """A pass of the optimizer: what it does, as `sinter passes` prints it, and what must be
    proved first."""

    stage: str
    name: str
    does: str
    needs: str
    covers: str


@dataclass(frozen=True)
class Listed:
    """A name that options take, and what it is."""

    name: str
    what: str

    def __str__(self) -> str:
        return f"{self.name}: {self.what}"


@dataclass(frozen=True)
class CompiledInfo:
    """How a network was compiled: whether the code was in the cache; whether it was compared with
    the interpreter; seconds from the network to C, and from C to a library; the compiler; the file
    of the library; bytes of code, of packed weights, and of memory that a run works in."""

    cached: bool
    checked: bool
    plan_seconds: float
    build_seconds: float
    compiler: str
    library: str
    code_bytes: int
    weights_bytes: int
    workspace_bytes: int


@dataclass(frozen=True)
class Step:
    """A step of compiled code: the layers that it computes and the kernel; the median of its
    seconds; operations and bytes that it needs at least, and the seconds that the machine would
    need for them at its measured speeds."""

    layers: str
    kernel: str
    seconds: float
    flops: float
    bytes: float
    roof_seconds: float


@dataclass(frozen=True)
class Timing:
    """Seconds of runs of a compiled network, the best and the median, what each step takes of the
    median run, and each run."""

    rounds: int
    best_seconds: float
    median_seconds: float
    steps: tuple[Step, ...] = dataclasses.field(repr=False)
    seconds: tuple[float, ...] = dataclasses.field(repr=False)

    def percentile(self, percent: float) -> float:
        """So many hundredths of the runs were faster, as `sinter bench` counts; 50: the median."""
        if not 0 <= percent <= 100:
            raise ArgumentError(f"percent is {percent}: 0 to 100")
        ordered = sorted(self.seconds)
        return ordered[min(int(percent * len(ordered) // 100), len(ordered) - 1)]

    def _repr_html_(self) -> str:
        rows = [
            (s.layers, s.kernel, f"{1e3 * s.seconds:.3f}", f"{1e3 * s.roof_seconds:.3f}")
            for s in self.steps
        ]
        whole = f"{1e3 * self.median_seconds:.3f} ms, the median of {self.rounds} runs"
        return f"<p>{whole}</p>" + table(("layers", "kernel", "ms", "ms at full speed"), rows)


@dataclass(frozen=True)
class WrittenCode:
    """C that was written into a folder: what symbols begin with, names of files in it, bytes, steps
    and operations of a run; `unchecked`: why the code was not compared with the interpreter (None:
    it was)."""

    folder: str
    prefix: str
    files: tuple[str, ...]
    code_bytes: int
    weights_bytes: int
    workspace_bytes: int
    steps: int
    flops: float
    remarks: tuple[str, ...]
    unchecked: Optional[str]


@dataclass(frozen=True)
class Epoch:
    """An epoch of a training: the mean loss of its steps, and, where there are test data, the loss
    of these and, of classes, the part that is right."""

    loss: float
    step_losses: tuple[float, ...] = dataclasses.field(repr=False)
    test_loss: Optional[float] = None
    test_right: Optional[float] = None
