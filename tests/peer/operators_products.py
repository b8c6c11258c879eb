# SPDX-License-Identifier: Apache-2.0
"""Products, convolutions, attention and recurrent operators, for test_operators.py."""

import functools

import numpy as np

from operator_cases import FLOATS, OPERATORS, Case, Skip, Text, is_float, is_half, operator


@operator("matmul")
def matmul(d):
    t = d.type("MatMul")
    m, k, n = (d.int(0 if d.chance(0.05) else 1, 4) for _ in "mkn")
    batch = d.shape(0, 6, 3)
    a, b = d.operand(batch) + [m, k], d.operand(batch) + [k, n]
    if d.chance(0.15):
        a = [k]
    if d.chance(0.15):
        b = [k]
    return Case("MatMul", "matmul", [d.data(a, t), d.data(b, t)])


@operator("det")
def det(d):
    n = d.int(0 if d.chance(0.05) else 1, 4)
    x = d.array(d.shape(0, 5, 3) + [n, n], d.pick(np.float32, np.float64))
    return Case("Det", "det", [np.round(x)])  # nothing that cancels out is rounded


@operator("gemm")
def gemm(d):
    t = d.type("Gemm")
    m, k, n, ta, tb = d.int(1, 4), d.int(1, 4), d.int(1, 4), d.int(0, 1), d.int(0, 1)
    alpha, beta = (float(np.float32(v)) for v in d.rng.uniform(-2, 2, 2))
    if not is_float(t):
        alpha, beta = 1.0, 1.0
    inputs = [d.array([k, m] if ta else [m, k], t), d.array([n, k] if tb else [k, n], t)]
    if d.chance(0.6):
        inputs.append(d.array(d.operand([m, n]), t))
    if not is_float(t):  # onnx.reference multiplies with alpha in double
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
    letters = "abcdefgh"[: d.int(1, 8 if d.chance(0.2) else 5)]
    size = {c: d.int(0 if d.chance(0.01) else 1, 2 if len(letters) > 5 else 3) for c in letters}
    terms = []
    for _ in range(d.int(1, 3)):
        n = d.int(0 if terms else 1, len(letters))
        terms.append("".join(letters[int(k)] for k in d.rng.permutation(len(letters))[:n]))
    used = sorted(set("".join(terms)))
    out = "".join(used[int(k)] for k in d.rng.permutation(len(used))[: d.int(0, len(used))])
    equation = ",".join(terms) + ("->" + out if d.chance(0.7) else "")
    t = d.type("Einsum")
    draw = d.data if len(terms) == 1 else d.array  # where infinities meet, the order counts
    inputs = [draw([size[c] for c in term], t) for term in terms]
    return Case("Einsum", "einsum", inputs, {"equation": equation}, {"equation": Text(equation)})


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
    attributes = {"strides": strides, "dilations": dilations, "group": group}
    params = {"nd": nd, "stride": strides, "dilation": dilations, "group": group, "axis": 1}
    how = d.pick("NOTSET", "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER")
    if how == "NOTSET":
        attributes["pads"] = pads[0] + pads[1]
        params["pad_begin"], params["pad_end"] = pads
    else:
        attributes["auto_pad"] = how
        if how != "VALID":
            params["pad_mode"] = how.lower()
    return Case("Conv", "conv", inputs, attributes, params)


@operator("conv_transpose")
def deconv(d):
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
    x, w = d.array([d.int(1, 2), group * icg] + sizes, t), d.array([group * icg, ocg] + kernel, t)
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
    how = d.pick("pads", "pads", "size", "stride")
    begin, to = pads[0], [n - b - e for n, b, e in zip(full, *pads)]
    if how != "pads":
        for key in ("pad_begin", "pad_end"):
            del params[key]
        del attributes["pads"]
        mode = d.pick("SAME_UPPER", "SAME_LOWER", *["NOTSET"] * (how == "size"))
        to = [d.int(1, n) if how == "size" else k * a for n, k, a in zip(full, sizes, strides)]
        if any(a > b for a, b in zip(to, full)):
            raise Skip
        surplus = [b - a for a, b in zip(to, full)]
        if how == "size":
            attributes["output_shape"] = params["output_size"] = to
        if mode != "NOTSET":
            attributes["auto_pad"], params["pad_mode"] = mode, mode.lower()
        else:  # what ONNX makes of the size, which onnx.reference takes only for SAME_*
            attributes["pads"] = [v - v // 2 for v in surplus] + [v // 2 for v in surplus]
        begin = [v // 2 if mode == "SAME_UPPER" else v - v // 2 for v in surplus]
    c = Case(
        "ConvTranspose",
        "conv_transpose",
        [x, np.ascontiguousarray(swapped)] + bias,
        attributes,
        params,
    )
    c.onnx_inputs = [x, w] + bias
    if group > 1 or any(m >= a for m, a in zip(more, strides)):  # onnx.reference has gaps there
        c.numpy = functools.partial(spread_and_cut, strides, dilations, begin, to, group)
    return c


def spread_and_cut(strides, dilations, begin, to, group, x, w, bias=None):
    """conv_transpose: what each element adds to the window it belongs to, within the result."""
    y, icg, ocg = np.zeros(x.shape[:1] + w.shape[:1] + tuple(to)), w.shape[1], w.shape[0] // group
    for tap in np.ndindex(*w.shape[2:]):
        for at in np.ndindex(*x.shape[2:]):
            place = np.multiply(at, strides) + np.multiply(tap, dilations) - begin
            if np.any(place < 0) or np.any(place >= to):
                continue
            for g in range(group):
                rows, read = slice(g * ocg, (g + 1) * ocg), slice(g * icg, (g + 1) * icg)
                added = x[(slice(None), read) + at] @ w[(rows, slice(None)) + tap].T
                y[(slice(None), rows) + tuple(place)] += added
    y += 0 if bias is None else bias.reshape((-1,) + (1,) * len(to))
    return y.astype(x.dtype)


@operator("rotary_embedding")
def rotary_embedding(d):
    n, heads, rows, width, t = (
        d.int(1, 2),
        d.int(1, 3),
        d.int(1, 4),
        2 * d.int(1, 4),
        d.pick(*FLOATS),
    )
    turned = d.pick(0, 2 * d.int(1, width // 2))
    pairs = (turned or width) // 2
    inputs = [d.array([n, heads, rows, width], t)] + [d.array([n, rows, pairs], t) for _ in "12"]
    p = {"interleaved": d.int(0, 1), "rotary_embedding_dim": turned}
    return Case(
        "RotaryEmbedding",
        "rotary_embedding",
        inputs,
        p,
        dict(p, interleaved=bool(p["interleaved"])),
        23,
    )


@operator("attention")
def attention(d):
    groups, per, src, cur, width, out = (
        d.int(1, 2),
        d.int(1, 2),
        d.int(1, 4),
        d.int(1, 4),
        d.int(1, 4),
        d.int(1, 4),
    )
    n, heads, t = d.int(1, 2), groups * per, d.pick(*FLOATS)
    inputs = [
        d.array([n, heads, src, width], t),
        d.array([n, groups, cur, width], t),
        d.array([n, groups, cur, out], t),
    ]
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
        r, b = d.array([dirs, n_gates * hidden, hidden], t, -1, 1), d.array(
            [dirs, 2 * n_gates * hidden], t, -1, 1
        )
        if t == np.float16:  # a sum of biases would be rounded
            b[:, n_gates * hidden :] = 0
        h0, c0 = (d.array([dirs, n, hidden], t) for _ in "12")
        attributes, params = {"hidden_size": hidden, "direction": way}, {
            "num_output": hidden,
            "direction": way,
        }
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
        states = [h0 if has_state else None] + (
            [c0 if has_state else None] if ours == "lstm" else []
        )
        wb, rb = (
            gates(half, order, n_gates).reshape(dirs, n_gates, hidden) for half in np.split(b, 2, 1)
        )
        bias = rows(wb.astype(np.float64), rb.astype(np.float64)).astype(t)
        more = [None] if ours == "lstm" else []
        inputs = (
            [x, gates(w, order, n_gates), bias, gates(r, order, n_gates)] + more + states + [lens]
        )
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


@operator("deform_conv")
def deform_conv(d):
    group, offset_group, nd = d.pick(1, 1, 2, 3), d.pick(1, 1, 2, 3), d.pick(1, 2, 2, 2, 3)
    kernel, strides, dilations, pads, sizes = window(d, nd)
    n, t = d.int(1, 3), d.type("DeformConv")
    ic, oc = group * offset_group * d.int(1, 2), group * d.int(1, 2)
    out = [
        (n + b + e - (k - 1) * f - 1) // s + 1
        for n, b, e, k, f, s in zip(sizes, *pads, kernel, dilations, strides)
    ]
    taps = offset_group * int(np.prod(kernel))
    x, w = d.array([n, ic] + sizes, t), d.array([oc, ic // group] + kernel, t)
    offset = d.array([n, nd * taps] + out, t, -2, 2)
    mask = d.array([n, taps] + out, t, 0, 1) if d.chance(0.5) else None
    bias = d.array([oc], t) if d.chance(0.5) else None
    attributes = {
        "strides": strides,
        "dilations": dilations,
        "pads": pads[0] + pads[1],
        "group": group,
        "offset_group": offset_group,
    }
    params = {
        "nd": nd,
        "stride": strides,
        "dilation": dilations,
        "pad_begin": pads[0],
        "pad_end": pads[1],
        "group": group,
        "offset_group": offset_group,
        "axis": 1,
    }
    c = Case("DeformConv", "deform_conv", [x, offset, mask, w, bias], attributes, params)
    c.order = [0, 3, 1, 4, 2]
    if nd != 2 or 1 in sizes:  # onnx.reference has two axes, and divides by size - 1
        c.numpy = functools.partial(sample_and_add, strides, dilations, pads[0], offset_group)
    return c


def between(x, place):
    """An element of x, or a mean of those around the place; outside there are zeros."""
    total, low = 0, np.floor(place).astype(int)
    for corner in np.ndindex(*(2,) * x.ndim):
        at = low + corner
        if np.all(at >= 0) and np.all(at < x.shape):
            total += x[tuple(at)] * np.prod(np.where(corner, place - low, 1 - (place - low)))
    return total


def sample_and_add(strides, dilations, begin, offset_group, x, offset, mask, w, bias):
    """deform_conv along any number of axes."""
    nd, kernel, icg = x.ndim - 2, w.shape[2:], w.shape[1]
    n, out = x.shape[0], offset.shape[2:]
    offset = offset.reshape((n, offset_group, -1, nd) + out)
    mask = None if mask is None else mask.reshape((n, offset_group, -1) + out)
    y = np.zeros((n, w.shape[0]) + out)
    for image, c in np.ndindex(*x.shape[:2]):
        g, first = c * offset_group // x.shape[1], c // icg * (w.shape[0] * icg // x.shape[1])
        rows = slice(first, first + w.shape[0] * icg // x.shape[1])
        for k, tap in enumerate(np.ndindex(*kernel)):
            for at in np.ndindex(*out):
                base = np.multiply(at, strides) - begin + np.multiply(tap, dilations)
                v = between(x[image, c], base + offset[(image, g, k, slice(None)) + at])
                v *= 1 if mask is None else mask[(image, g, k) + at]
                y[(image, rows) + at] += v * w[(rows, c % icg) + tap]
    y += 0 if bias is None else bias.reshape((-1,) + (1,) * nd)
    return y.astype(x.dtype)
