# SPDX-License-Identifier: Apache-2.0
"""Whole layers for test_operators.py: attention, recurrent layers, poolings and the like."""

import numpy as np

from operators_case import Case, FLOATS, operator, OPERATORS, Skip, window


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


@operator("lp_normalization")
def lp_normalization(d):
    s, p = d.shape(1), d.int(1, 2)
    given, axis = d.axis(len(s))
    return Case(
        "LpNormalization",
        "lp_normalization",
        [d.array(s, d.pick(*FLOATS))],
        {"axis": given, "p": p},
        {"axis": axis, "p": p},
    )


@operator("mean_variance_normalization")
def mean_variance_normalization(d):
    t, s = d.pick(*FLOATS), [d.int(1, 3), d.int(1, 3), d.int(2, 4), d.int(2, 4)]
    axes = sorted(int(k) for k in d.rng.choice(4, d.int(1, 4), replace=False))
    if np.prod([s[k] for k in axes]) < 4:
        raise Skip  # the variance from squares, there, loses too much
    given = {} if d.chance(0.3) else {"axes": axes}
    return Case(
        "MeanVarianceNormalization", "mean_variance_normalization", [d.array(s, t)], given, given
    )


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
for onnx_name, our_name in (
    ("GlobalMaxPool", "global_max_pool"),
    ("GlobalAveragePool", "global_average_pool"),
):

    def make_global(d, onnx=onnx_name, ours=our_name):
        s = [d.int(1, 3), d.int(1, 3)] + [d.int(1, 4) for _ in range(d.int(1, 3))]
        return Case(onnx, ours, [d.array(s, d.pick(*FLOATS))], None, {"nd": len(s) - 2})

    OPERATORS[our_name] = make_global
