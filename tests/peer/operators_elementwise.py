# SPDX-License-Identifier: Apache-2.0
"""Elementwise operators, for test_operators.py."""

import numpy as np

from operator_cases import FLOATS, NUMBERS, OPERATORS, Case, is_float, operator


def unary(onnx, ours, lo=-4, hi=4, special=True, **more):
    def make(d):
        draw = d.data if special else d.array
        return Case(onnx, ours, [draw(d.shape(), d.type(onnx), lo, hi)], **more)

    OPERATORS[ours] = make


for onnx_name in (
    "Exp Sigmoid Tanh Softplus Sin Cos Tan Sinh Cosh Asinh Atan Floor Ceil Round Erf Mish Relu "
    "Abs Neg Sign Not Identity"
).split():
    unary(onnx_name, onnx_name.lower())
unary("HardSwish", "hard_swish")
unary("IsNaN", "is_nan")
unary("BitwiseNot", "bitwise_not")
unary("Log", "log", lo=0.01)
unary("Sqrt", "sqrt", lo=0)
unary("Reciprocal", "reciprocal", lo=0.1)
unary("Acosh", "acosh", lo=1)
unary("Asin", "asin", lo=-1, hi=1)
unary("Acos", "acos", lo=-1, hi=1)
unary("Atanh", "atanh", lo=-0.99, hi=0.99, special=False)
unary("Dropout", "dropout")


@operator("is_inf")
def is_inf(d):
    p = {k: d.int(0, 1) for k in ("detect_negative", "detect_positive") if d.chance(0.7)}
    return Case("IsInf", "is_inf", [d.data(d.shape(), d.type("IsInf"))], p, p)


def with_float(onnx, ours, attributes, opset=None, **names):
    """Attributes with their range, and other names of them here."""

    def make(d):
        a = {
            k: float(np.float32(d.rng.uniform(*r))) for k, r in attributes.items() if d.chance(0.7)
        }
        x = d.data(d.shape(), d.pick(*FLOATS))  # of integers there is no shrink here
        return Case(onnx, ours, [x], a, {names.get(k, k): v for k, v in a.items()}, opset)

    OPERATORS[ours] = make


with_float("LeakyRelu", "leaky_relu", {"alpha": (-1, 2)})
with_float("Elu", "elu", {"alpha": (-1, 2)})
with_float("Celu", "celu", {"alpha": (0.1, 2)})
with_float("Selu", "selu", {"alpha": (0.1, 2), "gamma": (0.1, 2)})
with_float("HardSigmoid", "hard_sigmoid", {"alpha": (-1, 1), "beta": (0, 1)})
with_float("Shrink", "shrink", {"lambd": (0, 2), "bias": (0, 2)})
with_float("Swish", "swish", {"alpha": (-1, 2)}, 24)


@operator("gelu")
def gelu(d):
    how = d.pick("none", "tanh")
    p = {"approximate": how} if how == "tanh" or d.chance(0.5) else {}
    return Case("Gelu", "gelu", [d.data(d.shape(), d.type("Gelu"))], p, p)


def binary(onnx, ours):
    def make(d):
        t = d.type(onnx)
        return Case(onnx, ours, [d.data(s, t) for s in d.operands(2)])

    OPERATORS[ours] = make


for onnx_name in "Add Sub Mul Max Min Less Greater Equal And Or Xor".split():
    binary(onnx_name, onnx_name.lower())
binary("LessOrEqual", "less_or_equal")
binary("GreaterOrEqual", "greater_or_equal")
for our_name in "and or xor".split():
    binary("Bitwise" + our_name.capitalize(), "bitwise_" + our_name)


def divisible(a, b):
    """Without what ONNX leaves open of integers: what is divided by 0, and the least by -1."""
    if not is_float(a.dtype):
        b = np.where(b == 0, np.asarray(3, b.dtype), b)
        a = np.where(a == np.iinfo(a.dtype).min, np.asarray(1, a.dtype), a)
    return [np.asarray(a), np.asarray(b)]


@operator("div")
def div(d):
    t = d.type("Div")
    return Case("Div", "div", divisible(*(d.data(s, t) for s in d.operands(2))))


@operator("mod")
def mod(d):
    t, fmod = d.type("Mod"), d.int(0, 1)
    return Case(
        "Mod",
        "mod",
        divisible(*(d.data(s, t) for s in d.operands(2))),
        {"fmod": fmod},
        {"fmod": fmod},
    )


@operator("floor_divide")
def floor_divide(d):
    """PyTorch's, which is that of numpy."""
    t = d.pick(*NUMBERS)
    operands = [d.array(s, t) if d.chance(0.2) else d.data(s, t) for s in d.operands(2)]
    if is_float(t) and d.chance(0.5):  # quotients near an integer
        operands = [np.asarray(np.round(a * 10) / 10, t) for a in operands]
    c = Case(None, "floor_divide", divisible(*operands))
    c.numpy = np.floor_divide
    return c


@operator("pow")
def power(d):
    t, s = d.type("Pow"), d.operands(2)
    of = d.type("Pow", 1)
    if is_float(t):
        a = d.data(s[0], t, 0, 4)
        b = d.data(s[1], of, -3, 3) if is_float(of) else d.array(s[1], of, 0, 5)
    else:
        a = np.clip(d.array(s[0], t), -9, 9)
        b = d.array(s[1], of, 0, 5) if not is_float(of) else np.round(d.array(s[1], of, 0, 5))
    if not is_float(of):
        b = np.clip(b, 0, 5)
    return Case("Pow", "pow", [np.asarray(a, t), np.asarray(b, of)])


@operator("bit_shift")
def bit_shift(d):
    t = d.pick(np.uint8, np.uint16, np.uint32, np.uint64)
    way = d.pick("LEFT", "RIGHT")
    s = d.operands(2)
    b = d.rng.integers(0, np.dtype(t).itemsize * 8 - 1, s[1]).astype(t)
    return Case(
        "BitShift",
        "bit_shift",
        [d.array(s[0], t), np.asarray(b)],
        {"direction": way},
        {"direction": way.lower()},
    )


@operator("where")
def where(d):
    t = d.type("Where", 1)
    c, x, y = d.operands(3)
    return Case("Where", "where", [d.array(c, np.bool_), d.data(x, t), d.data(y, t)])


@operator("sum")
def total(d):
    t = d.type("Sum")
    return Case("Sum", "sum", [d.data(s, t) for s in d.operands(d.int(1, 4))])


@operator("clip")
def clip(d):
    t = d.type("Clip")
    lo, hi = d.rng.uniform(-3, 3, 2)  # max wins where it is below min
    if is_float(t):  # params are f32
        lo, hi = (float(np.asarray(np.float32(v)).astype(t)) for v in (lo, hi))
    else:
        lo, hi = float(round(max(lo, 0) if np.iinfo(t).min == 0 else lo)), float(round(hi + 3))
    has_lo, has_hi = d.chance(0.8), d.chance(0.8)
    params = dict([("min", lo)] * has_lo + [("max", hi)] * has_hi)
    c = Case("Clip", "clip", [d.data(d.shape(), t)], None, params)
    c.constants = [
        np.asarray(lo).astype(t) if has_lo else None,
        np.asarray(hi).astype(t) if has_hi else None,
    ]
    return c


@operator("dynamic_clip")
def dynamic_clip(d):
    t = d.type("Clip")
    bounds = [d.data([], t, -3, 3) if d.chance(0.7) else None for _ in range(2)]
    return Case("Clip", "dynamic_clip", [d.data(d.shape(), t)] + bounds)


@operator("prelu")
def prelu(d):
    t, s = d.type("PRelu"), d.shape(1)
    return Case("PRelu", "prelu", [d.data(s, t), d.array(d.operand(s), t)])
