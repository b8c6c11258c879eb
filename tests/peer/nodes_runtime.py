# SPDX-License-Identifier: Apache-2.0
"""Cases of test_onnx_nodes.py of the domain com.microsoft: attention, quantized numbers and
embeddings."""

import numpy as np

from node_cases import F32, Case, operator, some

U8, I8, I32, I64 = np.uint8, np.int8, np.int32, np.int64


def scalar(v, t=F32):
    return np.asarray(v, t)


# ---- attention -----------------------------------------------------------------------------------


def key_mask(d, batch, keys):
    """Of counts of keys, or of keys by themselves; not all of an image are hidden."""
    if d.chance(0.5):
        return np.asarray([d.int(1, keys) for _ in range(batch)], I32)
    mask = np.asarray(d.rng.integers(0, 2, (batch, keys)), I32)
    mask[:, 0] = 1
    return mask


@operator
def projected_attention(d):
    batch, rows, heads, width = d.int(1, 3), d.int(1, 5), d.int(1, 3), d.int(1, 4)
    n = d.int(2, 6)
    own = d.chance(0.3)
    out = d.int(1, 4) if own else width
    columns = heads * (2 * width + out)
    x, w, b = (d.array(s, F32, -1, 1) for s in ([batch, rows, n], [n, columns], [columns]))
    attributes = {"num_heads": heads}
    past = d.int(1, 3) if not own and d.chance(0.4) else 0
    inputs = [x, w, b, None, None, None]
    if own:
        attributes["qkv_hidden_sizes"] = [heads * width, heads * width, heads * out]
    if d.chance(0.3):
        attributes["scale"] = 0.5
    kind = d.int(0, 3)
    if past:
        inputs[4] = d.array([2, batch, heads, past, width], F32, -1, 1)
    elif kind == 1:
        inputs[3] = key_mask(d, batch, rows)
    elif kind == 2:
        inputs[5] = d.array([batch, heads, rows, rows], F32, -1, 1)
    if kind == 3:
        attributes["unidirectional"] = 1
    while inputs[-1] is None:
        inputs.pop()
    return Case("Attention", inputs, attributes, ["y", "next"] if past else ["y"], constants=(1, 2))


@operator
def multi_head_attention(d):
    batch, rows, keys, heads, width = (
        d.int(1, 3),
        d.int(1, 5),
        d.int(1, 5),
        d.int(1, 3),
        d.int(1, 4),
    )
    past = d.int(1, 3) if d.chance(0.3) else 0
    if past:
        keys = rows
    q = d.array([batch, rows, heads * width], F32, -1, 1)
    k, v = (d.array([batch, keys, heads * width], F32, -1, 1) for _ in range(2))
    attributes, inputs = {"num_heads": heads}, [q, k, v] + [None] * 5
    kind = d.int(0, 3)
    if past:
        for i in (6, 7):
            inputs[i] = d.array([batch, heads, past, width], F32, -1, 1)
        attributes["unidirectional"] = d.int(0, 1)
    elif kind == 0:
        inputs[3] = d.array([3 * heads * width], F32, -1, 1)
    elif kind == 1:
        inputs[4] = key_mask(d, batch, keys)
    elif kind == 2:
        inputs[5] = d.array([batch, heads, rows, keys], F32, -1, 1)
    else:
        inputs[1:3] = (d.array([batch, heads, keys, width], F32, -1, 1) for _ in range(2))
    if d.chance(0.3):
        attributes["scale"] = 0.5
    while inputs[-1] is None:
        inputs.pop()
    return Case(
        "MultiHeadAttention", inputs, attributes, ["y", "keys", "values"] if past else ["y"]
    )


@operator
def group_query_attention(d):
    """A prompt, of which an image may have fewer rows, or a row behind a past, of which an image
    may have less. What is behind is of no meaning."""
    batch, groups, width = d.int(1, 2), d.int(1, 2), d.pick(8, 16)
    heads, past = groups * d.int(1, 3), d.pick(0, d.int(2, 6))
    rows = 1 if past else d.int(2, 5)
    most = past + rows
    lasts = [d.int(0, most - 1) for _ in range(batch)]
    lasts[0] = most - 1
    turns = width == 16 and d.chance(0.5)
    q, k, v = (d.array([batch, rows, n * width], F32, -1, 1) for n in (heads, groups, groups))
    pasts = [d.array([batch, groups, past, width], F32) if past else None for _ in range(2)]
    attributes = {"num_heads": heads, "kv_num_heads": groups}
    tables = []
    if turns:
        angles = d.array([16, width // 2], F32)
        tables = [np.cos(angles), np.sin(angles)]
        attributes.update(do_rotary=1, rotary_interleaved=d.int(0, 1))
    if d.chance(0.3):
        attributes["local_window_size"] = d.int(1, 4)
    if d.chance(0.3):
        attributes["softcap"] = 0.5
    if d.chance(0.3):
        attributes["scale"] = 0.5
    if d.chance(0.3):
        q, k, v = np.concatenate([q, k, v], 2), None, None
    here = np.arange(rows) < (np.asarray(lasts)[:, None] + 1 if not past else rows)
    there = np.arange(most) <= np.asarray(lasts)[:, None]
    there = np.broadcast_to(there[:, None], [batch, groups, most])
    total = scalar(most, I32)
    return Case(
        "GroupQueryAttention",
        [q, k, v, *pasts, np.asarray(lasts, I32), total, *tables],
        attributes,
        ["y", "keys", "values"],
        constants=(5, 6),
        compared={"y": np.broadcast_to(here, [batch, rows]), "keys": there, "values": there},
    )


@operator
def embed_layer_normalization(d):
    batch, rows, width = d.int(1, 3), d.int(1, 5), d.int(2, 6)
    ids, kinds = (np.asarray(d.rng.integers(0, n, (batch, rows)), I32) for n in (7, 2))
    tables = [d.array([n, width], F32) for n in (7, 6, 2)]
    norm = [d.array([width], F32), d.array([width], F32)]
    mask = np.asarray(np.arange(rows) < d.int(1, rows), I32) * np.ones([batch, 1], I32)
    two = d.chance(0.6)
    inputs = [ids, kinds if two else None, *tables[:2], tables[2] if two else None, *norm]
    outputs = ["y", "counts"]
    inputs += [mask] if d.chance(0.6) else []
    known = [i for i in (0, 1, 7) if i < len(inputs) and inputs[i] is not None]
    return Case("EmbedLayerNormalization", inputs, {}, outputs, constants=known)


# ---- quantized numbers ---------------------------------------------------------------------------


def scaled(d, t, of=(0.02, 0.05, 0.3)):
    return [scalar(d.pick(*of)), scalar(d.int(-3, 3) if t == I8 else d.int(90, 140), t)]


def whole(d, shape, t):
    return np.asarray(d.rng.integers(np.iinfo(t).min, np.iinfo(t).max + 1, shape), t)


@operator
def matmul_nbits(d):
    bits, block = d.pick(4, 8), d.pick(16, 32)
    rows, columns = d.int(1, 80), d.int(1, 6)
    blocks = -(-rows // block)
    packed = whole(d, [columns, blocks, block * bits // 8], U8)
    inputs = [d.array([2, 3, rows], F32, -1, 1), packed, d.array([columns, blocks], F32, 0.1, 1)]
    if d.chance(0.5):
        inputs.append(whole(d, [columns, -(-blocks * bits // 8)], U8))
    sizes = dict(K=rows, N=columns, bits=bits, block_size=block)
    return Case("MatMulNBits", inputs, sizes, constants=range(1, len(inputs)))


@operator
def qlinear_add(d):
    t, s = d.pick(U8, I8), [d.int(1, 3), d.int(1, 4)]
    inputs = [whole(d, s, t), *scaled(d, t), whole(d, s[1:], t), *scaled(d, t), *scaled(d, t)]
    return Case("QLinearAdd", inputs)


@operator
def qlinear_where(d):
    t, s = d.pick(U8, I8), [d.int(1, 3), d.int(1, 4)]
    inputs = [d.array(d.pick(s, s[1:]), np.bool_), whole(d, s, t), *scaled(d, t)]
    inputs += [whole(d, s[1:], t), *scaled(d, t), *scaled(d, t)]
    return Case("QLinearWhere", inputs, constants=[2, 3, 5, 6, 7, 8])


@operator
def q_attention(d):
    batch, rows, heads, width, n = d.int(1, 3), d.int(1, 5), d.int(1, 3), d.int(1, 4), d.int(2, 6)
    columns = 3 * heads * width
    x, w, b = whole(d, [batch, rows, n], U8), weights(d, [n, columns]), d.array([columns], F32)
    (x_scale, x_zero), (w_scale, w_zero) = scaled(d, U8), scaled(d, I8)
    past = d.int(1, 3) if d.chance(0.3) else 0
    inputs = [x, w, b, x_scale, w_scale, None, x_zero, w_zero, None]
    attributes = {"num_heads": heads}
    if past:
        inputs[8] = d.array([2, batch, heads, past, width], F32, -1, 1)
    elif d.chance(0.4):
        inputs[5] = key_mask(d, batch, rows)
    elif d.chance(0.5):
        attributes["unidirectional"] = 1
    while inputs[-1] is None:
        inputs.pop()
    known = [1, 2, 3, 4, 6, 7]
    return Case("QAttention", inputs, attributes, ["y", "next"] if past else ["y"], constants=known)


@operator
def q_embed_layer_normalization(d):
    batch, rows, width, two = d.int(1, 3), d.int(1, 5), d.int(2, 6), d.chance(0.6)
    ids, kinds = (np.asarray(d.rng.integers(0, n, (batch, rows)), I32) for n in (7, 2))
    t = d.pick(U8, I8)
    shapes = [[7, width], [6, width], [2, width], [width], [width]]
    pairs = [scaled(d, t) for _ in shapes]
    tables, scales, zeros = [whole(d, s, t) for s in shapes], *map(list, zip(*pairs))
    if not two:
        kinds = tables[2] = scales[2] = zeros[2] = None
    mask = np.asarray(np.arange(rows) < d.int(1, rows), I32) * np.ones([batch, 1], I32)
    inputs = [ids, kinds, *tables, some(d, mask), *scales, *zeros]
    known = [i for i, a in enumerate(inputs) if a is not None]
    return Case("QEmbedLayerNormalization", inputs, {}, ["y", "counts"], constants=known)


@operator
def qlinear_mul(d):
    t, s = d.pick(U8, I8), [d.int(1, 3), d.int(1, 4)]
    return Case(
        "QLinearMul", [whole(d, s, t), *scaled(d, t), whole(d, s, t), *scaled(d, t), *scaled(d, t)]
    )


@operator
def qlinear_sigmoid(d):
    t = d.pick(U8, I8)
    inputs = [whole(d, [2, 5], t), *scaled(d, t), *scaled(d, t, (1 / 256,))]
    return Case("QLinearSigmoid", inputs, constants=range(1, 5))


@operator
def qlinear_leaky_relu(d):
    t = d.pick(U8, I8)
    inputs = [whole(d, [2, 5], t), *scaled(d, t), *scaled(d, t)]
    return Case("QLinearLeakyRelu", inputs, {"alpha": 0.25}, constants=range(1, 5))


@operator
def qlinear_average_pool(d):
    t = d.pick(U8, I8)
    inputs = [whole(d, [d.int(1, 2), 2, 6, 5], t), *scaled(d, t), *scaled(d, t)]
    attributes = {"kernel_shape": [2, 3], "strides": [d.int(1, 2), 1]}
    if d.chance(0.5):
        attributes.update(pads=[1, 1, 0, 1], count_include_pad=d.int(0, 1))
    return Case("QLinearAveragePool", inputs, attributes, constants=range(1, 5))


@operator
def qlinear_global_average_pool(d):
    t = d.pick(U8, I8)
    inputs = [whole(d, [2, 3, 4, 5], t), *scaled(d, t), *scaled(d, t)]
    return Case("QLinearGlobalAveragePool", inputs, constants=range(1, 5))


@operator
def qlinear_concat(d):
    t, n = d.pick(U8, I8), d.int(1, 3)
    inputs = scaled(d, t)
    for _ in range(n):
        inputs += [whole(d, [2, d.int(1, 4)], t), *scaled(d, t)]
    known = [i for i in range(len(inputs)) if i < 2 or i % 3 != 2]
    return Case("QLinearConcat", inputs, {"axis": 1}, constants=known)


def columns(d, n, t):
    """Scale and zero point: numbers, or, now and then, one for each column."""
    if d.chance(0.5):
        return scaled(d, t)
    scales = np.asarray([d.pick(0.5, 0.25, 1.0) for _ in range(n)], F32)
    return [scales, np.asarray([d.int(0, 5) for _ in range(n)], t)]


def weights(d, shape):
    """Of 7 bits: without VNNI, ONNX Runtime adds two products up in 16 bits, which saturate."""
    return np.asarray(d.rng.integers(-64, 64, shape), I8)


@operator
def qgemm(d):
    t, rows, inner, n = d.pick(U8, I8), d.int(1, 4), d.int(1, 6), d.int(1, 5)
    turned_a, turned_b = d.int(0, 1), d.int(0, 1)
    a = whole(d, [inner, rows] if turned_a else [rows, inner], t)
    b = weights(d, [n, inner] if turned_b else [inner, n])
    plus = np.asarray(d.rng.integers(-999, 999, [n]), I32) if d.chance(0.7) else None
    inputs = [a, *scaled(d, t), b, *columns(d, n, I8), plus]
    inputs += scaled(d, t, (64.0,)) if d.chance(0.7) else []
    while inputs[-1] is None:
        inputs.pop()
    attributes = {"alpha": d.pick(1.0, 0.5), "transA": turned_a, "transB": turned_b}
    known = [i for i in range(1, len(inputs)) if inputs[i] is not None]
    return Case("QGemm", inputs, attributes, constants=known)


@operator
def matmul_integer_to_float(d):
    t, inner, n = d.pick(U8, I8), d.int(1, 6), d.int(1, 5)
    (a_scale, a_zero), (b_scale, b_zero) = scaled(d, t), columns(d, n, I8)
    inputs = [whole(d, [d.int(1, 3), d.int(1, 4), inner], t), weights(d, [inner, n])]
    inputs += [a_scale, b_scale, a_zero, b_zero]
    inputs += [d.array([n], F32, -1, 1)] if d.chance(0.5) else []
    return Case("MatMulIntegerToFloat", inputs, constants=range(1, len(inputs)))


@operator
def dynamic_quantize_matmul(d):
    inner, n = d.int(1, 6), d.int(1, 5)
    inputs = [d.array([d.int(1, 3), d.int(1, 4), inner], F32, -1, 2), weights(d, [inner, n])]
    inputs += columns(d, n, I8) + ([d.array([n], F32, -1, 1)] if d.chance(0.5) else [])
    return Case("DynamicQuantizeMatMul", inputs, constants=range(1, len(inputs)))


@operator
def qlinear_softmax(d):
    t = d.pick(U8, I8)
    inputs = [whole(d, [2, 3, 5], t), *scaled(d, t), *scaled(d, t, (1 / 256,))]
    return Case("QLinearSoftmax", inputs, {"axis": -1, "opset": 13}, constants=range(1, 5))


@operator
def quantize(d):
    return Case("QuantizeLinear", [d.array([2, 5], F32), *scaled(d, d.pick(U8, I8))])


@operator
def dequantize(d):
    t = d.pick(U8, I8)
    return Case("DequantizeLinear", [whole(d, [2, 5], t), *scaled(d, t)])
