# SPDX-License-Identifier: Apache-2.0
"""Operators that move elements, and resize, for test_operators.py."""

import numpy as np
from onnx.reference.ops import op_resize

from operator_cases import ANY, FLOATS, Case, Skip, is_float, operator, vector


@operator("transpose")
def transpose(d):
    s = d.shape(1)
    perm = [int(k) for k in d.rng.permutation(len(s))]
    return Case("Transpose", "transpose", [d.data(s, d.pick(*ANY))], {"perm": perm}, {"perm": perm})


@operator("concat")
def concat(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    t = d.pick(*ANY)
    parts = [d.data(s[:axis] + [d.int(0, 3)] + s[axis + 1 :], t) for _ in range(d.int(1, 4))]
    return Case("Concat", "concat", parts, {"axis": given}, {"axis": axis})


@operator("split")
def split(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    sizes = [d.int(0 if d.chance(0.2) else 1, 3) for _ in range(d.int(1, 4))]
    s[axis] = sum(sizes)
    c = Case(
        "Split", "split", [d.data(s, d.pick(*ANY))], {"axis": given}, {"axis": axis, "sizes": sizes}
    )
    c.constants, c.n_out = [np.asarray(sizes, np.int64)], len(sizes)
    return c


@operator("squeeze")
def squeeze(d):
    s = d.shape(1)
    given, axes = d.axes(len(s), 0.4)
    for k in axes:
        s[k] = 1
    c = Case("Squeeze", "squeeze", [d.data(s, d.pick(*ANY))], None, {"axes": axes})
    if not axes:
        raise Skip
    c.constants = [vector(given)]
    return c


@operator("unsqueeze")
def unsqueeze(d):
    s = d.shape(0, 5)
    rank = len(s) + d.int(1, 3)
    axes = sorted(int(k) for k in d.rng.choice(rank, rank - len(s), replace=False))
    c = Case("Unsqueeze", "unsqueeze", [d.data(s, d.pick(*ANY))], None, {"axes": axes})
    c.constants = [np.asarray([k - rank if d.chance(0.4) else k for k in axes], np.int64)]
    return c


@operator("reshape")
def reshape(d):
    s = d.shape()
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
    c = Case("Reshape", "reshape", [d.data(s, d.pick(*ANY))], None, {"shape": new})
    c.constants = [np.asarray(new, np.int64)]
    return c


@operator("tile")
def tile(d):
    s = d.shape()
    repeats = [d.pick(1, 1, 2, 3) if len(s) < 6 else d.int(1, 2) for _ in s]
    c = Case("Tile", "tile", [d.data(s, d.pick(*ANY))], None, {"repeats": repeats})
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
    c = Case("Slice", "slice", [d.data(s, d.pick(*ANY))], None, p)
    c.constants = [np.asarray(v, np.int64) for v in (starts, ends, axes, steps)]
    return c


@operator("pad")
def pad(d):
    s, t = d.shape(1), d.pick(*ANY)
    if 0 in s:
        raise Skip
    mode = d.pick("constant", "reflect", "edge", "wrap")
    most = 2 if len(s) < 6 else 1
    if mode == "constant":
        pads = [[d.int(-(n // 2), most) for n in s] for _ in "12"]
    else:
        pads = [[d.int(0, min(most, n - 1)) for n in s] for _ in "12"]
    params = {"pads": pads[0] + pads[1], "mode": mode}
    value = d.array([], np.float32, -2, 2).astype(t)  # what a param holds
    if mode == "constant" and d.chance(0.7):
        if not is_float(t) and value.dtype != np.bool_:
            value = np.asarray(int(value) % 100).astype(t)
        params["value"] = float(value)
    c = Case("Pad", "pad", [d.data(s, t)], {"mode": mode}, params)
    c.constants = [vector(params["pads"])] + ([value] if "value" in params else [])
    return c


@operator("expand")
def expand(d):
    whole = d.shape()
    s, to = d.operand(whole), d.operand(whole)
    c = Case("Expand", "expand", [d.data(s, d.pick(*ANY))], None, {"shape": to})
    c.constants = [vector(to)]
    return c


def blocks(onnx, ours):
    @operator(ours)
    def make(d):
        n, s = d.int(1, 3), [d.int(1, 2)] + [d.int(1, 3) for _ in "chw"]
        p = {"blocksize": n}
        if onnx == "DepthToSpace":
            s[1] *= n * n
            if d.chance(0.7):
                p["mode"] = d.pick("DCR", "CRD")
        else:
            s[2:] = [s[2] * n, s[3] * n]
        return Case(onnx, ours, [d.data(s, d.pick(*ANY))], p, p)


blocks("DepthToSpace", "depth_to_space")
blocks("SpaceToDepth", "space_to_depth")


def places(*args, of=op_resize._compute_x_ori):
    """onnx.reference adds to a position before it looks for pixels, not before it weighs them: one
    right behind a pixel becomes that pixel there, and gets the weights of others."""
    x, outside = of(*args)
    return np.where((x + 2) % 1 == 0, np.round(x), x), outside


op_resize._compute_x_ori = places

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
    s = d.shape(1, 8, 6)
    if 0 in s:
        raise Skip
    mode = d.pick("nearest", "linear", "cubic")
    small = [v for v in ANY if v not in (np.int64, np.uint64)]  # that its doubles hold
    t = d.pick(*small) if mode == "nearest" else d.pick(*FLOATS)
    axes = [k for k in range(len(s)) if d.chance(0.6 if len(s) < 6 else 0.2)] or [0]
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
        # of a size of 1 onnx.reference has the pixel before the border, not on it
        if way == "pytorch_half_pixel" and 1 in sizes:
            raise Skip
        fixed = ("align_corners", "tf_crop_and_resize", "pytorch_half_pixel")
        if d.chance(0.3) and way not in fixed:
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


@operator("fold")
def fold(d):
    nd, c, t = d.pick(1, 2, 2, 3), d.int(1, 3), d.type("Col2Im", but=(np.bool_,))
    image, kernel, strides, dilations = (
        [d.int(lo, hi) for _ in range(nd)] for lo, hi in ((1, 6), (1, 3), (1, 3), (1, 3))
    )
    pads = [[d.int(0, 2) for _ in range(nd)] for _ in "12"]
    blocks = [
        (n + b + e - f * (k - 1) - 1) // s + 1
        for n, b, e, f, k, s in zip(image, *pads, dilations, kernel, strides)
    ]
    if min(blocks) < 1:
        raise Skip
    images = [d.int(1, 3) for _ in range(d.pick(0, 1, 1, 1, 2))]
    x = d.array(images + [c * int(np.prod(kernel)), int(np.prod(blocks))], t)
    attributes = {"strides": strides, "dilations": dilations, "pads": pads[0] + pads[1]}
    params = {
        "kernel": kernel,
        "stride": strides,
        "dilation": dilations,
        "pad_begin": pads[0],
        "pad_end": pads[1],
        "output_size": image,
        "axis": len(images),
    }
    case = Case("Col2Im", "fold", [x], attributes, params)
    case.onnx_inputs = [x.reshape((-1,) + x.shape[-2:]), vector(image), vector(kernel)]
    case.of_onnx = lambda results: [np.reshape(a, images + [c] + image) for a in results]
    return case


@operator("grid_sample")
def grid_sample(d):
    t, n, corners = d.pick(*FLOATS), d.pick(2, 2, 2, 3, 1), d.int(0, 1)
    how = dict(
        mode=d.pick("linear", "nearest", "cubic"),
        padding_mode=d.pick("zeros", "border", "reflection"),
    )
    if how["mode"] == "cubic" and how["padding_mode"] == "border" and n != 2:
        raise Skip  # onnx.reference moves positions to the border, ONNX Runtime the pixels
    # A reflection between one pixel and itself is no number in onnx.reference.
    least = 1 + (how["padding_mode"] == "reflection")
    s = [d.int(1, 2), d.int(1, 3)] + [d.int(least, 4) for _ in range(n)]
    shape = s[:1] + [d.int(1, 4) for _ in range(n)] + [n]
    # Of eighths: positions between two pixels are exact on both sides.
    grid = (d.rng.integers(-32, 32, shape, endpoint=True) / 8).astype(t)
    attributes, params = dict(how, align_corners=corners), dict(how, align_corners=bool(corners))
    return Case("GridSample", "grid_sample", [d.array(s, t), grid], attributes, params, 22)
