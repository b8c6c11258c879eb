# SPDX-License-Identifier: Apache-2.0
"""Layers that move data: shapes, parts, copies, borders, resampling, types.

The wheel's Interp takes the place of a sample from the scale it was given; the ncnn that the
evaluation follows, from the sizes, unless it is told to go to the nearest. Left out is where that
differs: scales that give no whole size, and the nearest sample at the size of another blob.
"""

import numpy as np

from model import Raw, layer, with_optional


def product(sizes):
    return int(np.prod(sizes, dtype=np.int64))


def factors(m, n, rank):
    """A shape of n elements."""
    shape = []
    for _ in range(rank - 1):
        divisors = [d for d in range(1, n + 1) if n % d == 0]
        shape.append(m.pick(*divisors))
        n //= shape[-1]
    shape.append(n)
    return [shape[i] for i in m.rng.permutation(rank)]


SIZE_KEYS = {1: (0,), 2: (1, 0), 3: (2, 1, 0), 4: (2, 11, 1, 0)}


@layer("Reshape")
def reshape(m):
    shape = m.any_shape(lo=1, hi=6)
    rank = m.int(1, 4)
    wanted = factors(m, product(shape), rank)
    if m.chance(0.5):
        wanted[m.int(0, rank - 1)] = -1
    # 0 keeps the size of the same name (w, h, d, c) of the blob.
    by_name = dict(zip(SIZE_KEYS[len(shape)], shape))
    params = dict(zip(SIZE_KEYS[rank], wanted))
    for key, size in list(params.items()):
        if size == by_name.get(key) and m.chance(0.5):
            params[key] = 0
    m.layer("Reshape", [m.random(shape)], params)


@layer("Reshape")
def reshape_expression(m):
    h, w, c = m.int(1, 6), m.int(1, 6), m.int(1, 6)
    text = m.pick(
        "0c,0h,0w",
        "*(0w,0h),0c",
        "*(0w,*(0h,0c))",
        "0h,0w,0c",
        "*(0c,0w),0h",
        "0w,-1",
        "+(0w,0),*(0h,0c)",
        "0w,0h,1,0c",
        "max(0w,0w),min(0h,0h),-(0c,0)",
        "//(*(0w,2),2),0h,-1",
    )
    m.layer("Reshape", [m.random((c, h, w))], {6: text})


@layer("Reshape")
def reshape_as(m):
    h, w = m.int(1, 6), m.int(1, 6)
    m.layer(
        "Reshape",
        [m.random((h, w)), m.random((w, h))],
        {6: m.pick("1w,1h", "1w,1h,1", "*(1w,1h),1")},
    )


@layer("Flatten")
def flatten(m):
    m.layer("Flatten", [m.random(m.any_shape())])


@layer("Squeeze")
def squeeze(m):
    shape = tuple(n if m.chance(0.5) else 1 for n in m.any_shape())
    if m.chance(0.5):
        params = {
            3: [i - len(shape) if m.chance(0.3) else i for i in range(len(shape)) if m.chance(0.6)]
            or [0]
        }
    else:
        params = {key: m.int(0, 1) for key in (0, 1, 11, 2)}
    m.layer("Squeeze", [m.random(shape)], params)


@layer("ExpandDims")
def expand_dims(m):
    shape = m.any_shape((1, 2, 3))
    n = m.int(1, 4 - len(shape))
    rank = len(shape) + n
    axes = [int(a) for a in sorted(m.rng.permutation(rank)[:n])]
    m.layer("ExpandDims", [m.random(shape)], {3: [a - rank if m.chance(0.3) else a for a in axes]})


@layer("Permute")
def permute(m):
    shape = m.any_shape()
    codes = {1: 0, 2: 1, 3: 5, 4: 23}
    m.layer("Permute", [m.random(shape)], {0: m.int(0, codes[len(shape)])})


@layer("Concat")
def concat(m):
    shape = list(m.any_shape())
    axis = m.int(0, len(shape) - 1)
    bottoms = []
    for _ in range(m.int(1, 4)):
        shape[axis] = m.int(1, 5)
        bottoms.append(m.random(tuple(shape)))
    m.layer("Concat", bottoms, {0: axis - len(shape) if m.chance(0.3) else axis})


@layer("Slice")
def slice_layer(m):
    shape = list(m.any_shape())
    axis = m.int(0, len(shape) - 1)
    parts = [m.int(1, 4) for _ in range(m.int(1, 4))]
    shape[axis] = sum(parts)
    params = {1: axis - len(shape) if m.chance(0.3) else axis}
    if m.chance(0.3) and len(parts) > 1:
        ends = [sum(parts[:i]) for i in range(1, len(parts))]
        params[2] = [e - shape[axis] if m.chance(0.3) else e for e in ends]
    elif m.chance(0.4):
        shape[axis] += m.int(0, 3)
        params[0] = [-233] * len(parts)
    else:
        params[0] = parts[:-1] + [-233] if m.chance(0.5) else parts
    m.layer("Slice", [m.random(tuple(shape))], params, n_out=len(parts))


@layer("Crop")
def crop_slices(m):
    shape = m.any_shape(lo=2, hi=8)
    axes = [i for i in range(len(shape)) if m.chance(0.6)] or [0]
    starts, ends = [], []
    for a in axes:
        lo = m.int(0, shape[a] - 1)
        hi = m.int(lo + 1, shape[a])
        starts.append(lo - shape[a] if m.chance(0.2) else lo)
        ends.append(
            hi - shape[a]
            if hi < shape[a] and m.chance(0.3)
            else m.pick(hi, 2147483647) if hi == shape[a] else hi
        )
    params = {9: starts, 10: ends}
    if len(axes) < len(shape) or m.chance(0.6):
        params[11] = [a - len(shape) if m.chance(0.2) else a for a in axes]
    m.layer("Crop", [m.random(shape)], params)


OFFSETS, SIZES, OFFSETS_END = (
    {"w": 0, "h": 1, "d": 13, "c": 2},
    {"w": 3, "h": 4, "d": 14, "c": 5},
    {"w": 6, "h": 7, "d": 15, "c": 8},
)
NAMES = {1: "w", 2: "hw", 3: "chw", 4: "cdhw"}


@layer("Crop")
def crop_offsets(m):
    shape = m.any_shape(lo=2, hi=8)
    params = {}
    for name, size in zip(NAMES[len(shape)], shape):
        lo = m.int(0, size - 1)
        hi = m.int(0, size - 1 - lo)
        params[OFFSETS[name]] = lo
        if m.chance(0.5):
            params[SIZES[name]] = size - lo - hi
        else:
            params[SIZES[name]] = -233
            params[OFFSETS_END[name]] = hi
    m.layer("Crop", [m.random(shape)], params)


@layer("Crop")
def crop_like(m):
    shape = m.any_shape(lo=2, hi=8)
    reference = tuple(m.int(1, n) for n in shape)
    params = {
        OFFSETS[name]: m.int(0, n - r)
        for name, n, r in zip(NAMES[len(shape)], shape, reference)
        if n > r and m.chance(0.5)
    }
    m.layer("Crop", [m.random(shape), m.random(reference)], params)


@layer("Crop")
def crop_expressions(m):
    h, w = m.int(3, 8), m.int(3, 8)
    starts, ends, axes = m.pick(
        ("1,0", "-(0h,1),0w", "0,1"), ("0", "//(0w,2)", "-1"), ("//(0w,2)", "0w", "1")
    )
    m.layer("Crop", [m.random((h, w))], {19: starts, 20: ends, 21: axes})


@layer("Padding")
def padding(m):
    shape = m.any_shape(lo=2, hi=6)
    kind = m.int(0, 2)
    most = 3 if kind < 2 else min(shape[-2:]) - 1
    params = {4: kind, 2: m.int(0, most), 3: m.int(0, most)}
    if len(shape) > 1:
        params.update({0: m.int(0, most), 1: m.int(0, most)})
    if len(shape) > 2 and m.chance(0.4):
        if len(shape) == 3 or kind == 0:
            params.update({7: m.int(0, min(2, shape[0] - 1)), 8: m.int(0, min(2, shape[0] - 1))})
    params[5] = m.real(-2, 2)
    weights = []
    if kind == 0 and len(shape) > 2 and m.chance(0.4):
        n = shape[0] + (params.get(7, 0) + params.get(8, 0) if len(shape) == 3 else 0)
        params[6] = n
        weights = [Raw(m.reals(n))]
    m.layer("Padding", [m.random(shape)], params, weights)


@layer("Tile")
def tile(m):
    shape = m.any_shape(lo=1, hi=5)
    if m.chance(0.5):
        params = {0: m.int(0, len(shape) - 1), 1: m.int(1, 3)}
    else:
        params = {2: [m.int(1, 3) for _ in range(m.int(1, 4))]}
    m.layer("Tile", [m.random(shape)], params)


@layer("Flip")
def flip(m):
    shape = m.any_shape()
    axes = [i for i in range(len(shape)) if m.chance(0.5)] or [0]
    m.layer("Flip", [m.random(shape)], {0: [a - len(shape) if m.chance(0.3) else a for a in axes]})


@layer("ShuffleChannel")
def shuffle(m):
    group = m.int(1, 4)
    shape = (group * m.int(1, 4),) + m.shape(2, 1, 6)
    m.layer("ShuffleChannel", [m.random(shape)], {0: group, 1: m.int(0, 1)})


@layer("PixelShuffle")
def pixel_shuffle(m):
    r = m.int(1, 3)
    m.layer(
        "PixelShuffle",
        [m.random((r * r * m.int(1, 3),) + m.shape(2, 1, 5))],
        {0: r, 1: m.int(0, 1)},
    )


@layer("Reorg")
def reorg(m):
    r = m.int(1, 3)
    m.layer(
        "Reorg", [m.random((m.int(1, 4), r * m.int(1, 4), r * m.int(1, 4)))], {0: r, 1: m.int(0, 1)}
    )


@layer("Interp")
def interp(m):
    shape = m.any_shape((1, 2, 3), 1, 8)
    params = {0: m.int(1, 3), 6: m.int(0, 1)}
    how = m.int(0, 3)
    out = (m.int(1, 12), m.int(1, 12))
    if params[6] and (out[0] == 1 or out[1] == 1):
        out = (out[0] + 1, out[1] + 1)
    if params[0] == 3:
        shape = shape[:-2] + tuple(max(n, 4) for n in shape[-2:])
    if how == 0 and len(shape) > 1:
        scales = (0.5, 0.3, 1.5, 1.7, 2.0, 3.0)
        params.update({1: m.pick(*scales), 2: m.pick(*scales)})
        m.layer("Interp", [m.random(tuple(m.int(4, 17) for _ in shape))], params)
        return
    if how == 1 and len(shape) == 3:
        params.update({5: 1} if m.chance(0.7) else {5: 1, 1: 0.5, 2: 0.5})
        shape = tuple(max(n, 4) for n in shape)
        m.layer("Interp", [m.random(shape), m.random((1,) + out)], params)
        return
    if how == 2 and len(shape) == 3:
        params[9] = m.pick("*(0w,2),*(0h,2)", "+(0w,3),+(0h,1)", "7,*(0h,2)")
        m.layer("Interp", [m.random(tuple(max(n, 2) for n in shape))], params)
        return
    params.update({3: out[0], 4: out[1]})
    m.layer("Interp", [m.random(shape)], params)


@layer("Cast")
def cast(m):
    # 1 float32, 2 float16, 4 bfloat16: there and back, since blobs outside are float32. To bfloat16
    # only what it holds exactly: the wheel rounds, where the ncnn that the evaluation follows cuts
    # off.
    half = m.pick(2, 4)
    a = m.contents(m.any_shape())
    if half == 4:
        a = (a.view(np.uint32) & 0xFFFF0000).view(np.float32)
    b = m.layer("Cast", [m.input(a)], {0: 1, 1: half})
    m.layer("Cast", [b], {0: half, 1: 1})


@layer("Packing")
def packing(m):
    m.layer("Packing", [m.random(m.any_shape())], with_optional(m, {0: 1, 1: m.int(0, 1)}))


@layer("Diag")
def diag(m):
    shape = m.any_shape((1, 2))
    lo, hi = (-4, 4) if len(shape) == 1 else (1 - shape[0], shape[1] - 1)
    m.layer("Diag", [m.random(shape)], {0: m.int(lo, hi)})


@layer("CopyTo")
def copy_to(m):
    shape = m.any_shape(lo=2, hi=7)
    part = tuple(m.int(1, n) for n in shape)
    starts = [m.int(0, n - p) for n, p in zip(shape, part)]
    if m.chance(0.5):
        params = {OFFSETS[name]: s for name, s in zip(NAMES[len(shape)], starts)}
    else:
        params = {9: [s - n if s and m.chance(0.2) else s for s, n in zip(starts, shape)]}
        if m.chance(0.5):
            params[11] = list(range(len(shape)))
    m.layer("CopyTo", [m.random(shape), m.random(part)], params)


@layer("GridSample")
def grid_sample(m):
    # Sizes of 3 and more keep the samples of a bicubic kernel within one reflection, where x86
    # kernels agree with ncnn's plain source.
    shape = m.any_shape((3, 4), 3, 6)
    spatial = len(shape) - 1
    params = {0: m.int(1, 3 if spatial == 2 else 2), 1: m.int(1, 3), 2: m.int(0, 1), 3: m.int(0, 1)}
    out = m.shape(spatial, 1, 6)
    grid = (spatial,) + out if params[3] else out + (spatial,)
    m.layer("GridSample", [m.random(shape), m.random(grid, -1.3, 1.3)], params)
