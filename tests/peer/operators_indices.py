# SPDX-License-Identifier: Apache-2.0
"""Operators about sizes and indices, for test_operators.py: shapes as values, gathers and scatters,
what depends on data, and forms whose sizes or axes are inputs at run time.
"""

import numpy as np
from onnx import helper, numpy_helper

from operator_cases import (
    ANY,
    FLOATS,
    INDEX,
    NAMES,
    NUMBERS,
    Case,
    Skip,
    is_float,
    is_half,
    operator,
    types_of,
    vector,
)


def indices(d, shape, n, dtype):
    if n == 0 and 0 not in shape:
        raise Skip
    return np.asarray(d.rng.integers(-n, n, shape) if n else np.zeros(shape), dtype)


@operator("cast")
def cast(d):
    to, t = d.pick(*NAMES), d.pick(*ANY)
    whole = is_float(t) and to.type not in FLOATS + (np.bool_,)
    x = (d.array if whole else d.data)(d.shape(), t)
    if is_float(t) and to.kind == "u":
        x = np.abs(x)  # what does not fit is open in ONNX
    c = Case("Cast", "cast", [x], {"to": helper.np_dtype_to_tensor_dtype(to)}, {"to": NAMES[to]})
    c.half = None  # it says itself what it makes
    return c


@operator("bit_cast")
def bit_cast(d):
    types = [t for t in NAMES if t.kind in "iu" or t in (np.float32, np.float64)]
    t = d.pick(*types)
    to = d.pick(*(o for o in types if o.itemsize == t.itemsize))
    p = {"to": helper.np_dtype_to_tensor_dtype(to)}
    return Case("BitCast", "bit_cast", [d.data(d.shape(), t.type)], p, {"to": NAMES[to]})


@operator("shape")
def shape(d):
    x = d.array(d.shape(), d.pick(*ANY))
    p = {}
    if d.chance(0.6):
        p["start"] = d.int(-5, 5)
    if d.chance(0.6):
        p["end"] = d.int(-5, 5)
    return Case("Shape", "shape", [x], p, p)


@operator("size")
def size(d):
    return Case("Size", "size", [d.array(d.shape(), d.pick(*ANY))])


@operator("gather")
def gather(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    at = indices(d, d.shape(0, min(3, 9 - len(s)), 3), s[axis], d.pick(*INDEX))
    return Case("Gather", "gather", [d.data(s, d.pick(*ANY)), at], {"axis": given}, {"axis": axis})


def part_of(d, s, axis):
    return [d.int(1, 5) if k == axis else d.int(min(1, n), n) for k, n in enumerate(s)]


@operator("gather_elements")
def gather_elements(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    at = indices(d, part_of(d, s, axis), s[axis], d.pick(*INDEX))
    return Case(
        "GatherElements",
        "gather_elements",
        [d.array(s, d.pick(*ANY)), at],
        {"axis": given},
        {"axis": axis},
    )


def nd_indices(d, s, batch, depth):
    outer = s[:batch] + [d.int(1, 3) for _ in range(d.int(0, 1 if len(s) > 6 else 2))]
    if 0 in s:
        raise Skip
    columns = [indices(d, outer, s[batch + k], np.int64) for k in range(depth)]
    return np.stack(columns, -1)


@operator("gather_nd")
def gather_nd(d):
    s = d.shape(1)
    batch = d.int(0, min(len(s) - 1, 2))
    at = nd_indices(d, s, batch, d.int(1, len(s) - batch))
    return Case(
        "GatherND",
        "gather_nd",
        [d.array(s, d.pick(*ANY)), at],
        {"batch_dims": batch},
        {"batch_dims": batch},
    )


@operator("scatter_elements")
def scatter_elements(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    how = d.pick("none", "add", "mul", "max", "min")
    t = d.pick(*(ANY if how == "none" else NUMBERS))
    sizes = part_of(d, s, axis)
    at = indices(d, sizes, s[axis], d.pick(*INDEX))
    if how == "none":  # of two updates of one place ONNX leaves open which counts
        sizes[axis] = min(sizes[axis], s[axis])
        if 0 in sizes:
            raise Skip
        rows = [
            d.rng.permutation(s[axis])[: sizes[axis]]
            for _ in range(int(np.prod(sizes)) // sizes[axis])
        ]
        moved = [n for k, n in enumerate(sizes) if k != axis]
        at = np.moveaxis(np.asarray(rows, np.int64).reshape(moved + [sizes[axis]]), -1, axis)
    p = {"axis": axis, "reduction": how}
    return Case(
        "ScatterElements",
        "scatter_elements",
        [d.array(s, t), np.ascontiguousarray(at), d.array(list(at.shape), t)],
        {"axis": given, "reduction": how},
        p,
    )


@operator("scatter_nd")
def scatter_nd(d):
    s = d.shape(1)
    how = d.pick("add", "mul", "max", "min")
    depth = d.int(1, len(s))
    at = nd_indices(d, s, 0, depth)
    t = d.pick(*NUMBERS)
    if at[..., 0].size <= 1 and d.chance(0.5):
        how, t = "none", d.pick(*ANY)
    updates = d.array(list(at.shape[:-1]) + s[depth:], t)
    return Case(
        "ScatterND",
        "scatter_nd",
        [d.array(s, t), at, updates],
        {"reduction": how},
        {"reduction": how},
    )


def arg(onnx, ours):
    @operator(ours)
    def make(d):
        s = d.shape(1)
        given, axis = d.axis(len(s))
        if 0 in s:
            raise Skip
        keep, last = d.int(0, 1), d.int(0, 1)
        x = d.array(s, d.type(onnx), -2, 2)
        if is_float(x.dtype) and d.chance(0.5):
            x = np.round(x)
        return Case(
            onnx,
            ours,
            [x],
            {"axis": given, "keepdims": keep, "select_last_index": last},
            {"axis": axis, "keepdims": bool(keep), "select_last_index": bool(last)},
        )


arg("ArgMax", "arg_max")
arg("ArgMin", "arg_min")


@operator("top_k")
def top_k(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    largest = d.int(0, 1)
    n, t = int(np.prod(s)), d.type("TopK")
    x = d.rng.permutation(n)
    if n > 100 and not is_float(t) and np.dtype(t).itemsize == 1:
        raise Skip  # of equal ones ONNX leaves the order open
    x = (x if np.dtype(t).kind == "u" else x - n // 2).astype(t).reshape(s)
    if len(np.unique(x)) < n:
        raise Skip
    return Case(
        "TopK",
        "top_k",
        [x, vector([d.int(0 if s[axis] == 0 else 1, s[axis])])],
        {"axis": given, "largest": largest},
        {"axis": axis, "largest": bool(largest)},
        n_out=2,
    )


@operator("non_zero")
def non_zero(d):
    s = d.shape(1)
    x = d.data(s, d.pick(*ANY), -2, 2)
    return Case("NonZero", "non_zero", [np.where(d.rng.random(s) < 0.4, np.zeros_like(x), x)])


@operator("compress")
def compress(d):
    s = d.shape(1)
    x = d.data(s, d.pick(*ANY))
    if d.chance(0.3):
        told = d.array([d.int(0, int(np.prod(s)))], np.bool_)
        return Case("Compress", "compress", [x, told])
    given, axis = d.axis(len(s))
    told = d.array([d.int(0, s[axis])], np.bool_)
    return Case("Compress", "compress", [x, told], {"axis": given}, {"axis": axis})


@operator("range")
def numbers(d):
    t = d.type("Range")
    start, delta = d.int(-9, 9), d.int(1, 4) * d.pick(1, -1)
    limit = start + delta * d.int(-1, 6) + d.int(0, 1)
    if is_float(t):
        start, limit, delta = start / 2, limit / 2, delta / 4
    return Case("Range", "range", [np.asarray(v).astype(t) for v in (start, limit, delta)])


@operator("one_hot")
def one_hot(d):
    s, depth = d.shape(0, 7, 3), d.int(1, 5)
    of = d.pick(*(t for t in types_of("OneHot") if is_float(t) or np.dtype(t).kind == "i"))
    at = np.clip(np.round(d.array(s, of, -depth, depth - 1)), -depth, depth - 1).astype(of)
    axis = d.int(0, len(s))
    values = d.array([2], d.pick(*ANY))
    if not is_float(values.dtype) and is_float(of):
        of, at = np.int64, at.astype(np.int64)  # else floats come out of onnx.reference
    c = Case(
        "OneHot",
        "one_hot",
        [at, np.asarray(depth, d.type("OneHot", 1)), values],
        {"axis": axis - len(s) - 1 if d.chance(0.4) else axis},
        {"axis": axis},
    )
    c.half = values.dtype if is_float(values.dtype) and values.dtype.itemsize == 2 else None
    return c


@operator("trilu")
def trilu(d):
    s = d.shape(2)
    upper = d.int(0, 1)
    inputs = [d.data(s, d.pick(*ANY))]
    if d.chance(0.6):
        inputs.append(np.asarray(d.int(-5, 5), np.int64))
    return Case("Trilu", "trilu", inputs, {"upper": upper}, {"upper": bool(upper)})


@operator("eye_like")
def eye_like(d):
    x = d.array([d.int(0 if d.chance(0.1) else 1, 5) for _ in "mn"], d.type("EyeLike"))
    k = d.int(-4, 4)
    if d.chance(0.5):
        return Case("EyeLike", "eye_like", [x], {"k": k}, {"k": k, "type": NAMES[x.dtype]})
    to = d.pick(*NAMES)
    c = Case(
        "EyeLike",
        "eye_like",
        [x],
        {"k": k, "dtype": helper.np_dtype_to_tensor_dtype(to)},
        {"k": k, "type": NAMES[to]},
    )
    c.half = None
    return c


@operator("reverse_sequence")
def reverse_sequence(d):
    s = d.shape(2)
    time = d.int(0, 1)
    if 0 in s:
        raise Skip
    lengths = vector([d.int(1, s[time]) for _ in range(s[1 - time])])
    p = {"time_axis": time, "batch_axis": 1 - time}
    return Case("ReverseSequence", "reverse_sequence", [d.data(s, d.pick(*ANY)), lengths], p, p)


@operator("constant_of_shape")
def constant_of_shape(d):
    value = d.data([1], d.pick(*ANY))
    c = Case(
        "ConstantOfShape",
        "constant_of_shape",
        [vector(d.shape())],
        {"value": numpy_helper.from_array(value)},
    )
    c.values = [value]  # an input here
    return c


# ---- what is told at run time ------------------------------------------------------------


@operator("dynamic_reshape")
def reshape(d):
    s = d.shape()
    n, to = int(np.prod(s)), []
    rest = n
    for _ in range(d.int(0, 3)):
        if rest < 1:
            break
        to.append(d.pick(*[k for k in range(1, rest + 1) if rest % k == 0]))
        rest //= to[-1]
    to.append(-1 if n and d.chance(0.5) else rest)
    allow = d.int(0, 1)
    if not n and not allow and any(v == 0 and k < len(s) and s[k] for k, v in enumerate(to)):
        raise Skip  # it would copy a size that is not 0
    if not allow and n:
        to = [0 if k < len(s) and s[k] == v and d.chance(0.5) else v for k, v in enumerate(to)]
    return Case(
        "Reshape",
        "dynamic_reshape",
        [d.data(s, d.pick(*ANY)), vector(to)],
        {"allowzero": allow},
        {"allowzero": bool(allow)},
    )


@operator("dynamic_expand")
def expand(d):
    whole = d.shape()
    return Case(
        "Expand",
        "dynamic_expand",
        [d.data(d.operand(whole), d.pick(*ANY)), vector(d.operand(whole))],
    )


@operator("dynamic_slice")
def slice_(d):
    s = d.shape(1)
    axes = [k for k in range(len(s)) if d.chance(0.6)]
    far = d.pick(8, 2**31 - 1, 2**63 - 1)
    starts = [d.pick(d.int(-6, 6), -far, far) for _ in axes]
    ends = [d.pick(d.int(-6, 6), -far, far) for _ in axes]
    steps = [d.int(1, 3) * d.pick(1, -1) for _ in axes]
    given = [k - len(s) if d.chance(0.4) else k for k in axes]
    return Case(
        "Slice",
        "dynamic_slice",
        [d.data(s, d.pick(*ANY))] + [vector(v) for v in (starts, ends, given, steps)],
    )


@operator("dynamic_tile")
def tile(d):
    s = d.shape()
    repeats = [d.int(0 if d.chance(0.1) else 1, 3 if len(s) < 6 else 2) for _ in s]
    return Case("Tile", "dynamic_tile", [d.data(s, d.pick(*ANY)), vector(repeats)])


@operator("dynamic_pad")
def pad(d):
    s = d.shape(1)
    axes = [k for k in range(len(s)) if d.chance(0.7)] or [0]
    if 0 in s:
        raise Skip
    mode = d.pick("constant", "reflect", "edge", "wrap")
    most = 3 if len(s) < 6 else 1
    pads = [d.int(0, most if mode == "constant" else min(most, s[k] - 1)) for k in axes * 2]
    t = d.pick(*ANY)
    inputs = [
        d.data(s, t),
        vector(pads),
        d.array([], t) if d.chance(0.7) else None,
        np.asarray([k - len(s) if d.chance(0.4) else k for k in axes], d.pick(*INDEX)),
    ]
    return Case("Pad", "dynamic_pad", inputs, {"mode": mode}, {"mode": mode})


@operator("dynamic_split")
def split(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    sizes, left = [], s[axis]
    for _ in range(d.int(0, 2)):
        sizes.append(d.int(0, left))
        left -= sizes[-1]
    sizes.append(left)
    return Case(
        "Split",
        "dynamic_split",
        [d.data(s, d.pick(*ANY)), vector(sizes)],
        {"axis": given},
        {"axis": axis},
        n_out=len(sizes),
    )


@operator("dynamic_squeeze")
def squeeze(d):
    s = [1 if d.chance(0.5) else n for n in d.shape(1)]
    axes = [k for k, n in enumerate(s) if n == 1 and d.chance(0.7)]
    if not axes:
        raise Skip
    given = [k - len(s) if d.chance(0.4) else k for k in axes]
    return Case("Squeeze", "dynamic_squeeze", [d.data(s, d.pick(*ANY)), vector(given)])


@operator("dynamic_unsqueeze")
def unsqueeze(d):
    s = d.shape(0, 5)
    rank = len(s) + d.int(1, 3)
    axes = [int(k) for k in d.rng.permutation(rank)[: rank - len(s)]]
    given = [k - rank if d.chance(0.4) else k for k in axes]
    return Case("Unsqueeze", "dynamic_unsqueeze", [d.data(s, d.pick(*ANY)), vector(given)])


@operator("dynamic_reduce")
def reduce(d):
    s = [max(n, 1) for n in d.shape()]
    onnx, ours = d.pick(("ReduceSum", "sum"), ("ReduceMax", "max"), ("ReduceMean", "mean"))
    axes, _ = d.axes(len(s))
    keep, noop = d.int(0, 1), d.int(0, 1)
    return Case(
        onnx,
        "dynamic_reduce",
        [d.data(s, d.pick(*FLOATS)), vector(axes)],
        {"keepdims": keep, "noop_with_empty_axes": noop},
        {"op": ours, "keepdims": bool(keep), "noop_with_empty_axes": bool(noop)},
    )


@operator("dynamic_resize")
def resize(d):
    s = [d.int(1, 2), d.int(1, 2), d.int(1, 5), d.int(1, 5)]
    x = d.array(s, d.pick(*FLOATS))
    how = {
        "mode": d.pick("nearest", "linear"),
        "coordinate_transformation_mode": "asymmetric",
        "nearest_mode": "floor",
    }
    if d.chance(0.5):
        c = Case(
            "Resize",
            "dynamic_resize",
            [x, np.asarray([1, 1, d.pick(1, 2, 3), d.pick(1, 2)], np.float32)],
            how,
            how,
        )
        c.order = [0, None, 1]  # ONNX has a region in between
        return c
    sizes = vector(s[:2] + [s[2] * d.int(1, 3), s[3] * d.int(1, 3)])
    c = Case("Resize", "dynamic_resize", [x, None, sizes], how, how)
    c.order = [0, None, None, 2]
    return c


@operator("roi_align")
def roi_align(d):
    t, n = d.pick(*FLOATS), d.int(0, 3)
    few = (1, 2, 4) if is_half(t) else (1, 2, 3)  # places are f32 here, double in the reference
    attributes = dict(
        coordinate_transformation_mode=d.pick("half_pixel", "output_half_pixel"),
        mode=d.pick("avg", "max"),
        output_height=d.pick(*few),
        output_width=d.pick(*few),
        sampling_ratio=d.pick(0, *few),
        spatial_scale=d.pick(0.5, 1.0, 2.0),
    )
    x = d.array([d.int(1, 3), d.int(1, 3), d.int(1, 5), d.int(1, 5)], t)
    # Of quarters: how many samples there are, and which of them are outside, is exact.
    rois = (d.rng.integers(-8, 24, [n, 4], endpoint=True) / 4).astype(t)
    images = d.rng.integers(0, x.shape[0], [n])
    return Case("RoiAlign", "roi_align", [x, rois, images], attributes, attributes, 22)
