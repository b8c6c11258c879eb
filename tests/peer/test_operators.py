# SPDX-License-Identifier: Apache-2.0
"""Operators against onnx.reference: every one with a namesake in ONNX, with random attributes, ranks
0 to 8, types and empty tensors. Both get the same inputs; results have to have equal types and shapes,
integers equal bits, numbers the distance that rounding explains. What is expected of halves is what
onnx.reference computes of the same numbers in double, rounded once. Where onnx.reference says
something else than ONNX Runtime, which agrees with sinter, the case is left out.
"""

import os

import numpy as np
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

import operators_indices
import peer
from ncnn_peer import Ours

CASES = 300
NAMES = {
    np.dtype(np.float64): "f64",
    np.dtype(np.float32): "f32",
    np.dtype(np.float16): "f16",
    np.dtype(np.int64): "i64",
    np.dtype(np.int32): "i32",
    np.dtype(np.int16): "i16",
    np.dtype(np.int8): "i8",
    np.dtype(np.uint64): "u64",
    np.dtype(np.uint32): "u32",
    np.dtype(np.uint16): "u16",
    np.dtype(np.uint8): "u8",
    np.dtype(np.bool_): "bool",
}
FLOATS = (np.float32, np.float64, np.float16)
INTS = tuple(t.type for t in NAMES if t.kind in "iu")
NUMBERS = FLOATS + INTS
ANY = NUMBERS + (np.bool_,)
BOUND = {"f64": 1e-12, "f32": 1e-5, "f16": 1e-3}
SINGLE = {"erf", "gelu", "attention", "resize", "mean_variance_normalization"}  # onnx.reference has constants of f32
WIDE_INTS = (np.int32, np.int64, np.uint32, np.uint64)


class Skip(Exception):
    """A draw that is no case."""


class Text(str):
    """A param that is written in quotes."""


class Draw:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def int(self, lo, hi):
        return int(self.rng.integers(lo, hi + 1))

    def pick(self, *what):
        return what[self.int(0, len(what) - 1)]

    def chance(self, p):
        return self.rng.random() < p

    def shape(self, lo=0, hi=8, largest=4):
        rank = self.pick(*range(lo, min(hi, 4) + 1)) if self.chance(0.8) else self.int(lo, hi)
        empty = self.chance(0.05)
        return [
            0 if empty and self.chance(0.4) else self.int(1, 2 if rank > 4 else largest)
            for _ in range(rank)
        ]

    def array(self, shape, dtype, lo=-4, hi=4):
        dtype = np.dtype(dtype)
        if dtype.kind == "f":
            a = self.rng.uniform(lo, hi, shape)
            if self.chance(0.2) and lo < 0:
                a = np.where(self.rng.random(shape) < 0.2, np.round(a), a)
            return np.asarray(a, dtype)
        if dtype.kind == "b":
            return np.asarray(self.rng.random(shape) < 0.5)
        info = np.iinfo(dtype)
        if self.chance(0.3):
            return self.rng.integers(info.min, info.max, shape, dtype, endpoint=True)
        return np.asarray(self.rng.integers(max(info.min, lo), hi, shape, endpoint=True), dtype)

    def special(self, a):
        """With NaN and infinities."""
        if a.dtype.kind != "f" or not self.chance(0.25):
            return a
        which = self.rng.integers(0, 8, a.shape)
        for k, v in enumerate((np.nan, np.inf, -np.inf)):
            a = np.where(which == k, np.asarray(v, a.dtype), a)
        return a

    def operand(self, shape):
        """A shape that broadcasts to that one."""
        s = [1 if self.chance(0.25) else n for n in shape]
        return s[self.int(0, len(s)) :] if self.chance(0.3) else s

    def operands(self, n):
        whole = self.shape()
        return [self.operand(whole) for _ in range(n)]

    def axis(self, rank):
        """(as ONNX may be given it, from the front)"""
        if rank < 1:
            raise Skip
        k = self.int(0, rank - 1)
        return (k - rank if self.chance(0.4) else k), k


class Case:
    """One operator on both sides."""

    def __init__(self, onnx, ours, inputs, attributes=None, params=None, opset=None, n_out=1):
        self.onnx, self.ours, self.inputs, self.n_out = onnx, ours, inputs, n_out
        self.attributes, self.params, self.opset = attributes or {}, params or {}, opset
        self.constants = []  # inputs of ONNX that ours has as params
        self.onnx_inputs = None  # where ONNX has them in another form
        self.of_onnx = lambda results: results  # its results in our form
        self.judge = False  # only ONNX Runtime knows
        self.values = []  # attributes of ONNX that ours has as inputs
        self.order = None  # of ours in ONNX's inputs; None there: left out

    def ours_inputs(self):
        return self.inputs + self.values

    def text(self, declared=True):
        def sizes(a):
            if declared:
                return ",".join(str(n) for n in a.shape)
            return ",".join("_" for _ in a.shape)

        def value(v):
            if isinstance(v, (list, tuple)):
                return "[%s]" % ",".join(value(x) for x in v)
            if isinstance(v, bool):
                return "true" if v else "false"
            if isinstance(v, Text):
                return '"%s"' % v
            return repr(float(v)) if isinstance(v, float) else str(v)

        lines = [
            '"x%d" = input : %s[%s]' % (i, NAMES[a.dtype], sizes(a))
            for i, a in enumerate(self.ours_inputs())
            if a is not None
        ]
        args = ", ".join("_" if a is None else '"x%d"' % i for i, a in enumerate(self.ours_inputs()))
        outs = ", ".join('"y%d"' % i for i in range(self.n_out))
        params = ", ".join("%s=%s" % (k, value(v)) for k, v in self.params.items())
        lines.append("%s = %s(%s)%s" % (outs, self.ours, args, " {%s}" % params if params else ""))
        return "\n".join(lines + ["output(%s)" % outs]) + "\n"

    def model(self, types=()):
        inputs = (self.inputs if self.onnx_inputs is None else self.onnx_inputs) + self.constants
        if self.order:
            inputs = [None if i is None else inputs[i] for i in self.order]
        names = ["" if a is None else "x%d" % i for i, a in enumerate(inputs)]
        outs = ["y%d" % i for i in range(self.n_out)]
        node = helper.make_node(self.onnx, names, outs, **self.attributes)
        infos = [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
            for n, a in zip(names, inputs)
            if a is not None
        ]
        types = types or [TensorProto.UNDEFINED] * len(outs)
        results = [helper.make_tensor_value_info(n, t, None) for n, t in zip(outs, types)]
        graph = helper.make_graph([node], "g", infos, results)
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", self.opset or 22)], ir_version=10
        )
        return model, {n: a for n, a in zip(names, inputs) if a is not None}

    def reference(self):
        model, feeds = self.model()
        half = any(a.dtype == np.float16 for a in feeds.values())
        if half:
            feeds = {k: a.astype(np.float64) if a.dtype == np.float16 else a for k, a in feeds.items()}
        with np.errstate(all="ignore"):
            results = [np.asarray(a) for a in ReferenceEvaluator(model).run(None, feeds)]
            if half and self.ours != "cast":  # which says itself what it makes
                results = [a.astype(np.float16) if a.dtype == np.float64 else a for a in results]
        return self.of_onnx(results)

    def in_single(self):
        """The same of f32, for a judge that knows no other floats."""

        def cast(a):
            return a.astype(np.float32) if a is not None and a.dtype.kind == "f" else a

        c = Case(self.onnx, self.ours, [cast(a) for a in self.inputs], self.attributes, self.params,
                 self.opset, self.n_out)
        c.constants = [cast(a) for a in self.constants]
        c.onnx_inputs = self.onnx_inputs and [cast(a) for a in self.onnx_inputs]
        c.of_onnx = self.of_onnx
        return c

    def runtime(self, expected):
        """What ONNX Runtime computes; None where it does not run the operator on such types."""
        types = [helper.np_dtype_to_tensor_dtype(np.asarray(a).dtype) for a in expected]
        model, feeds = self.model(types)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        try:
            session = onnxruntime.InferenceSession(
                model.SerializeToString(), options, providers=["CPUExecutionProvider"]
            )
            return self.of_onnx(session.run(None, feeds))
        except Exception:
            return None


# ---- the operators --------------------------------------------------------------------------------

OPERATORS = {}


def operator(name):
    def add(make):
        OPERATORS[name] = make
        return make

    return add


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
        a = {k: float(np.float32(d.rng.uniform(*r))) for k, r in attributes.items() if d.chance(0.7)}
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
    return Case("BitShift", "bit_shift", [a, np.asarray(b)], {"direction": way}, {"direction": way.lower()})


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
    return Case("Softmax", "softmax", [d.array(s, d.pick(*FLOATS))], {"axis": given}, {"axis": axis})


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
        {"op": REDUCTIONS[onnx], "keepdims": bool(keep), "noop_with_empty_axes": bool(noop), "axes": axes},
    )
    given = [k - len(s) if d.chance(0.4) else k for k in axes]
    c.constants = [np.asarray(given, np.int64)]
    c.of_onnx = lambda results: [np.asarray(a).astype(t) for a in results]  # squares become i64 there
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
        "Gemm", "gemm", inputs, dict(p, transA=ta, transB=tb), dict(p, transA=bool(ta), transB=bool(tb))
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
    return Case("Transpose", "transpose", [d.array(s, d.pick(*ANY))], {"perm": perm}, {"perm": perm})


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
    c = Case("Split", "split", [d.array(s, d.pick(*ANY))], {"axis": given}, {"axis": axis, "sizes": sizes})
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
    pads = [[d.int(max(least, -(n // 2)), min(2, n - 1) if mode != "constant" else 2) for n in s] for _ in "12"]
    t = d.pick(np.float32)
    value = float(np.float32(d.rng.uniform(-2, 2)))
    params = {"pads": pads[0] + pads[1], "mode": mode}
    if mode == "constant":
        params["value"] = value
    c = Case("Pad", "pad", [d.array(s, t)], {"mode": mode}, params)
    c.constants = [np.asarray(pads[0] + pads[1], np.int64), np.asarray(value, t)]
    return c


COORDINATES = ("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
               "tf_crop_and_resize")


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
        if way in ("align_corners", "tf_crop_and_resize") and any(s[k] * v % 1 for k, v in zip(axes, scales)):
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
    return Case("BatchNormalization", "batch_normalization", [d.array(s, t)] + v, {"epsilon": eps},
                {"epsilon": eps, "axis": 1})


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
        return Case(onnx, ours, inputs, {"axis": given, "epsilon": eps}, {"axis": axis, "epsilon": eps},
                    **more)

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
    return Case("InstanceNormalization", "instance_normalization", [d.array(s, t)] + v,
                {"epsilon": eps}, {"epsilon": eps, "axis": 1})


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
    return Case("GroupNormalization", "group_normalization", [d.array(s, t)] + v,
                {"epsilon": eps, "num_groups": groups}, {"epsilon": eps, "num_groups": groups, "axis": 1})


def window(d, nd, dilated=True):
    """kernel, strides, dilations, pads of nd axes, and sizes that hold a window."""
    kernel = [d.int(1, 3) for _ in range(nd)]
    strides = [d.int(1, 3) for _ in range(nd)]
    dilations = [d.int(1, 2) if dilated else 1 for _ in range(nd)]
    pads = [[d.int(0, k - 1) for k in kernel] for _ in "12"]
    reach = [(k - 1) * f + 1 for k, f in zip(kernel, dilations)]
    sizes = [r + d.int(0, 4) for r in reach]
    return kernel, strides, dilations, pads, sizes


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
    attributes = {"strides": strides, "dilations": dilations, "pads": pads[0] + pads[1], "group": group}
    params = {"nd": nd, "stride": strides, "dilation": dilations, "pad_begin": pads[0], "pad_end": pads[1],
              "group": group, "axis": 1}
    return Case("Conv", "conv", inputs, attributes, params)


@operator("conv_transpose")
def conv_transpose(d):
    nd, group = d.int(1, 3), d.pick(1, 1, 2, 3)
    kernel, strides, dilations, pads, _ = window(d, nd)
    sizes = [d.int(1, 4) for _ in range(nd)]
    more = [d.int(0, max(a, b) - 1) for a, b in zip(strides, dilations)]
    full = [(n - 1) * a + (k - 1) * f + 1 + m for n, a, k, f, m in zip(sizes, strides, kernel, dilations, more)]
    if any(n - b - e < 1 for n, b, e in zip(full, *pads)):
        raise Skip
    icg, ocg, t = d.int(1, 2), d.int(1, 2), d.pick(*FLOATS)
    x, w = d.array([1, group * icg] + sizes, t), d.array([group * icg, ocg] + kernel, t)
    swapped = w.reshape([group, icg, ocg] + kernel).swapaxes(1, 2).reshape([group * ocg, icg] + kernel)
    bias = [d.array([group * ocg], t)] if d.chance(0.6) else []
    attributes = {"strides": strides, "dilations": dilations, "pads": pads[0] + pads[1], "group": group,
                  "output_padding": more}
    params = {"nd": nd, "stride": strides, "dilation": dilations, "pad_begin": pads[0], "pad_end": pads[1],
              "group": group, "axis": 1, "output_pad": more}
    c = Case("ConvTranspose", "conv_transpose", [x, np.ascontiguousarray(swapped)] + bias, attributes, params)
    c.onnx_inputs = [x, w] + bias
    return c


@operator("rotary_embedding")
def rotary_embedding(d):
    n, heads, rows, width, t = d.int(1, 2), d.int(1, 3), d.int(1, 4), 2 * d.int(1, 4), d.pick(*FLOATS)
    turned = d.pick(0, 2 * d.int(1, width // 2))
    pairs = (turned or width) // 2
    inputs = [d.array([n, heads, rows, width], t)] + [d.array([n, rows, pairs], t) for _ in "12"]
    p = {"interleaved": d.int(0, 1), "rotary_embedding_dim": turned}
    return Case("RotaryEmbedding", "rotary_embedding", inputs, p, dict(p, interleaved=bool(p["interleaved"])), 23)


@operator("attention")
def attention(d):
    groups, per, src, cur, width, out = d.int(1, 2), d.int(1, 2), d.int(1, 4), d.int(1, 4), d.int(1, 4), d.int(1, 4)
    n, heads, t = d.int(1, 2), groups * per, d.pick(*FLOATS)
    inputs = [d.array([n, heads, src, width], t), d.array([n, groups, cur, width], t), d.array([n, groups, cur, out], t)]
    past = d.int(1, 3) if d.chance(0.4) else 0
    if d.chance(0.5) or past:
        shape = d.pick([src, past + cur], [heads, src, past + cur], [n, 1, src, past + cur])
        mask = d.array(shape, np.bool_ if d.chance(0.5) else t)
        inputs.append(mask if d.chance(0.8) else None)
    if past:
        inputs += [d.array([n, groups, past, width], t), d.array([n, groups, past, out], t)]
    attributes, params = {}, {}
    if d.chance(0.5):
        attributes["scale"] = params["scale"] = float(np.float32(d.rng.uniform(0.1, 2)))
    if d.chance(0.5):
        attributes["softcap"] = params["softcap"] = float(np.float32(d.rng.uniform(0.5, 4)))
    causal = d.int(0, 1)
    attributes["is_causal"], params["is_causal"] = causal, bool(causal)
    c = Case("Attention", "attention", inputs, attributes, params, 24)
    c.n_out = 3 if past else 1
    return c


@operator("lp_normalization")
def lp_normalization(d):
    s, p = d.shape(1), d.int(1, 2)
    given, axis = d.axis(len(s))
    return Case("LpNormalization", "lp_normalization", [d.array(s, d.pick(*FLOATS))], {"axis": given, "p": p},
                {"axis": axis, "p": p})


@operator("mean_variance_normalization")
def mean_variance_normalization(d):
    t, s = d.pick(*FLOATS), [d.int(1, 3), d.int(1, 3), d.int(2, 4), d.int(2, 4)]
    axes = sorted(int(k) for k in d.rng.choice(4, d.int(1, 4), replace=False))
    if np.prod([s[k] for k in axes]) < 4:
        raise Skip  # the variance from squares, there, loses too much
    given = {} if d.chance(0.3) else {"axes": axes}
    return Case("MeanVarianceNormalization", "mean_variance_normalization", [d.array(s, t)], given, given)


def gates(a, order, parts):
    """Blocks along axis 1 in another order."""
    return np.concatenate([np.split(a, parts, 1)[k] for k in order], 1)


def recurrent(onnx, ours, order, rows):
    """order: of ONNX's gates in our weights; rows: our bias of ONNX's halves Wb, Rb."""
    n_gates = len(order)

    def make(d):
        t = d.pick(*FLOATS)
        n, time, size, hidden = d.int(1, 3), d.int(1, 4), d.int(1, 3), d.int(1, 3)
        way = d.pick("forward", "reverse", "bidirectional")
        dirs = 2 if way == "bidirectional" else 1
        x, w = d.array([time, n, size], t), d.array([dirs, n_gates * hidden, size], t, -1, 1)
        r, b = d.array([dirs, n_gates * hidden, hidden], t, -1, 1), d.array([dirs, 2 * n_gates * hidden], t, -1, 1)
        if t == np.float16:  # a sum of biases would be rounded
            b[:, n_gates * hidden :] = 0
        h0, c0 = (d.array([dirs, n, hidden], t) for _ in "12")
        attributes, params = {"hidden_size": hidden, "direction": way}, {"num_output": hidden, "direction": way}
        lens = peephole = None
        if d.chance(0.3):
            lens = d.rng.integers(1, time, n, np.int32, endpoint=True)
        if d.chance(0.3):
            attributes["clip"] = params["clip"] = 0.5
        if ours == "lstm" and d.chance(0.4):
            peephole = d.array([dirs, 3 * hidden], t, -1, 1)
        if ours == "gru":
            linear = d.int(0, 1)
            attributes["linear_before_reset"], params["linear_before_reset"] = linear, bool(linear)
        has_state = d.chance(0.6)
        states = [h0 if has_state else None] + ([c0 if has_state else None] if ours == "lstm" else [])
        wb, rb = (gates(half, order, n_gates).reshape(dirs, n_gates, hidden) for half in np.split(b, 2, 1))
        bias = rows(wb.astype(np.float64), rb.astype(np.float64)).astype(t)
        more = [None] if ours == "lstm" else []
        inputs = [x, gates(w, order, n_gates), bias, gates(r, order, n_gates)] + more + states + [lens]
        c = Case(onnx, ours, inputs + ([peephole] if ours == "lstm" else []), attributes, params)
        c.onnx_inputs = [x, w, r, b, lens] + states + ([peephole] if ours == "lstm" else [])
        c.n_out = 3 if ours == "lstm" else 2
        c.judge = lens is not None or "clip" in attributes  # which onnx.reference leaves out
        return c

    OPERATORS[ours] = make


def gru_rows(wb, rb):
    return np.concatenate([wb[:, :2] + rb[:, :2], wb[:, 2:], rb[:, 2:]], 1)


recurrent("RNN", "rnn", [0], lambda wb, rb: wb + rb)
recurrent("LSTM", "lstm", [0, 2, 1, 3], lambda wb, rb: wb + rb)
recurrent("GRU", "gru", [1, 0, 2], gru_rows)


def pool(onnx, ours, counts):
    def make(d):
        nd = d.int(1, 3)
        kernel, strides, dilations, pads, sizes = window(d, nd)
        ceil = d.int(0, 1)
        attributes = {"kernel_shape": kernel, "strides": strides, "dilations": dilations,
                      "pads": pads[0] + pads[1], "ceil_mode": ceil}
        params = {"nd": nd, "kernel": kernel, "stride": strides, "dilation": dilations,
                  "pad_begin": pads[0], "pad_end": pads[1], "ceil_mode": bool(ceil)}
        if counts:
            attributes["count_include_pad"] = count = d.int(0, 1)
            params["count_include_pad"] = bool(count)
        t = d.pick(*(FLOATS if counts else FLOATS + (np.int8, np.uint8)))
        x = d.array([d.int(1, 3), d.int(1, 3)] + sizes, t)
        return Case(onnx, ours, [x], attributes, params)

    OPERATORS[ours] = make


pool("MaxPool", "max_pool", False)
pool("AveragePool", "average_pool", True)
for onnx_name, our_name in (("GlobalMaxPool", "global_max_pool"), ("GlobalAveragePool", "global_average_pool")):

    def make_global(d, onnx=onnx_name, ours=our_name):
        s = [d.int(1, 3), d.int(1, 3)] + [d.int(1, 4) for _ in range(d.int(1, 3))]
        return Case(onnx, ours, [d.array(s, d.pick(*FLOATS))], None, {"nd": len(s) - 2})

    OPERATORS[our_name] = make_global


operators_indices.register(operator, Case, Skip, ANY, NUMBERS)


# ---- comparing ------------------------------------------------------------------------------------


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
        return "" if not wrong.size else "element %d is %s, %s expected" % (
            wrong[0], b.ravel()[wrong[0]], a.ravel()[wrong[0]])
    bound = max(BOUND[NAMES[a.dtype]], BOUND["f32"] if single else 0)
    x, y = a.astype(np.float64).ravel(), b.astype(np.float64).ravel()
    finite = np.isfinite(x)
    scale = max(1.0, float(np.abs(x[finite]).max())) if finite.any() else 1.0
    with np.errstate(all="ignore"):
        ok = (x == y) | (np.isnan(x) & np.isnan(y)) | (np.abs(x - y) <= bound * scale)
    wrong = np.flatnonzero(~ok)
    return "" if not wrong.size else "element %d is %s, %s expected" % (
        wrong[0], y[wrong[0]], x[wrong[0]])


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
        single = [np.asarray(a, np.float32) if np.asarray(a).dtype.kind == "f" else a for a in expected]
        judged = case.in_single().runtime(single)
        outputs = {k: a.astype(np.float32) if a.dtype.kind == "f" else a for k, a in outputs.items()}
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
