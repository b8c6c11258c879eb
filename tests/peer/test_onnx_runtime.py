# SPDX-License-Identifier: Apache-2.0
"""Operators of ONNX Runtime's own (com.microsoft): one node on random inputs, in both. What is
quantized may differ by one step where a sum lies in the middle of two.
"""

import collections
import os

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import peer
from ncnn_peer import Ours, distance

BOUND = 1e-4
HALF_BOUND = 4e-3
rng = np.random.default_rng(1)
CASES = []


def f(*shape):
    return rng.uniform(-1, 1, shape).astype(np.float32)


def h(*shape):
    return f(*shape).astype(np.float16)


def u8(*shape):
    return rng.integers(0, 256, shape).astype(np.uint8)


def i8(*shape):
    return rng.integers(-128, 128, shape).astype(np.int8)


def ids(n, *shape):
    return rng.integers(0, n, shape).astype(np.int32)


def scale(v):
    return np.array(v, np.float32)


def case(op, inputs, outputs=1, domain="com.microsoft", known=(), **attributes):
    """inputs: arrays, or None where one is left out; known: those by place that are constants;
    outputs: how many, or which by place."""
    CASES.append((op, inputs, outputs, domain, known, attributes))


# ---- normalizations

for x in (f(2, 3, 8), h(2, 3, 8)):
    t = x.dtype
    g, b, bias = (f(8).astype(t) for _ in range(3))
    case("SkipLayerNormalization", [x, f(2, 3, 8).astype(t), g, b, bias], [0, 3], epsilon=1e-5)
    case("SkipLayerNormalization", [x, f(2, 3, 8).astype(t), g])
    case("SkipSimplifiedLayerNormalization", [x, f(2, 3, 8).astype(t), g, bias], [0, 3])
    case("SimplifiedLayerNormalization", [x, g], domain="", epsilon=1e-3, axis=-1)
case("SkipLayerNormalization", [f(2, 3, 8), f(3, 8), f(8), f(8)])
tables = [f(11, 8), f(6, 8), f(2, 8), f(8), f(8)]
words, kinds = ids(11, 2, 4), ids(2, 2, 4)
mask = np.array([[1, 1, 1, 0], [1, 1, 1, 1]], np.int32)
case("EmbedLayerNormalization", [words, kinds, *tables, mask], 2)
case("EmbedLayerNormalization", [words, None, *tables[:2], None, *tables[3:]], 2)
case("EmbedLayerNormalization", [words, kinds, *tables, mask, ids(6, 2, 4)], 3)

# ---- activations

case("FastGelu", [3 * f(2, 5), f(5)])
case("FastGelu", [3 * f(2, 5)])
case("BiasGelu", [3 * f(2, 5), f(5)])
case("Gelu", [3 * f(2, 5)])
case("QuickGelu", [3 * f(2, 5)])
case("QuickGelu", [3 * f(2, 5)], alpha=0.7)

# ---- products and convolutions

case("FusedMatMul", [f(2, 3, 4), f(2, 5, 4)], alpha=0.5, transB=1)
case("FusedMatMul", [f(4, 3), f(4, 5)], transA=1)
for act, numbers in (("Relu", None), ("Clip", [-0.5, 0.5]), ("LeakyRelu", [0.3]), ("Tanh", None),
                     ("HardSigmoid", [0.3, 0.4]), ("Sigmoid", None)):  # fmt: skip
    more = {"activation_params": numbers} if numbers else {}
    case("FusedConv", [f(1, 3, 6, 5), f(4, 3, 3, 3), f(4)], known=(1, 2), activation=act,
         pads=[1, 1, 1, 1], **more)  # fmt: skip
case("FusedConv", [f(1, 4, 5, 5), f(4, 1, 3, 3), f(4), f(1, 4, 3, 3)], known=(1, 2),
     activation="Relu", group=4)  # fmt: skip
for rows, columns, block in ((32, 5, 16), (40, 8, 32), (64, 3, 64)):
    blocks = -(-rows // block)
    packed, scales = u8(columns, blocks, block // 2), f(columns, blocks)
    zeros = u8(columns, (blocks + 1) // 2)
    a = f(2, 3, rows)
    sizes = dict(K=rows, N=columns, bits=4, block_size=block)
    case("MatMulNBits", [a, packed, scales], known=(1, 2), **sizes)
    case("MatMulNBits", [a, packed, scales, zeros], known=(1, 2, 3), **sizes)
case("MatMulNBits", [f(3, 32), u8(4, 2, 16), f(4, 2)], known=(1, 2), K=32, N=4, bits=8,
     block_size=16)  # fmt: skip

# ---- attention

x, w, b = f(2, 4, 8), f(8, 24), f(24)
lengths, raw = np.array([3, 4], np.int32), np.array([[1, 1, 0, 1], [1, 1, 1, 1]], np.int32)
case("Attention", [x, w, b], known=(1, 2), num_heads=2)
case("Attention", [x, w, b, lengths], known=(1, 2), num_heads=2)
case("Attention", [x, w, b, raw], known=(1, 2), num_heads=4, unidirectional=1, scale=0.3)
case("Attention", [x, w, b, None, f(2, 2, 2, 3, 4)], 2, known=(1, 2), num_heads=2)
case("Attention", [x, w, b, None, None, f(2, 2, 4, 4)], known=(1, 2), num_heads=2)
case("Attention", [x, f(8, 20), f(20), raw], known=(1, 2), num_heads=2,
     qkv_hidden_sizes=[8, 8, 4])  # fmt: skip
q, k, v = f(2, 3, 8), f(2, 5, 8), f(2, 5, 8)
seen = np.array([[1, 1, 0, 1, 1], [1, 1, 1, 1, 1]], np.int32)
case("MultiHeadAttention", [q, k, v], num_heads=2)
case("MultiHeadAttention", [q, k, v, f(24)], num_heads=4, scale=0.5)
case("MultiHeadAttention", [q, k, v, None, seen], num_heads=2)
case("MultiHeadAttention", [q, k, v, None, None, f(2, 2, 3, 5)], num_heads=2)
case("MultiHeadAttention", [q, f(2, 2, 5, 4), f(2, 2, 5, 4)], num_heads=2)
case("MultiHeadAttention", [q, q, q, None, None, None, f(2, 2, 4, 4), f(2, 2, 4, 4)], 3,
     num_heads=2, unidirectional=1)  # fmt: skip

# ---- quantized

for make, zero in ((u8, np.uint8(100)), (i8, np.int8(-3))):
    zero = np.array(zero)
    one = [scale(0.02), zero]
    case("QLinearAdd", [make(2, 5), *one, make(5), scale(0.05), zero, scale(0.06), zero])
    case("QLinearMul", [make(2, 5), *one, make(2, 5), scale(0.03), zero, scale(0.05), zero])
    case("QLinearSigmoid", [make(2, 5), *one, scale(1 / 256), zero], known=(1, 2, 3, 4))
    case("QLinearLeakyRelu", [make(2, 5), *one, scale(0.01), zero], known=(1, 2, 3, 4), alpha=0.2)
    case("QLinearAveragePool", [make(1, 2, 6, 6), *one, scale(0.02), zero], known=(1, 2, 3, 4),
         kernel_shape=[2, 3], strides=[2, 2])  # fmt: skip
    case("QLinearGlobalAveragePool", [make(2, 3, 4, 5), *one, scale(0.01), zero],
         known=(1, 2, 3, 4))  # fmt: skip
    case("QLinearConcat", [scale(0.03), zero, make(2, 3), *one, make(2, 4), scale(0.04), zero],
         known=(0, 1, 3, 4, 6, 7), axis=1)  # fmt: skip
    case("QuantizeLinear", [3 * f(2, 5), *one])
    case("DequantizeLinear", [make(2, 5), *one])


# ---- the test


def build(op, inputs, outputs, domain, known, attributes):
    named, feeds, initializers = [], {}, []
    for i, a in enumerate(inputs):
        name = "" if a is None else "x%d" % i
        named.append(name)
        if i in known:
            initializers.append(numpy_helper.from_array(a, name))
        elif a is not None:
            feeds[name] = a
    places = list(range(outputs)) if isinstance(outputs, int) else outputs
    given = ["y%d" % i if i in places else "" for i in range(max(places) + 1)]
    node = helper.make_node(op, named, given, domain=domain, **attributes)
    ins = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
        for n, a in feeds.items()
    ]
    outs = [helper.make_empty_tensor_value_info("y%d" % i) for i in places]
    model = helper.make_model(
        helper.make_graph([node], "g", ins, outs, initializers),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)],
        ir_version=8,
    )
    return model, feeds


def compare(theirs, got):
    if got.dtype != theirs.dtype:
        return "type %s, %s expected" % (got.dtype, theirs.dtype)
    if got.shape != theirs.shape:
        return "shape %s, %s expected" % (got.shape, theirs.shape)
    if theirs.dtype.kind in "iu":
        off = np.abs(got.astype(np.int64) - theirs.astype(np.int64)).max(initial=0)
        return "" if off <= (theirs.dtype.itemsize == 1) else "off by %d" % off
    d, why = distance(theirs, got)
    bound = HALF_BOUND if theirs.dtype == np.float16 else BOUND
    return "" if d <= bound else "off by %s %s" % (peer.size(d), why)


def main():
    args = peer.arguments(__doc__.splitlines()[0])
    folder = peer.folder()
    ours, passed, failed, refused = Ours(args.ref_run, folder), 0, 0, collections.Counter()
    onnxruntime.set_default_logger_severity(4)
    path = os.path.join(folder, "case.onnx")
    for number, (op, inputs, outputs, domain, known, attributes) in enumerate(CASES):
        if args.k not in op:
            continue
        model, feeds = build(op, inputs, outputs, domain, known, attributes)
        onnx.save(model, path)
        try:
            session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
            theirs = session.run(None, feeds)
        except Exception as e:
            refused["%s: %s" % (op, str(e).split("\n")[0][-100:])] += 1
            continue
        got = ours.run(path, "-", feeds)
        wrong = "" if got["status"] == "ok" else got["status"]
        for o, a in zip(session.get_outputs(), theirs):
            wrong = wrong or compare(a, got["outputs"][o.name])
        if wrong:
            print("FAILED: %d %s %s: %s" % (number, op, attributes, wrong))
        failed += bool(wrong)
        passed += not wrong
    ours.close()
    peer.remove(folder)
    for why, n in refused.most_common():
        print("%5d refused by ONNX Runtime: %s" % (n, why))
    peer.finish(passed, failed + sum(refused.values()))


if __name__ == "__main__":
    main()
