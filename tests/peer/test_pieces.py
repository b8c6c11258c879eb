# SPDX-License-Identifier: Apache-2.0
"""Layers as their formula: what sinter makes of them must compute the same in real ncnn.

Each formula is written in random spellings and sizes, optimized with the sizes given and without.
With them the layer that the formula is must be there afterwards: a recognition that no longer fires
fails here. """

import math
import os

import numpy as np

import peer
import sinter_tool as tool
from model import Model
from ncnn_peer import Ncnn
from test_chains import check

ADD, SUB, MUL, DIV, MAX, MIN, _, RSUB, RDIV = range(9)
ABS, NEG, SQUARE, SQRT, RSQRT, EXP, LOG, RECIPROCAL, TANH = 0, 1, 4, 5, 6, 7, 8, 15, 16
SUM, SUMSQ, MEAN, LARGEST, L2 = 0, 2, 3, 4, 8


class Formula:
    """Steps of a formula. A blob may be read twice: Splits are put in when it is written."""

    def __init__(self, m, shape):
        self.m, self.steps, self.constants, self.shape = m, [], {}, shape
        self.x = self.step("Input", [])

    def step(self, kind, inputs, params=None):
        self.steps.append((kind, inputs, params or {}))
        return len(self.steps) - 1

    def unary(self, op, x):
        return self.step("UnaryOp", [x], params={0: op})

    def both(self, op, a, b):
        if op in (ADD, MUL, MAX, MIN) and self.m.chance(0.5):
            a, b = b, a
        return self.step("BinaryOp", [a, b], params={0: op})

    def scalar(self, op, x, v):
        return self.step("BinaryOp", [x], params={0: op, 1: 1, 2: float(v)})

    def constant(self, values):
        k = self.step("MemoryData", [])
        self.constants[k] = values
        return k

    def channels(self, lo, hi):
        return self.factors((0,), lo, hi)

    def factors(self, axes, lo, hi):
        sizes = [n if k in axes else 1 for k, n in enumerate(self.shape)]
        return self.constant(self.m.contents(tuple(sizes), lo, hi))

    def write(self, contents):
        m, steps = self.m, self.steps
        readers = [sum(i == k for _, ins, _ in steps for i in ins) for k in range(len(steps))]
        blobs = {}
        for k, (kind, inputs, params) in enumerate(steps):
            if kind == "Input":
                blob = m.input(contents, constant=False)
            elif kind == "MemoryData":
                blob = m.input(self.constants[k], constant=True)
            else:
                blob = m.layer(kind, [blobs[i].pop() for i in inputs], params)
            n = readers[k]
            blobs[k] = list(m.layer("Split", [blob], n_out=n)) if n > 1 else [blob]

    # ---- in any spelling
    # ---------------------------------------------------------------------------
    def plus(self, x, v):
        if self.m.chance(0.3):
            return self.step("Power", [x], params={2: float(v)})
        return self.scalar(ADD, x, v) if self.m.chance(0.6) else self.scalar(SUB, x, -v)

    def times(self, x, v):
        if v == -1 and self.m.chance(0.6):
            return self.unary(NEG, x)
        if self.m.chance(0.3):
            return self.step("Power", [x], params={1: float(v)})
        return self.scalar(MUL, x, v) if self.m.chance(0.5) else self.scalar(DIV, x, 1 / v)

    def square(self, x):
        # Not as a BinaryOp with pow: ncnn's kernels for x86 give NaN where x is negative.
        how = self.m.int(0, 2)
        if how == 0:
            return self.unary(SQUARE, x)
        return self.step("Power", [x], params={0: 2.0}) if how == 1 else self.both(MUL, x, x)

    def over(self, a, b):
        if self.m.chance(0.6):
            return self.both(DIV, a, b)
        return self.both(MUL, a, self.unary(RECIPROCAL, b))

    def relu(self, x):
        return self.step("ReLU", [x]) if self.m.chance(0.5) else self.scalar(MAX, x, 0)

    def clip(self, x, lo, hi):
        if self.m.chance(0.5):
            return self.step("Clip", [x], params={0: float(lo), 1: float(hi)})
        return self.scalar(MIN, self.scalar(MAX, x, lo), hi)

    def exp(self, x, scale=1):
        if self.m.chance(0.3):
            return self.step("Exp", [x], params={1: float(scale)})
        return self.unary(EXP, x if scale == 1 else self.times(x, scale))

    def sigmoid(self, x):
        if self.m.chance(0.4):
            return self.step("Sigmoid", [x])
        e = self.plus(self.exp(x, -1), 1)
        return self.unary(RECIPROCAL, e) if self.m.chance(0.5) else self.scalar(RDIV, e, 1)

    def softplus(self, x):
        if self.m.chance(0.4):
            return self.step("Softplus", [x])
        return self.unary(LOG, self.plus(self.exp(x), 1))


# ---- activations: (layer, formula of a Formula)
# ------------------------------------------------------


def swish(f):
    f.both(MUL, f.x, f.sigmoid(f.x))


def sigmoid(f):
    e = f.plus(f.exp(f.x, -1), 1)
    f.unary(RECIPROCAL, e) if f.m.chance(0.5) else f.scalar(RDIV, e, 1)


def tanh_sigmoid(f):
    f.plus(f.times(f.unary(TANH, f.times(f.x, 0.5)), 0.5), 0.5)


def hard_swish(f):
    h = f.m.pick(6, 1, 2)
    c = f.clip(f.plus(f.times(f.x, h / 6) if h != 6 else f.x, h / 2), 0, h)
    if f.m.chance(0.5):
        f.both(MUL, f.x, f.times(c, 1 / h) if h > 1 else c)
    else:
        p = f.both(MUL, f.x, c)
        if h > 1:
            f.times(p, 1 / h)


def gelu(f):
    if f.m.chance(0.5):
        g = f.step("Erf", [f.times(f.x, math.sqrt(0.5))])
    elif f.m.chance(0.5):
        cubed = f.m.chance(0.5)
        cube = f.step("Power", [f.x], params={0: 3.0}) if cubed else f.both(MUL, f.square(f.x), f.x)
        inner = f.both(ADD, f.x, f.times(cube, 0.044715))
        g = f.unary(TANH, f.times(inner, math.sqrt(2 / math.pi)))
    else:
        inner = f.both(MUL, f.x, f.plus(f.times(f.square(f.x), 0.044715), 1))
        g = f.unary(TANH, f.times(inner, math.sqrt(2 / math.pi)))
    if f.m.chance(0.5):
        f.both(MUL, f.times(f.x, 0.5), f.plus(g, 1))
    else:
        f.times(f.both(MUL, f.x, f.plus(g, 1)), 0.5)


def mish(f):
    f.both(MUL, f.x, f.unary(TANH, f.softplus(f.x)))


def softplus(f):
    f.unary(LOG, f.plus(f.exp(f.x), 1))


def stable_softplus(f):
    e = f.plus(f.exp(f.times(f.unary(ABS, f.x), -1)), 1)
    f.both(ADD, f.relu(f.x), f.unary(LOG, e))


def elu(f, c=1.0, a=None):
    a = a or f.m.pick(1.0, 0.5, 1.7)
    if f.m.chance(0.5):
        e = f.scalar(MIN, f.times(f.plus(f.exp(f.x, c), -1), a), 0)
    else:
        e = f.times(f.plus(f.exp(f.scalar(MIN, f.x, 0), c), -1), a)
    return f.both(ADD, f.relu(f.x), e)


def celu(f):
    a = f.m.pick(0.5, 2.0)
    elu(f, 1 / a, a)


def selu(f):
    f.times(elu(f, 1.0, 1.67326324), 1.050700987)


def clip(f):
    f.scalar(MIN, f.scalar(MAX, f.x, -0.5), 1)


def leaky(f):
    a = f.m.pick(0.1, 0.25)
    how = f.m.int(0, 2)
    if how == 0:
        f.both(MAX, f.x, f.times(f.x, a))
    elif how == 1:
        f.both(ADD, f.relu(f.x), f.times(f.scalar(MIN, f.x, 0), a))
    else:
        f.both(SUB, f.relu(f.x), f.times(f.relu(f.times(f.x, -1)), a))


def prelu(f):
    slopes = f.channels(0.1, 0.5)
    if f.m.chance(0.5):
        f.both(ADD, f.relu(f.x), f.both(MUL, f.scalar(MIN, f.x, 0), slopes))
    else:
        f.both(SUB, f.relu(f.x), f.both(MUL, f.relu(f.times(f.x, -1)), slopes))


# ---- normalisations
# --------------------------------------------------------------------------------


def last_axes(f):
    rank = len(f.shape)
    return tuple(range(rank - (f.m.int(1, rank - 1) if rank > 1 else 1), rank))


def but_first(f):
    return tuple(range(1, len(f.shape)))


def stat(f, op, x, axes, keep):
    n = int(np.prod([f.shape[k] for k in axes]))
    coeff = {}
    if op == MEAN and f.m.chance(0.25):
        op, coeff = SUM, {2: 1.0 / n}
    return f.step(
        "Reduction", [x], params={0: op, 1: 0, **coeff, 3: list(axes), 4: int(keep), 5: 1}
    )


def over_root(f, a, v, eps):
    if f.m.chance(0.2):
        return f.both(MUL, a, f.step("Power", [v], params={0: -0.5, 2: eps}))
    e = f.plus(v, eps)
    return f.both(MUL, a, f.unary(RSQRT, e)) if f.m.chance(0.5) else f.over(a, f.unary(SQRT, e))


def centered(f, axes):
    keep = len(axes) == 1 and axes[0] == len(f.shape) - 1 and len(f.shape) == 2 and f.m.chance(0.3)
    keep = not keep
    d = f.both(SUB, f.x, stat(f, MEAN, f.x, axes, keep))
    v = stat(f, MEAN, f.square(d), axes, keep)
    return over_root(f, d, v, f.m.pick(1e-5, 1e-2))


def layer_norm(f):
    axes = last_axes(f)
    y = centered(f, axes)
    if f.m.chance(0.7):
        y = f.both(MUL, y, f.factors(axes, 0.5, 1.5))
        if f.m.chance(0.7):
            f.both(ADD, y, f.factors(axes, -1, 1))


def instance_norm(f):
    y = f.both(MUL, centered(f, but_first(f)), f.channels(0.5, 1.5))
    if f.m.chance(0.7):
        f.both(ADD, y, f.channels(-1, 1))


def one_group(f):
    y = f.both(MUL, centered(f, tuple(range(len(f.shape)))), f.channels(0.5, 1.5))
    if f.m.chance(0.7):
        f.both(ADD, y, f.channels(-1, 1))


def group_norm(f):
    # As many groups as channels are the rows of a matrix, and the first reshape nothing.
    most = f.shape[0] + (len(f.shape) > 2)
    shape, g = f.shape, f.m.pick(*[g for g in range(1, most) if f.shape[0] % g == 0])
    keys = {2: (1, 0), 3: (2, 1, 0), 4: (2, 11, 1, 0)}[len(shape)]
    x, f.x = f.x, f.step("Reshape", [f.x], params={0: -1, 1: g})
    f.shape = (g, int(np.prod(shape)) // g)
    y = centered(f, (1,))
    f.x, f.shape = x, shape
    y = f.step("Reshape", [y], params=dict(zip(keys, shape)))
    if f.m.chance(0.7):
        f.both(ADD, f.both(MUL, y, f.channels(0.5, 1.5)), f.channels(-1, 1))


def rms_norm(f):
    axes = last_axes(f)
    y = over_root(f, f.x, stat(f, MEAN, f.square(f.x), axes, True), f.m.pick(1e-5, 1e-2))
    if f.m.chance(0.7):
        f.both(MUL, y, f.factors(axes, 0.5, 1.5))


def normalize(f):
    rank = len(f.shape)
    axes = tuple(range(rank))
    if rank > 2:
        axes = f.m.pick(axes, (0,), axes[1:])
    if f.m.chance(0.5):
        s = stat(f, SUMSQ, f.x, axes, True)
        over_root(f, f.x, s, 1e-2)
    else:
        n = f.scalar(MAX, stat(f, L2, f.x, axes, True), 1e-2)
        f.over(f.x, n)


def softmax(f):
    axes = (f.m.int(0, len(f.shape) - 1),)
    e = f.exp(f.both(SUB, f.x, stat(f, LARGEST, f.x, axes, True)))
    f.over(e, stat(f, SUM, e, axes, True))


ANY, MANY, DEEP = (1, 2, 3), (2, 3), (3,)
FORMULAS = [
    ("Swish", swish, ANY),
    ("Sigmoid", sigmoid, ANY),
    ("Sigmoid", tanh_sigmoid, ANY),
    ("HardSwish", hard_swish, ANY),
    ("GELU", gelu, ANY),
    ("Mish", mish, ANY),
    ("Softplus", softplus, ANY),
    ("Softplus", stable_softplus, ANY),
    ("ELU", elu, ANY),
    ("CELU", celu, ANY),
    ("SELU", selu, ANY),
    ("Clip", clip, ANY),
    ("ReLU", leaky, ANY),
    ("PReLU", prelu, MANY),
    ("LayerNorm", layer_norm, ANY),
    ("InstanceNorm", instance_norm, DEEP),
    ("GroupNorm", one_group, MANY),
    ("GroupNorm", group_norm, MANY),
    ("RMSNorm", rms_norm, ANY),
    ("Normalize", normalize, ANY),
    ("Softmax", softmax, ANY),
]


# Over all axes but the first, without factors, both are the same.
ALSO = {"LayerNorm": "InstanceNorm"}


def main():
    args = peer.arguments(
        __doc__.splitlines()[0], pieces=dict(type=int, default=20, help="spellings of each")
    )
    folder, ncnn, passed, failed, worst = peer.folder(), Ncnn(), 0, 0, 0
    stem = os.path.join(folder, "net")
    for index, (kind, formula, ranks) in enumerate(FORMULAS):
        if args.k not in "pieces" and args.k not in kind:
            continue
        for number in range(args.pieces):
            m = Model([args.seed, index, number])
            f = Formula(m, m.shape(m.pick(*ranks), 2, 6))
            formula(f)
            f.write(m.contents(f.shape, -4, 4))
            m.save(stem)
            sized = number % 2 == 0
            why, d = check(ncnn, args.sinter, stem, m, sized, False)
            if not why and sized:
                found = [t for t, *_ in tool.layers(stem + "_out.param")]
                if found[1:] not in ([kind], [ALSO.get(kind)]):
                    why = "became %s, not %s" % (" ".join(found[1:]), kind)
            worst = max(worst, d or 0)
            passed, failed = passed + (not why), failed + bool(why)
            if why:
                print("FAILED: %s %d: %s\n%s" % (kind, number, why, m.param_text()))
    ncnn.close()
    peer.remove(folder)
    print("largest distance %s" % peer.size(worst))
    peer.finish(passed, failed)


if __name__ == "__main__":
    main()
