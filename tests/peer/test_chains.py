# SPDX-License-Identifier: Apache-2.0
"""Random small networks of layers that fuse, optimized, in real ncnn before and after.

Every network is optimized with the sizes of its inputs and without; ncnn must compute the same from
the file that `sinter optimize` writes, under the same names. This is what checks how a rewritten
layer is spelled: a wrong param that sinter itself reads as it wrote it shows here alone.
"""

import os

import numpy as np

import peer
import sinter_tool as tool
from model import Model, Raw, Tagged, activation
from ncnn_peer import Ncnn, distance

BOUND = 1e-4
BOUND_FP16 = 2e-2  # with --fp16, of outputs below 1, of 1: sums of few terms may cancel
# Exit codes of sinter when what it wrote with --fp16 is another network, or may be: one that is
# badly conditioned.
MOVED = 8, 10


class Net:
    """A model under construction; blobs with their shapes, newest last."""

    def __init__(self, m):
        self.m, self.read = m, set()

    def add(self, kind, x, shape, params=None, weights=(), more=()):
        self.read.update([x[0]] + [b for b, _ in more])
        return self.m.layer(kind, [x[0]] + [b for b, _ in more], params, weights), shape

    def constant(self, shape, lo=0.3, hi=2.0):
        return self.m.random(shape, lo, hi, constant=True), shape


def conv(n, x):
    m, (c, h, w) = n.m, x[1]
    depthwise = m.chance(0.3)
    k, oc = m.pick(1, 1, 3), c if depthwise else m.int(1, 6)
    bias = m.int(0, 1)
    params = {0: oc, 1: k, 4: k // 2, 5: bias, 6: oc * k * k * (1 if depthwise else c)}
    if depthwise:
        params[7] = c
    params.update(activation(m) if m.chance(0.3) else {})
    kind = (
        ("ConvolutionDepthWise" if depthwise else "Convolution")
        if m.chance(0.8) or k == 3
        else ("DeconvolutionDepthWise" if depthwise else "Deconvolution")
    )
    return n.add(
        kind, x, (oc, h, w), params, [Tagged(m.reals(params[6]))] + [Raw(m.reals(oc))] * bias
    )


def product(n, x):
    m, shape = n.m, x[1]
    rows = len(shape) == 2
    size, oc, bias = shape[-1] if rows else int(np.prod(shape)), m.int(1, 6), m.int(0, 1)
    params = {0: oc, 1: bias, 2: size * oc}
    params.update(activation(m) if m.chance(0.3) else {})
    return n.add(
        "InnerProduct",
        x,
        (shape[0], oc) if rows else (oc,),
        params,
        [Tagged(m.reals(size * oc))] + [Raw(m.reals(oc))] * bias,
    )


def affine(n, x):
    m, c = n.m, x[1][0]
    kind = m.pick("BatchNorm", "BatchNorm", "Scale", "Bias" if len(x[1]) == 3 else "Scale")
    if kind == "BatchNorm":
        return n.add(
            kind,
            x,
            x[1],
            {0: c, 1: m.pick(0.0, 1e-3)},
            [Raw(m.reals(c)), Raw(m.reals(c)), Raw(m.reals(c, 0.3, 2)), Raw(m.reals(c))],
        )
    if kind == "Bias":
        return n.add(kind, x, x[1], {0: c}, [Raw(m.reals(c))])
    bias = m.int(0, 1)
    return n.add(kind, x, x[1], {0: c, 1: bias}, [Raw(m.reals(c))] * (1 + bias))


def act(n, x):
    m = n.m
    kind, params = m.pick(
        ("ReLU", {}),
        ("ReLU", {0: 0.2}),
        ("Clip", {0: -0.5, 1: 0.8}),
        ("Sigmoid", {}),
        ("Mish", {}),
        ("HardSwish", {0: 0.2, 1: 0.5}),
        ("TanH", {}),
        ("PReLU", {0: 1}),
        ("PReLU", {0: x[1][0]}),
    )
    return n.add(kind, x, x[1], params, [Raw(m.reals(params[0]))] if kind == "PReLU" else ())


def scalar(n, x):
    m = n.m
    op = m.pick(0, 1, 2, 3, 4, 5, 7)
    value = m.real(0.3, 2)
    if m.chance(0.5):
        return n.add("BinaryOp", x, x[1], {0: op, 1: 1, 2: value})
    other = n.constant((1,))
    return (
        n.add("BinaryOp", x, x[1], {0: op}, (), [other])
        if m.chance(0.6)
        else n.add("BinaryOp", other, x[1], {0: m.pick(0, 2, 4)}, (), [x])
    )


def per_channel(n, x):
    m, shape = n.m, x[1]
    other = n.constant(m.pick((shape[0],), (shape[0],) + (1,) * (len(shape) - 1), shape))
    op = m.pick(0, 1, 2, 3)
    return (
        n.add("BinaryOp", x, shape, {0: op}, (), [other])
        if m.chance(0.6)
        else n.add("BinaryOp", other, shape, {0: m.pick(0, 1, 2)}, (), [x])
    )


def passes_on(n, x):
    m = n.m
    kind, params = m.pick(
        ("Dropout", {}),
        ("Dropout", {0: 0.7}),
        ("Noop", {}),
        ("Split", {}),
        ("Pooling", {0: m.int(0, 1), 1: 1, 2: 1}) if len(x[1]) == 3 else ("Dropout", {}),
    )
    return n.add(kind, x, x[1], params)


def branches(n, x):
    m = n.m
    n.read.add(x[0])
    a, b = m.layer("Split", [x[0]], n_out=2)
    left, right = (a, x[1]), (b, x[1])
    if m.chance(0.6):
        right = m.pick(act, affine, scalar)(n, right)
    if m.chance(0.3):
        left = scalar(n, left)
    if m.chance(0.15):
        return right if m.chance(0.5) else left  # the other is a result
    kind = m.int(0, 2)
    if kind == 0:
        return n.add("Eltwise", left, x[1], {0: m.int(0, 2)}, (), [right])
    if kind == 1:
        return n.add("Concat", left, (2 * x[1][0],) + x[1][1:], {0: 0}, (), [right])
    return n.add("BinaryOp", left, x[1], {0: m.pick(0, 1, 2)}, (), [right])


def other_rank(n, x):
    m, shape = n.m, x[1]
    size = int(np.prod(shape))
    if len(shape) == 3:
        how = m.int(0, 3)
        if how == 0:
            return n.add("Pooling", x, (shape[0],), {0: m.int(0, 1), 4: 1})
        if how == 1:
            return n.add("Flatten", x, (size,))
        if how == 2:
            return n.add("Reduction", x, (shape[0],), {0: 3, 1: 0, 3: [1, 2], 5: 1})
        return n.add("Reshape", x, (shape[0], shape[1] * shape[2]), {0: -1, 1: shape[0]})
    if len(shape) == 2:
        return (
            n.add("Reshape", x, (size,), {0: -1})
            if m.chance(0.5)
            else n.add("Reshape", x, shape + (1,), {0: 1, 1: shape[1], 2: shape[0]})
        )
    return (
        n.add("Reshape", x, (size, 1, 1), {0: 1, 1: 1, 2: -1})
        if m.chance(0.7)
        else n.add("Flatten", x, shape)
    )


def linear(n, x, oc):
    m, (rows, size) = n.m, x[1]
    weights = [Tagged(m.reals(size * oc)), Raw(m.reals(oc))]
    return n.add("InnerProduct", x, (rows, oc), {0: oc, 1: 1, 2: size * oc}, weights)


def attention(n, x):
    """Self attention in pieces, or nearly in pieces, with its projections."""
    m, (rows, width) = n.m, x[1]
    heads, e = m.int(1, 3), m.int(1, 3)
    n.read.add(x[0])
    swapped = m.chance(0.5)
    operands = []
    if m.chance(0.3):  # from one product
        y, _ = linear(n, x, 3 * heads * e)
        n.read.add(y)
        parts = m.layer("Slice", [y], {0: [heads * e] * 3, 1: 1}, n_out=3)
        parts = [(part, (rows, heads * e)) for part in parts]
    else:
        parts = [linear(n, (b, x[1]), heads * e) for b in m.layer("Split", [x[0]], n_out=3)]
    for i, y in enumerate(parts):
        y = n.add("Reshape", y, (rows, heads, e), {0: e, 1: heads, 2: -1})
        order = 3 if i == 1 and swapped else 2
        shape = (heads, e, rows) if order == 3 else (heads, rows, e)
        operands.append(n.add("Permute", y, shape, {0: order}))
    q, k, v = operands
    if m.chance(0.3) and not swapped:
        y = n.add("SDPA", q, (heads, rows, e), {6: m.pick(0.0, 0.7)}, (), [k, v])
    else:
        y = n.add("MatMul", q, (heads, rows, rows), {0: int(not swapped)}, (), [k])
        if m.chance(0.7):
            y = n.add("BinaryOp", y, y[1], {0: m.pick(2, 3), 1: 1, 2: m.real(0.3, 2)})
        if m.chance(0.4):
            y = n.add("BinaryOp", y, y[1], {0: 0}, (), [n.constant((m.pick(1, heads), rows, rows))])
        y = n.add("Softmax", y, y[1], {0: 2, 1: 1})
        y = n.add("MatMul", y, (heads, rows, e), {}, (), [v])
    y = n.add("Permute", y, (rows, heads, e), {0: 2})
    y = n.add("Reshape", y, (rows, heads * e), {0: heads * e, 1: -1})
    return linear(n, y, width if m.chance(0.8) else m.int(1, 6))


def shuffle(n, x):
    """Channels or pixels, by reshape and permute."""
    m, (c, h, w) = n.m, x[1]
    for f in (3, 2):
        if c == f * f and m.chance(0.6):
            y = n.add("Reshape", x, (f, f, h, w), {0: w, 1: h, 11: f, 2: f})
            y = n.add("Permute", y, (h, f, w, f), {0: 13})
            return n.add("Reshape", y, (1, h * f, w * f), {0: w * f, 1: h * f, 2: 1})
        if c % f == 0:
            y = n.add("Reshape", x, (f, c // f, h, w), {0: w, 1: h, 11: c // f, 2: f})
            y = n.add("Permute", y, (c // f, f, h, w), {0: 6})
            return n.add("Reshape", y, (c, h, w), {0: w, 1: h, 2: c})
    if h % 2 == 0 and w % 2 == 0 and c == 1:
        y = n.add("Reshape", x, (h // 2, 2, w // 2, 2), {0: 2, 1: w // 2, 11: 2, 2: h // 2})
        y = n.add("Permute", y, (2, 2, h // 2, w // 2), {0: 10})
        return n.add("Reshape", y, (4, h // 2, w // 2), {0: w // 2, 1: h // 2, 2: 4})
    return passes_on(n, x)


STEPS = {
    1: (product, product, affine, act, scalar, per_channel, passes_on, branches, other_rank),
    2: (
        product,
        product,
        affine,
        act,
        scalar,
        per_channel,
        passes_on,
        branches,
        other_rank,
        attention,
    ),
    3: (
        conv,
        conv,
        conv,
        affine,
        act,
        scalar,
        per_channel,
        passes_on,
        branches,
        other_rank,
        shuffle,
    ),
}


def network(seed, number):
    m = Model([seed, number])
    n = Net(m)
    shape = m.shape(3, 1, 5) if m.chance(0.7) else m.shape(m.int(1, 2), 1, 6)
    x = m.random(shape, constant=False), shape
    for _ in range(m.int(2, 8)):
        x = m.pick(*STEPS[len(x[1])])(n, x)
    return m


def check(ncnn, sinter, stem, m, pins, fp16):
    """What is wrong, '' when nothing is, None when sinter itself found that rounding again is too
    much; the distance."""
    words = ["optimize", stem + ".param", "-o", stem + "_out.param", "-q"] + (
        ["--fp16"] if fp16 else []
    )
    for name, a in m.inputs.items() if pins else ():
        words += ["--input", "%s=%s" % (name, tool.sizes(a.shape))]
    before = ncnn.run(stem + ".param", stem + ".bin", m.inputs)
    if before["status"] != "ok":
        return "ncnn, original: " + before["status"], 0
    code, text = tool.run(sinter, *words)
    if code in MOVED and fp16:
        return None, 0
    if code != 0:
        return "sinter: " + tool.why(code, text), 0
    after = ncnn.run(stem + "_out.param", stem + "_out.bin", m.inputs, list(before["outputs"]))
    if after["status"] != "ok":
        return "ncnn, optimized: " + after["status"], 0
    worst = 0
    for name, a in before["outputs"].items():
        d, why = distance(a, after["outputs"][name], 1 if fp16 else 1e-5)
        if not d <= (BOUND_FP16 if fp16 else BOUND):
            return "%s is off by %s %s" % (name, peer.size(d), why), d
        worst = max(worst, d)
    return "", worst


def main():
    args = peer.arguments(
        __doc__.splitlines()[0], chains=dict(type=int, default=1000, help="networks")
    )
    if args.k not in "chains":
        peer.finish(0, 0)
    folder, ncnn, counts, failed, skipped, worst, layers = peer.folder(), Ncnn(), 0, 0, 0, 0, [0, 0]
    stem = os.path.join(folder, "net")
    for number in range(args.chains):
        m = network(args.seed, number)
        m.save(stem)
        why, d = check(ncnn, args.sinter, stem, m, number % 2 == 0, number % 5 == 4)
        if why is None:
            skipped += 1
            continue
        if why:
            failed += 1
            print("FAILED: network %d: %s\n%s" % (number, why, m.param_text()))
            continue
        counts, worst = counts + 1, max(worst, d)
        layers = [
            layers[0] + tool.n_layers(stem + ".param"),
            layers[1] + tool.n_layers(stem + "_out.param"),
        ]
    ncnn.close()
    peer.remove(folder)
    print(
        "%d networks, %d layers became %d, largest distance %s"
        % (counts, layers[0], layers[1], peer.size(worst))
    )
    peer.finish(counts, failed, skipped)


if __name__ == "__main__":
    main()
