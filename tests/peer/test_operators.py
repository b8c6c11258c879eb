# SPDX-License-Identifier: Apache-2.0
"""Operators against onnx.reference: every one with a namesake in ONNX, with random attributes,
ranks 0 to 8, types and empty tensors. Both get the same inputs; results have to have equal types
and shapes, integers equal bits, numbers the distance that rounding explains. What is expected of
halves is what onnx.reference computes of the same numbers in double, rounded once. Where
onnx.reference says something else than ONNX Runtime, which agrees with sinter, the case is left
out."""

import os

import numpy as np

import operators_indices
import operators_layers  # noqa: F401 (adds its operators)
import peer
from ncnn_peer import Ours
from operators_case import (
    ANY,
    BOUND,
    Case,
    Draw,
    FLOATS,
    INTS,
    NAMES,
    NUMBERS,
    operator,
    OPERATORS,
    SINGLE,
    Skip,
    Text,
    WIDE_INTS,
    window,
)

CASES = 300


# ---- the operators -------------------------------------------------------------------------------


def unary(onnx, ours, types=FLOATS, lo=-4, hi=4, special=True, **more):
    def make(d):
        a = d.array(d.shape(), d.pick(*types), lo, hi)
        return Case(onnx, ours, [d.special(a) if special else a], **more)

    OPERATORS[ours] = make


for onnx_name in (
    "Exp Sigmoid Tanh Softplus Softsign Sin Cos Tan Sinh Cosh Asinh Atan Floor Ceil Round Erf Mish "
    "HardSwish"
).split():
    our_name = "hard_swish" if onnx_name == "HardSwish" else onnx_name.lower()
    if our_name != "softsign":
        unary(onnx_name, our_name)
unary("Relu", "relu", FLOATS + (np.int8, np.int16, np.int32, np.int64))
unary("Abs", "abs", NUMBERS)
unary("Neg", "neg", FLOATS + (np.int8, np.int16, np.int32, np.int64))
unary("Sign", "sign", NUMBERS)
unary("Not", "not", (np.bool_,))
unary("IsNaN", "is_nan")
unary("BitwiseNot", "bitwise_not", INTS)
unary("Log", "log", lo=0.01)
unary("Sqrt", "sqrt", lo=0)
unary("Reciprocal", "reciprocal", lo=0.1)
unary("Acosh", "acosh", lo=1)
unary("Asin", "asin", lo=-1, hi=1)
unary("Acos", "acos", lo=-1, hi=1)
unary("Atanh", "atanh", lo=-0.99, hi=0.99, special=False)
unary("Identity", "identity", ANY)


@operator("is_inf")
def is_inf(d):
    p = {"detect_negative": d.int(0, 1), "detect_positive": d.int(0, 1)}
    a = d.special(d.array(d.shape(), d.pick(np.float32, np.float64)))
    return Case("IsInf", "is_inf", [a], p, p)


def with_float(onnx, ours, attributes, **names):
    """Attributes with their range, and other names of them here."""

    def make(d):
        a = {
            k: float(np.float32(d.rng.uniform(*r))) for k, r in attributes.items() if d.chance(0.7)
        }
        x = d.special(d.array(d.shape(), d.pick(*FLOATS)))
        return Case(onnx, ours, [x], a, {names.get(k, k): v for k, v in a.items()})

    OPERATORS[ours] = make


with_float("LeakyRelu", "leaky_relu", {"alpha": (0, 1)})
with_float("Elu", "elu", {"alpha": (0.1, 2)})
with_float("Celu", "celu", {"alpha": (0.1, 2)})
with_float("Selu", "selu", {"alpha": (0.1, 2), "gamma": (0.1, 2)})
with_float("HardSigmoid", "hard_sigmoid", {"alpha": (0.1, 1), "beta": (0, 1)})
with_float("Shrink", "shrink", {"lambd": (0, 2), "bias": (0, 2)})


@operator("gelu")
def gelu(d):
    how = d.pick("none", "tanh")
    x = d.special(d.array(d.shape(), d.pick(*FLOATS)))
    return Case("Gelu", "gelu", [x], {"approximate": how}, {"approximate": how})


def binary(onnx, ours, types, special=True, **more):
    def make(d):
        t = d.pick(*types)
        a, b = (d.array(s, t) for s in d.operands(2))
        if special:
            a, b = d.special(a), d.special(b)
        return Case(onnx, ours, [a, b], **more)

    OPERATORS[ours] = make


for onnx_name, our_name in (("Add", "add"), ("Sub", "sub"), ("Mul", "mul")):
    binary(onnx_name, our_name, NUMBERS)
for onnx_name, our_name in (("Max", "max"), ("Min", "min")):
    binary(onnx_name, our_name, NUMBERS)
for our_name in "less less_or_equal greater greater_or_equal".split():
    binary("".join(w.capitalize() for w in our_name.split("_")), our_name, NUMBERS)
binary("Equal", "equal", ANY)
for our_name in "and or xor".split():
    binary(our_name.capitalize(), our_name, (np.bool_,))
for our_name in "and or xor".split():
    binary("Bitwise" + our_name.capitalize(), "bitwise_" + our_name, INTS)


@operator("div")
def div(d):
    t = d.pick(*NUMBERS)
    a, b = (d.array(s, t) for s in d.operands(2))
    if np.dtype(t).kind in "iu":  # ONNX leaves open what is divided by 0, and the least by -1
        b = np.where(b == 0, np.asarray(3, t), b)
        a = np.where(a == np.iinfo(t).min, np.asarray(1, t), a)
    return Case("Div", "div", [a, b])


@operator("mod")
def mod(d):
    t = d.pick(*NUMBERS)
    fmod = 1 if np.dtype(t).kind == "f" else d.int(0, 1)
    a, b = (d.array(s, t) for s in d.operands(2))
    b = np.where(b == 0, np.asarray(3, t), b)
    if np.dtype(t).kind in "iu":
        a = np.where(a == np.iinfo(t).min, np.asarray(1, t), a)
    return Case("Mod", "mod", [a, b], {"fmod": fmod}, {"fmod": fmod})


@operator("pow")
def power(d):
    t = d.pick(np.float32, np.float64, np.int32, np.int64)
    whole = np.dtype(t).kind == "i"
    s = d.operands(2)
    a = d.array(s[0], t, 0 if not whole else -4, 4)
    if whole:
        a = np.clip(a, -9, 9)
    b = np.clip(d.array(s[1], t if whole else d.pick(t, np.int32), 0, 3), 0, 5)
    return Case("Pow", "pow", [a, b])


@operator("bit_shift")
def bit_shift(d):
    t = d.pick(np.uint8, np.uint16, np.uint32, np.uint64)
    way = d.pick("LEFT", "RIGHT")
    s = d.operands(2)
    a = d.array(s[0], t)
    b = d.rng.integers(0, np.dtype(t).itemsize * 8 - 1, s[1]).astype(t)
    return Case(
        "BitShift", "bit_shift", [a, np.asarray(b)], {"direction": way}, {"direction": way.lower()}
    )


@operator("where")
def where(d):
    t = d.pick(*ANY)
    c, x, y = d.operands(3)
    return Case("Where", "where", [d.array(c, np.bool_), d.array(x, t), d.array(y, t)])


@operator("sum")
def total(d):
    t = d.pick(*FLOATS)
    return Case("Sum", "sum", [d.array(s, t) for s in d.operands(d.int(1, 4))])


@operator("clip")
def clip(d):
    lo, hi = sorted(float(np.float32(v)) for v in d.rng.uniform(-3, 3, 2))
    t = d.pick(np.float32, np.float64)
    c = Case("Clip", "clip", [d.special(d.array(d.shape(), t))], None, {"min": lo, "max": hi})
    c.constants = [np.asarray(lo, t), np.asarray(hi, t)]
    return c


@operator("prelu")
def prelu(d):
    t = d.pick(*FLOATS)
    s = d.shape(1)
    return Case("PRelu", "prelu", [d.array(s, t), d.array(d.operand(s), t)])


@operator("softmax")
def softmax(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    return Case(
        "Softmax", "softmax", [d.array(s, d.pick(*FLOATS))], {"axis": given}, {"axis": axis}
    )


REDUCTIONS = {
    "ReduceSum": "sum",
    "ReduceMean": "mean",
    "ReduceMax": "max",
    "ReduceMin": "min",
    "ReduceProd": "prod",
    "ReduceL1": "l1",
    "ReduceL2": "l2",
    "ReduceLogSum": "log_sum",
    "ReduceLogSumExp": "log_sum_exp",
    "ReduceSumSquare": "sum_square",
}


@operator("reduce")
def reduce(d):
    onnx = d.pick(*REDUCTIONS)
    t = d.pick(*FLOATS)
    if onnx in ("ReduceSum", "ReduceProd", "ReduceSumSquare", "ReduceMax", "ReduceMin", "ReduceL1"):
        small = (np.int8, np.uint8) if onnx in ("ReduceMax", "ReduceMin") else ()
        t = d.pick(*(FLOATS + WIDE_INTS + small))
    if onnx in ("ReduceMax", "ReduceMin") and d.chance(0.1):
        t = np.bool_
    s = d.shape()
    if 0 in s and (onnx in ("ReduceMax", "ReduceMin", "ReduceMean") or np.dtype(t).kind in "iu"):
        raise Skip
    x = d.array(s, t, 0.1 if onnx == "ReduceLogSum" and np.dtype(t).kind == "f" else -3, 3)
    axes = [k for k in range(len(s)) if d.chance(0.5)]
    keep, noop = d.int(0, 1), d.int(0, 1)
    c = Case(
        onnx,
        "reduce",
        [x],
        {"keepdims": keep, "noop_with_empty_axes": noop},
        {
            "op": REDUCTIONS[onnx],
            "keepdims": bool(keep),
            "noop_with_empty_axes": bool(noop),
            "axes": axes,
        },
    )
    given = [k - len(s) if d.chance(0.4) else k for k in axes]
    c.constants = [np.asarray(given, np.int64)]
    c.of_onnx = lambda results: [
        np.asarray(a).astype(t) for a in results
    ]  # squares become i64 there
    return c


@operator("cum_sum")
def cum_sum(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    x = d.array(s, d.pick(*(FLOATS + WIDE_INTS)))
    p = {"exclusive": d.int(0, 1), "reverse": d.int(0, 1)}
    c = Case("CumSum", "cum_sum", [x], p, dict({k: bool(v) for k, v in p.items()}, axis=axis))
    c.constants = [np.asarray(given, np.int64)]
    return c


@operator("matmul")
def matmul(d):
    t = d.pick(*(FLOATS + WIDE_INTS))
    m, k, n = d.int(1, 4), d.int(1, 4), d.int(1, 4)
    batch = d.shape(0, 4, 3)
    a, b = d.operand(batch) + [m, k], d.operand(batch) + [k, n]
    if d.chance(0.15):
        a = [k]
    if d.chance(0.15):
        b = [k]
    return Case("MatMul", "matmul", [d.array(a, t), d.array(b, t)])


@operator("gemm")
def gemm(d):
    t = d.pick(*(FLOATS + WIDE_INTS))
    m, k, n, ta, tb = d.int(1, 4), d.int(1, 4), d.int(1, 4), d.int(0, 1), d.int(0, 1)
    alpha, beta = (float(np.float32(v)) for v in d.rng.uniform(-2, 2, 2))
    if np.dtype(t).kind != "f":
        alpha, beta = 1.0, 1.0
    inputs = [d.array([k, m] if ta else [m, k], t), d.array([n, k] if tb else [k, n], t)]
    if d.chance(0.6):
        inputs.append(d.array(d.operand([m, n]), t))
    if np.dtype(t).kind != "f":  # onnx.reference multiplies with alpha in double
        inputs = [a % np.asarray(100, t) for a in inputs]
    p = {"alpha": alpha, "beta": beta}
    return Case(
        "Gemm",
        "gemm",
        inputs,
        dict(p, transA=ta, transB=tb),
        dict(p, transA=bool(ta), transB=bool(tb)),
    )


@operator("einsum")
def einsum(d):
    letters = "abcde"[: d.int(1, 5)]
    size = {c: d.int(1, 3) for c in letters}
    terms = []
    for _ in range(d.int(1, 3)):
        n = d.int(0 if terms else 1, len(letters))
        terms.append("".join(letters[int(k)] for k in d.rng.permutation(len(letters))[:n]))
    used = sorted(set("".join(terms)))
    out = "".join(used[int(k)] for k in d.rng.permutation(len(used))[: d.int(0, len(used))])
    equation = ",".join(terms) + ("->" + out if d.chance(0.7) else "")
    t = d.pick(*(FLOATS + WIDE_INTS))
    inputs = [d.array([size[c] for c in term], t) for term in terms]
    return Case("Einsum", "einsum", inputs, {"equation": equation}, {"equation": Text(equation)})


@operator("transpose")
def transpose(d):
    s = d.shape(1)
    perm = [int(k) for k in d.rng.permutation(len(s))]
    return Case(
        "Transpose", "transpose", [d.array(s, d.pick(*ANY))], {"perm": perm}, {"perm": perm}
    )


@operator("concat")
def concat(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    t = d.pick(*ANY)
    parts = [d.array(s[:axis] + [d.int(0, 3)] + s[axis + 1 :], t) for _ in range(d.int(1, 4))]
    return Case("Concat", "concat", parts, {"axis": given}, {"axis": axis})


@operator("split")
def split(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    sizes = [d.int(1, 3) for _ in range(d.int(1, 4))]
    s[axis] = sum(sizes)
    c = Case(
        "Split",
        "split",
        [d.array(s, d.pick(*ANY))],
        {"axis": given},
        {"axis": axis, "sizes": sizes},
    )
    c.constants, c.n_out = [np.asarray(sizes, np.int64)], len(sizes)
    return c


@operator("squeeze")
def squeeze(d):
    s = d.shape(1)
    axes = [k for k in range(len(s)) if d.chance(0.4)]
    for k in axes:
        s[k] = 1
    c = Case("Squeeze", "squeeze", [d.array(s, d.pick(*ANY))], None, {"axes": axes})
    if not axes:
        raise Skip
    c.constants = [np.asarray([k - len(s) if d.chance(0.4) else k for k in axes], np.int64)]
    return c


@operator("unsqueeze")
def unsqueeze(d):
    s = d.shape(0, 5)
    rank = len(s) + d.int(1, 3)
    axes = sorted(int(k) for k in d.rng.choice(rank, rank - len(s), replace=False))
    c = Case("Unsqueeze", "unsqueeze", [d.array(s, d.pick(*ANY))], None, {"axes": axes})
    c.constants = [np.asarray([k - rank if d.chance(0.4) else k for k in axes], np.int64)]
    return c


@operator("reshape")
def reshape(d):
    s = d.shape(1, 6)
    if 0 in s:
        raise Skip
    rest, new = int(np.prod(s)), []
    while rest > 1 and len(new) < 7:
        n = d.pick(*[k for k in range(1, rest + 1) if rest % k == 0])
        new.append(n)
        rest //= n
    new.append(rest)
    if d.chance(0.4):
        new[d.int(0, len(new) - 1)] = -1
    c = Case("Reshape", "reshape", [d.array(s, d.pick(*ANY))], None, {"shape": new})
    c.constants = [np.asarray(new, np.int64)]
    return c


@operator("tile")
def tile(d):
    s = d.shape(0, 6)
    repeats = [d.pick(1, 1, 2, 3) for _ in s]
    c = Case("Tile", "tile", [d.array(s, d.pick(*ANY))], None, {"repeats": repeats})
    c.constants = [np.asarray(repeats, np.int64)]
    return c


@operator("slice")
def slices(d):
    s = d.shape(1)
    axes = [k for k in range(len(s)) if d.chance(0.6)]
    starts, ends, steps = [], [], []
    for k in axes:
        step = d.pick(1, 1, 2, 3, -1, -2)
        lo, hi = d.int(-s[k] - 1, s[k] + 1), d.int(-s[k] - 1, s[k] + 1)
        starts.append(lo), ends.append(hi), steps.append(step)
    p = {"starts": starts, "ends": ends, "axes": axes, "steps": steps}
    c = Case("Slice", "slice", [d.array(s, d.pick(*ANY))], None, p)
    c.constants = [np.asarray(v, np.int64) for v in (starts, ends, axes, steps)]
    return c


@operator("pad")
def pad(d):
    s = d.shape(1, 5)
    if 0 in s:
        raise Skip
    mode = d.pick("constant", "reflect", "edge", "wrap")
    least = 0 if mode == "reflect" else (-1 if mode == "constant" else 0)
    pads = [
        [d.int(max(least, -(n // 2)), min(2, n - 1) if mode != "constant" else 2) for n in s]
        for _ in "12"
    ]
    t = d.pick(np.float32)
    value = float(np.float32(d.rng.uniform(-2, 2)))
    params = {"pads": pads[0] + pads[1], "mode": mode}
    if mode == "constant":
        params["value"] = value
    c = Case("Pad", "pad", [d.array(s, t)], {"mode": mode}, params)
    c.constants = [np.asarray(pads[0] + pads[1], np.int64), np.asarray(value, t)]
    return c


COORDINATES = (
    "half_pixel",
    "half_pixel_symmetric",
    "pytorch_half_pixel",
    "align_corners",
    "asymmetric",
    "tf_crop_and_resize",
)


@operator("resize")
def resize(d):
    s = d.shape(1, 5, 6)
    if 0 in s:
        raise Skip
    mode = d.pick("nearest", "linear", "cubic")
    small = [v for v in ANY if v not in (np.int64, np.uint64)]  # that its doubles hold
    t = d.pick(*small) if mode == "nearest" else d.pick(*FLOATS)
    axes = [k for k in range(len(s)) if d.chance(0.6)] or [0]
    way = d.pick(*COORDINATES)
    attributes = {"mode": mode, "coordinate_transformation_mode": way, "axes": axes}
    params = dict(attributes)
    if mode == "nearest":
        params["nearest_mode"] = d.pick("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
        attributes["nearest_mode"] = params["nearest_mode"]
    else:
        attributes["antialias"] = anti = d.int(0, 1) if way != "tf_crop_and_resize" else 0
        params["antialias"] = bool(anti)
    if mode == "cubic":
        attributes["cubic_coeff_a"] = params["cubic_coeff_a"] = d.pick(-0.75, -0.5)
        attributes["exclude_outside"] = out = d.int(0, 1) if way != "tf_crop_and_resize" else 0
        params["exclude_outside"] = bool(out)
    roi = sizes = scales = None
    if way == "tf_crop_and_resize":
        t = np.float32
        begins = [d.pick(0.0, 0.25, -0.25) for _ in axes]
        roi = np.asarray(begins + [b + d.pick(0.5, 1.0, 1.25) for b in begins], np.float32)
        params["roi"] = [float(v) for v in roi]
        attributes["extrapolation_value"] = params["extrapolation_value"] = 2.5
    if d.chance(0.5):
        sizes = np.asarray([d.int(1, 9) for _ in axes], np.int64)
        params["sizes"] = [int(v) for v in sizes]
        if way == "pytorch_half_pixel" and 1 in sizes:
            raise Skip  # onnx.reference has the one pixel before the border, not on it
        if d.chance(0.3) and way not in ("align_corners", "tf_crop_and_resize"):
            policy = d.pick("not_larger", "not_smaller")
            attributes["keep_aspect_ratio_policy"] = params["keep_aspect_ratio_policy"] = policy
    else:
        scales = np.asarray([d.pick(0.5, 0.75, 1.0, 1.25, 2.0, 3.0) for _ in axes], np.float32)
        if any(int(s[k] * v) == 0 for k, v in zip(axes, scales)):
            raise Skip
        if way in ("align_corners", "tf_crop_and_resize") and any(
            s[k] * v % 1 for k, v in zip(axes, scales)
        ):
            raise Skip  # a size between two numbers goes into the places of onnx.reference
        if way == "pytorch_half_pixel" and any(int(s[k] * v) == 1 for k, v in zip(axes, scales)):
            raise Skip
        params["scales"] = [float(v) for v in scales]
    c = Case("Resize", "resize", [d.array(s, t)], attributes, params, 19)
    c.constants = [roi, scales] + ([sizes] if sizes is not None else [])
    return c


@operator("batch_normalization")
def batch_normalization(d):
    t = d.pick(*FLOATS)
    s = [d.int(1, 3), d.int(1, 4)] + d.shape(0, 3)
    eps = float(np.float32(d.pick(1e-5, 1e-3)))
    v = [d.array([s[1]], t) for _ in range(3)] + [d.array([s[1]], t, 0.1, 3)]
    return Case(
        "BatchNormalization",
        "batch_normalization",
        [d.array(s, t)] + v,
        {"epsilon": eps},
        {"epsilon": eps, "axis": 1},
    )


def norm(onnx, ours, has_bias, **more):
    def make(d):
        t = d.pick(*FLOATS)
        s = d.shape(1, 5)
        if 0 in s:
            raise Skip
        given, axis = d.axis(len(s))
        eps = float(np.float32(d.pick(1e-5, 1e-3)))
        inputs = [d.array(s, t), d.array(s[axis:], t)]
        if has_bias and d.chance(0.6):
            inputs.append(d.array(s[axis:], t))
        return Case(
            onnx,
            ours,
            inputs,
            {"axis": given, "epsilon": eps},
            {"axis": axis, "epsilon": eps},
            **more
        )

    OPERATORS[ours] = make


norm("LayerNormalization", "layer_normalization", True)
norm("RMSNormalization", "rms_normalization", False, opset=23)


@operator("instance_normalization")
def instance_normalization(d):
    s = [d.int(1, 3), d.int(1, 4)] + d.shape(1, 3)
    if 0 in s:
        raise Skip
    eps = float(np.float32(d.pick(1e-5, 1e-3)))
    t = d.pick(*FLOATS)
    v = [d.array([s[1]], t) for _ in range(2)]
    return Case(
        "InstanceNormalization",
        "instance_normalization",
        [d.array(s, t)] + v,
        {"epsilon": eps},
        {"epsilon": eps, "axis": 1},
    )


@operator("group_normalization")
def group_normalization(d):
    groups = d.int(1, 3)
    s = [d.int(1, 3), groups * d.int(1, 3)] + d.shape(1, 3)
    if 0 in s:
        raise Skip
    eps = float(np.float32(d.pick(1e-5, 1e-3)))
    t = d.pick(np.float32, np.float16)
    if int(np.prod(s[1:])) // groups < 8:
        raise Skip  # onnx.reference has the variance from squares, in f32
    v = [d.array([s[1]], t) for _ in range(2)]
    return Case(
        "GroupNormalization",
        "group_normalization",
        [d.array(s, t)] + v,
        {"epsilon": eps, "num_groups": groups},
        {"epsilon": eps, "num_groups": groups, "axis": 1},
    )


@operator("conv")
def conv(d):
    nd = d.int(1, 3)
    group = d.pick(1, 1, 2, 3)
    kernel, strides, dilations, pads, sizes = window(d, nd)
    ic, oc = group * d.int(1, 2), group * d.int(1, 2)
    t = d.pick(*FLOATS)
    inputs = [
        d.array([d.int(1, 3), ic] + sizes, t),
        d.array([oc, ic // group] + kernel, t),
    ]
    if d.chance(0.6):
        inputs.append(d.array([oc], t))
    attributes = {
        "strides": strides,
        "dilations": dilations,
        "pads": pads[0] + pads[1],
        "group": group,
    }
    params = {
        "nd": nd,
        "stride": strides,
        "dilation": dilations,
        "pad_begin": pads[0],
        "pad_end": pads[1],
        "group": group,
        "axis": 1,
    }
    return Case("Conv", "conv", inputs, attributes, params)


@operator("conv_transpose")
def conv_transpose(d):
    nd, group = d.int(1, 3), d.pick(1, 1, 2, 3)
    kernel, strides, dilations, pads, _ = window(d, nd)
    sizes = [d.int(1, 4) for _ in range(nd)]
    more = [d.int(0, max(a, b) - 1) for a, b in zip(strides, dilations)]
    full = [
        (n - 1) * a + (k - 1) * f + 1 + m
        for n, a, k, f, m in zip(sizes, strides, kernel, dilations, more)
    ]
    if any(n - b - e < 1 for n, b, e in zip(full, *pads)):
        raise Skip
    icg, ocg, t = d.int(1, 2), d.int(1, 2), d.pick(*FLOATS)
    x, w = d.array([1, group * icg] + sizes, t), d.array([group * icg, ocg] + kernel, t)
    swapped = (
        w.reshape([group, icg, ocg] + kernel).swapaxes(1, 2).reshape([group * ocg, icg] + kernel)
    )
    bias = [d.array([group * ocg], t)] if d.chance(0.6) else []
    attributes = {
        "strides": strides,
        "dilations": dilations,
        "pads": pads[0] + pads[1],
        "group": group,
        "output_padding": more,
    }
    params = {
        "nd": nd,
        "stride": strides,
        "dilation": dilations,
        "pad_begin": pads[0],
        "pad_end": pads[1],
        "group": group,
        "axis": 1,
        "output_pad": more,
    }
    c = Case(
        "ConvTranspose",
        "conv_transpose",
        [x, np.ascontiguousarray(swapped)] + bias,
        attributes,
        params,
    )
    c.onnx_inputs = [x, w] + bias
    return c


operators_indices.register(operator, Case, Skip, ANY, NUMBERS)


# ---- comparing -----------------------------------------------------------------------------------


def differs(a, b, single=False):
    """What is wrong with b, which ought to be a, with the precision of f32 where it is
    `single`; '' when nothing is."""
    a = np.asarray(a)
    if a.dtype != b.dtype:
        return "is of type %s, %s expected" % (b.dtype, a.dtype)
    if a.shape != b.shape:
        return "has shape %s, %s expected" % (list(b.shape), list(a.shape))
    if a.dtype.kind != "f":
        wrong = np.flatnonzero(a.ravel() != b.ravel())
        return (
            ""
            if not wrong.size
            else "element %d is %s, %s expected"
            % (wrong[0], b.ravel()[wrong[0]], a.ravel()[wrong[0]])
        )
    bound = max(BOUND[NAMES[a.dtype]], BOUND["f32"] if single else 0)
    x, y = a.astype(np.float64).ravel(), b.astype(np.float64).ravel()
    finite = np.isfinite(x)
    scale = max(1.0, float(np.abs(x[finite]).max())) if finite.any() else 1.0
    with np.errstate(all="ignore"):
        ok = (x == y) | (np.isnan(x) & np.isnan(y)) | (np.abs(x - y) <= bound * scale)
    wrong = np.flatnonzero(~ok)
    return (
        ""
        if not wrong.size
        else "element %d is %s, %s expected" % (wrong[0], y[wrong[0]], x[wrong[0]])
    )


def check(case, ours, stem):
    """(what is wrong, whether ONNX's evaluation ran)"""
    try:
        expected = case.reference()
    except Exception as e:  # its evaluation has gaps
        return "", "onnx.reference: %s" % str(e).splitlines()[0][:80]
    with open(stem + ".snt", "w") as f:
        f.write(case.text())
    inputs = {"x%d" % i: a for i, a in enumerate(case.ours_inputs()) if a is not None}
    got = ours.run(stem + ".snt", "-", inputs)
    if got["status"] != "ok":
        return got["status"], ""
    why = first_difference(expected, got["outputs"], case.ours in SINGLE)
    if (why or case.judge) and judge_agrees(case, expected, got["outputs"]):
        return "", "" if case.judge else "onnx.reference differs from ONNX Runtime"
    return why, ""


def judge_agrees(case, expected, outputs):
    """Whether ONNX Runtime computes what we do: on these types, else on f32."""
    judged = case.runtime(expected)
    if judged is None:
        single = [
            np.asarray(a, np.float32) if np.asarray(a).dtype.kind == "f" else a for a in expected
        ]
        judged = case.in_single().runtime(single)
        outputs = {
            k: a.astype(np.float32) if a.dtype.kind == "f" else a for k, a in outputs.items()
        }
    return judged is not None and not first_difference(judged, outputs)


def first_difference(expected, outputs, single=False):
    for i, a in enumerate(expected):
        why = differs(a, outputs["y%d" % i], single)
        if why:
            return "y%d %s" % (i, why)
    return ""


def main():
    args = peer.arguments(
        __doc__.splitlines()[0], cases=dict(type=int, default=CASES), show=dict(type=int, default=2)
    )
    folder = peer.folder()
    ours, stem = Ours(args.ref_run, folder), os.path.join(folder, "case")
    rows, passed, failed, skipped = [], 0, 0, 0
    for name, make in OPERATORS.items():
        if args.k not in name:
            continue
        n, bad, gaps = 0, 0, {}
        for number in range(args.cases):
            try:
                case = make(Draw([args.seed, number, sum(map(ord, name))]))
            except Skip:
                continue
            why, gap = check(case, ours, stem)
            if gap:
                gaps[gap] = gaps.get(gap, 0) + 1
                continue
            n += 1
            bad += bool(why)
            if why and bad <= args.show:
                print("FAILED: %s %d: %s\n%s" % (name, number, why, case.text()))
        rows.append([name, n, bad, max(gaps, key=gaps.get) if gaps else ""])
        passed, failed, skipped = passed + n - bad, failed + bad, skipped + sum(gaps.values())
    ours.close()
    peer.remove(folder)
    peer.table(rows, ["operator", "cases", "differ", "left out"])
    peer.finish(passed, failed, skipped)


if __name__ == "__main__":
    main()
