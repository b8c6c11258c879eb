# SPDX-License-Identifier: Apache-2.0
"""Normalisations, reductions, softmax, products of matrices, spectra.

Left out: LRN across channels with an even local_size, GroupNorm whose groups do not divide the
channels, and the Einsum forms ij->ji and k->ij: the pinned wheel does otherwise than the ncnn that
the evaluation follows.
"""

from model import Raw, Tagged, activation, layer


@layer("LRN")
def lrn(m):
    across = m.chance(0.6)
    params = {0: 0 if across else 1, 1: m.pick(1, 3, 5)}
    if m.chance(0.7):
        params.update({2: m.real(0.1, 2), 3: m.real(0.3, 1), 4: m.real(0.5, 2)})
    m.layer("LRN", [m.random(m.any_shape((1, 2, 3), 1, 8))], params)


@layer("MVN")
def mvn(m):
    params = {0: m.int(0, 1), 1: m.int(0, 1)}
    if m.chance(0.5):
        params[2] = m.pick(1e-4, 1e-3, 1e-2)
    m.layer("MVN", [m.random(m.any_shape((1, 2, 3), 2, 7))], params)


@layer("Normalize")
def normalize(m):
    shape = m.any_shape()
    channels = shape[0] if len(shape) > 2 else 1
    shared = m.int(0, 1)
    params = {
        0: m.int(0, 1),
        1: shared,
        2: m.pick(1e-4, 1e-2),
        3: 1 if shared else channels,
        4: m.int(0, 1),
        9: m.int(0, 2),
    }
    if not params[0] and not params[4]:
        params[4] = 1
    m.layer("Normalize", [m.random(shape, 0.1, 2)], params, [Raw(m.reals(params[3]))])


@layer("InstanceNorm")
def instance_norm(m):
    shape = m.any_shape((1, 2, 3, 4), 2, 7)
    channels = shape[0] if len(shape) > 2 else 1
    affine = m.int(0, 1)
    params = {0: channels, 1: m.pick(1e-5, 1e-3), 2: affine}
    m.layer(
        "InstanceNorm",
        [m.random(shape)],
        params,
        [Raw(m.reals(channels)), Raw(m.reals(channels))] * affine,
    )


@layer("GroupNorm")
def group_norm(m):
    group = m.int(1, 4)
    channels = group * m.int(1, 3)
    shape = (channels,) + m.shape(m.int(0, 3), 2, 5)
    if channels == group and len(shape) == 1:
        return  # one element a group: what is left of it is rounding
    affine = m.int(0, 1)
    params = {0: group, 1: channels, 2: m.pick(1e-5, 1e-3), 3: affine}
    m.layer(
        "GroupNorm",
        [m.random(shape)],
        params,
        [Raw(m.reals(channels)), Raw(m.reals(channels))] * affine,
    )


def trailing(m, shape):
    """How many of the last axes a norm covers, and their elements; all of them but the channels at
    rank 3 and 4."""
    axes = m.int(1, 1 if len(shape) <= 2 else len(shape) - 1)
    n = 1
    for size in shape[len(shape) - axes :]:
        n *= size
    return n


@layer("LayerNorm", "RMSNorm")
def layer_norm(m, kind):
    shape = m.any_shape((1, 2, 3, 4), 2, 7)
    n, affine = trailing(m, shape), m.int(0, 1)
    n_weights = (2 if kind == "LayerNorm" else 1) * affine
    m.layer(
        kind,
        [m.random(shape)],
        {0: n, 1: m.pick(1e-5, 1e-3), 2: affine},
        [Raw(m.reals(n)) for _ in range(n_weights)],
    )


@layer("Softmax")
def softmax(m):
    shape = m.any_shape()
    m.layer("Softmax", [m.random(shape, -5, 5)], {0: m.int(-len(shape), len(shape) - 1), 1: 1})


@layer("Reduction")
def reduction(m):
    shape = m.any_shape()
    op = m.int(0, 10)
    lo, hi = (0.2, 2) if op in (6, 9) else (-2, 2)
    params = {0: op, 4: m.int(0, 1), 5: 1}
    if m.chance(0.3):
        params[1] = 1
    else:
        axes = [i for i in range(len(shape)) if m.chance(0.5)] or [m.int(0, len(shape) - 1)]
        params.update({1: 0, 3: [a - len(shape) if m.chance(0.3) else a for a in axes]})
    if m.chance(0.3):
        params[2] = m.real(0.3, 2)
    m.layer("Reduction", [m.random(shape, lo, hi)], params)


@layer("CumulativeSum")
def cumulative_sum(m):
    shape = m.any_shape((1, 2, 3))
    m.layer("CumulativeSum", [m.random(shape)], {0: m.int(-len(shape), len(shape) - 1)})


@layer("GLU")
def glu(m):
    shape = list(m.any_shape((1, 2, 3)))
    axis = m.int(0, len(shape) - 1)
    shape[axis] = m.int(2, 8)
    m.layer("GLU", [m.random(tuple(shape))], {0: axis - len(shape) if m.chance(0.3) else axis})


@layer("InnerProduct")
def inner_product(m):
    shape = m.any_shape()
    n, oc, bias = shape[-1] if len(shape) == 2 and m.chance(0.7) else 1, m.int(3, 8), m.int(0, 1)
    if n == 1 or len(shape) != 2:
        n = 1
        for size in shape:
            n *= size
    params = {0: oc, 1: bias, 2: n * oc}
    params.update(activation(m))
    m.layer(
        "InnerProduct",
        [m.random(shape)],
        params,
        [Tagged(m.reals(n * oc))] + [Raw(m.reals(oc))] * bias,
    )


@layer("Embed")
def embed(m):
    n, width, bias = m.int(2, 9), m.int(1, 6), m.int(0, 1)
    ids = m.rng.integers(0, n, m.shape(1, 1, 8))
    m.layer(
        "Embed",
        [m.input(ids, constant=False)],
        {0: width, 1: n, 2: bias, 3: n * width},
        [Tagged(m.reals(n * width))] + [Raw(m.reals(width))] * bias,
    )


@layer("MatMul")
def matmul(m):
    rank_a, rank_b, trans = m.int(1, 4), m.int(1, 4), m.int(0, 1)
    rows, inner, columns = m.int(1, 6), m.int(1, 6), m.int(1, 6)
    batch = m.shape(2, 1, 4)
    a = (inner,) if rank_a == 1 else batch[2 - (rank_a - 2) :] + (rows, inner)
    b = (
        (inner,)
        if rank_b == 1
        else batch[2 - (rank_b - 2) :] + ((columns, inner) if trans else (inner, columns))
    )
    m.layer("MatMul", [m.random(a), m.random(b)], {0: trans} if trans or m.chance(0.5) else {})


@layer("Gemm")
def gemm(m):
    rows, columns, inner = m.int(1, 6), m.int(1, 6), m.int(1, 6)
    trans_a, trans_b = m.int(0, 1), m.int(0, 1)
    const_a, const_b = m.chance(0.3), m.chance(0.4)
    params = {
        2: trans_a,
        3: trans_b,
        4: int(const_a),
        5: int(const_b),
        7: rows,
        8: columns,
        9: inner,
    }
    if m.chance(0.5):
        params.update({0: m.real(0.3, 2), 1: m.real(0.3, 2)})
    bottoms, weights = [], []
    for constant, shape in (
        (const_a, (inner, rows) if trans_a else (rows, inner)),
        (const_b, (columns, inner) if trans_b else (inner, columns)),
    ):
        if constant:
            weights.append(Tagged(m.reals(shape[0] * shape[1])))
        else:
            bottoms.append(m.random(shape if m.chance(0.8) else (shape[0], 1, shape[1])))
    kind = m.int(-1, 4)
    shapes = {-1: None, 0: (1,), 1: (rows,), 2: (rows, 1), 3: (rows, columns), 4: (columns,)}
    if not bottoms or m.chance(0.4):
        params.update({6: 1, 10: kind})
        if kind >= 0:
            n = 1
            for size in shapes[kind]:
                n *= size
            weights.append(Tagged(m.reals(n)))
    elif kind >= 0:
        shape = shapes[kind] if kind != 4 or m.chance(0.5) else (1, columns)
        bottoms.append(m.random(shape))
    if not bottoms:
        return
    if m.chance(0.2):
        params[11] = 1
    if m.chance(0.2):
        params[14] = 1
    m.layer("Gemm", bottoms, params, weights)


# The wheel wants results named i, ij, ijk or ijkl.
EQUATIONS = (
    "ik,kj->ij",
    "ix,jx->ij",
    "xi,xj->ij",
    "ijx,ixk->ijk",
    "ij,ij->ij",
    "i,j->ij",
    "ij,j->i",
    "kji,k->ij",
    "jxi,kxi->ijk",
    "ijx,xk->ijk",
    "ijkx,xl->ijkl",
    "ijx,kx->ijk",
    "ix,xy,yj->ij",
    "ij->i",
    "ixj->ij",
    "xyi->i",
    "ii",
)


@layer("Einsum")
def einsum(m):
    equation = m.pick(*EQUATIONS)
    sizes = {c: m.int(1, 5) for c in "ijklxy"}
    bottoms = [
        m.random(tuple(sizes[c] for c in token)) for token in equation.split("->")[0].split(",")
    ]
    m.layer("Einsum", bottoms, {0: [ord(c) for c in equation]})


@layer("Spectrogram")
def spectrogram(m):
    n_fft = m.pick(4, 6, 8, 16, 32)
    params = {
        0: n_fft,
        1: m.int(0, 2),
        4: m.int(0, 2),
        5: m.int(0, 1),
        6: m.int(0, 2),
        7: m.int(0, 2),
        8: m.int(0, 1),
    }
    if m.chance(0.5):
        params[2] = m.int(1, n_fft)
    if m.chance(0.5):
        params[3] = m.int(max(1, n_fft // 2), n_fft)
    m.layer("Spectrogram", [m.random((n_fft + m.int(0, 40),))], params)


@layer("InverseSpectrogram", bound=1e-3)
def inverse_spectrogram(m):
    n_fft = m.pick(4, 6, 8, 16, 32)
    params = {0: n_fft, 1: m.int(0, 2), 4: m.int(0, 2), 5: m.int(0, 1), 7: m.int(0, 2)}
    if m.chance(0.5):
        params[2] = m.int(max(1, n_fft // 4), max(1, n_fft // 2))
    freqs = n_fft // 2 + 1 if m.chance(0.6) else n_fft
    m.layer("InverseSpectrogram", [m.random((freqs, m.int(2, 8), 2))], params)
