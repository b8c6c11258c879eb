# SPDX-License-Identifier: Apache-2.0
"""Elementwise layers, two operands, per-channel maps, and layers that pass their input on.

Left out: HardSigmoid and HardSwish with alpha <= 0 and powers of a negative base, where ncnn's x86
kernels differ from its own plain source; operands whose sizes do not pair, which sinter refuses and
ncnn repeats or reads past.
"""

import numpy as np

from model import Raw, layer, with_optional

PLAIN = ("AbsVal", "BNLL", "Erf", "Mish", "Sigmoid", "Softplus", "Swish", "TanH", "DeepCopy")


@layer(*PLAIN)
def plain(m, kind):
    m.layer(kind, [m.random(m.any_shape(), -6, 6)])


def with_params(kind, params, lo=-3, hi=3):
    """Registers a layer of optional float params drawn from ranges."""

    @layer(kind)
    def generate(m):
        values = {k: m.real(*r) if isinstance(r, tuple) else r(m) for k, r in params.items()}
        m.layer(kind, [m.random(m.any_shape(), lo, hi)], with_optional(m, values, 0.7))


with_params("ReLU", {0: (-0.3, 0.6)})
with_params("ELU", {0: (-0.5, 1.5)})
with_params("CELU", {0: (0.3, 1.5)})
with_params("SELU", {0: (0.5, 2), 1: (0.5, 2)})
with_params("GELU", {0: lambda m: m.int(0, 1)})
with_params("HardSigmoid", {0: (0.1, 0.5), 1: (-0.3, 0.8)}, -6, 6)
with_params("HardSwish", {0: (0.1, 0.5), 1: (-0.3, 0.8)}, -6, 6)
with_params("Threshold", {0: (-1, 1)})
with_params("Shrink", {0: (-1, 1), 1: (0.1, 1)})
with_params("Dropout", {0: (0.3, 1)})
with_params("Exp", {0: lambda m: m.pick(-1.0, 2.0, 10.0), 1: (-1, 1), 2: (-1, 1)}, -2, 2)
with_params("Power", {0: (-2, 3), 1: (0.5, 1), 2: (0.3, 1)}, 0.1, 2)
with_params("Log", {0: lambda m: m.pick(-1.0, 2.0, 10.0), 1: (0.5, 1), 2: (0.1, 1)}, 0.1, 5)


@layer("Clip")
def clip(m):
    lo, hi = sorted([m.real(-1, 1), m.real(-1, 1)])
    m.layer("Clip", [m.random(m.any_shape())], with_optional(m, {0: lo, 1: hi}, 0.7))


@layer("PReLU")
def prelu(m):
    shape = m.any_shape()
    n = m.pick(1, shape[0])
    m.layer("PReLU", [m.random(shape)], {0: n}, [Raw(m.reals(n))])


# op_type -> a range on which the function is defined and smooth
UNARY = {
    0: (-2, 2),
    1: (-2, 2),
    2: (-5, 5),
    3: (-5, 5),
    4: (-2, 2),
    5: (0, 4),
    6: (0.1, 4),
    7: (-3, 3),
    8: (0.1, 4),
    9: (-3, 3),
    10: (-3, 3),
    11: (-1.2, 1.2),
    12: (-1, 1),
    13: (-1, 1),
    14: (-5, 5),
    15: (0.2, 3),
    16: (-4, 4),
    17: (0.1, 4),
    18: (-5, 5),
    19: (-5, 5),
    20: (-2, 2),
    21: (-2, 2),
    22: (-3, 3),
    23: (-4, 4),
    24: (-3, 3),
    25: (1, 5),
    26: (-0.9, 0.9),
    27: (-0.5, 3),
}


@layer("UnaryOp")
def unary(m):
    op = m.int(0, 27)
    a = m.contents(m.any_shape(), *UNARY[op])
    if op in (18, 20) and m.chance(0.5):
        a = (np.rint(a * 2) / 2).astype(np.float32)  # halves and zeros
    m.layer("UnaryOp", [m.input(a)], {0: op})


def operand_range(op):
    if op in (6, 9):
        return 0.2, 2
    return (0.5, 3) if op in (3, 8, 12, 13, 15, 16, 17, 18) else (-2, 2)


def broadcast_shapes(m):
    """Shapes that ncnn's binary operators put together: equal rank with ones, or a lower rank as
    the first axes, or as one axis."""
    a = m.any_shape()
    kind = m.int(0, 3)
    if kind == 0:
        return a, a
    if kind == 1:
        return tuple(n if m.chance(0.7) else 1 for n in a), tuple(
            n if m.chance(0.7) else 1 for n in a
        )
    if kind == 2:
        return a, m.pick((1,), (a[0],), (a[-1],))
    b = a[: m.int(1, len(a))]
    return a, b


def unequal_shapes(m):
    """Sizes that do not pair, on any axis but the last: without packing ncnn repeats the last
    part."""
    a = list(m.any_shape((2, 3, 4)))
    b = [m.int(1, 20) if m.chance(0.5) else n for n in a[:-1]] + [m.pick(a[-1], a[-1], 1)]
    return tuple(a), tuple(b)


@layer("BinaryOp")
def binary(m):
    op = m.int(0, 18)
    lo, hi = operand_range(op)
    if m.chance(0.3):
        m.layer("BinaryOp", [m.random(m.any_shape(), lo, hi)], {0: op, 1: 1, 2: m.real(lo, hi)})
        return
    a, b = unequal_shapes(m) if m.chance(0.25) else broadcast_shapes(m)
    if m.chance(0.4):
        a, b = b, a
    m.layer("BinaryOp", [m.random(a, lo, hi), m.random(b, lo, hi)], {0: op})


@layer("Eltwise")
def eltwise(m):
    shape, n = m.any_shape(), m.int(2, 4)
    params = {0: m.int(0, 2)}
    if params[0] == 1 and m.chance(0.6):
        params[1] = [m.real(-1, 1) for _ in range(n)]
    m.layer("Eltwise", [m.random(shape) for _ in range(n)], params)


def n_factors(m, shape):
    """As many as channels, or now and then more: ncnn takes the first ones."""
    return shape[0] + (m.int(1, 5) if m.chance(0.1) else 0)


@layer("BatchNorm")
def batch_norm(m):
    shape = m.any_shape()
    n = n_factors(m, shape)
    variance = m.reals(n, 0, 2)
    if m.chance(0.2):
        variance[m.int(0, n - 1)] = 0
    params = {0: n, 1: m.pick(0.0, 1e-5, 1e-3)}
    m.layer(
        "BatchNorm",
        [m.random(shape)],
        params,
        [Raw(m.reals(n)), Raw(m.reals(n)), Raw(variance), Raw(m.reals(n))],
    )


@layer("Scale")
def scale(m):
    shape = m.any_shape()
    n = n_factors(m, shape)
    bias = m.int(0, 1)
    if m.chance(0.25):
        n = shape[0]
        m.layer("Scale", [m.random(shape), m.random((n,))], {0: -233}, n_out=1)
        return
    m.layer(
        "Scale", [m.random(shape)], {0: n, 1: bias}, [Raw(m.reals(n))] + [Raw(m.reals(n))] * bias
    )


@layer("Bias")
def bias(m):
    # ncnn's Bias adds per channel of the blob: a blob of rank 1 or 2 has one.
    shape = m.any_shape()
    n = shape[0] if len(shape) > 2 else 1
    m.layer("Bias", [m.random(shape)], {0: n}, [Raw(m.reals(n))])


@layer("Split")
def split(m):
    m.layer("Split", [m.random(m.any_shape())], n_out=m.int(1, 4))


@layer("Noop")
def noop(m):
    n = m.int(1, 3)
    m.layer("Noop", [m.random(m.any_shape()) for _ in range(n)], n_out=n)


@layer("Input")
def input_only(m):
    m.layer("AbsVal", [m.random(m.any_shape(), constant=False)])


@layer("MemoryData")
def memory(m):
    m.layer("AbsVal", [m.random(m.any_shape(), constant=True)])
    m.outputs += [m.lines[0][2][0]]
