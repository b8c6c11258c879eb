#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A network as ONNX, from what `sinter show --json` says of it and the file of its weights.

    to_onnx.py SHOWN.json WEIGHTS.bin OUT.onnx

Every value gets a batch axis of 1 in front, all sizes are numbers, weights are float32. Windows get
explicit pads, worked out from the sizes of what comes out, so that ncnn's ways of padding need no
counterpart. What has no translation here is refused with its name.
"""

import json
import math
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 20
TYPES = {"f32": np.float32, "f16": np.float16, "i8": np.int8, "i32": np.int32}


class Refused(Exception):
    pass


def stored(weight, data):
    """A weight's elements, whichever way they are stored."""
    if weight["offset"] is None:
        if weight.get("single") is None:
            raise Refused("a weight '%s' whose contents are not in the file" % weight["role"])
        return np.full(weight["shape"], weight["single"], np.float32)
    at, count = weight["offset"], int(np.prod(weight["shape"]))
    if weight["storage"] == "table256":
        table = np.frombuffer(data, np.float32, 256, at)
        found = table[np.frombuffer(data, np.uint8, count, at + 1024)]
    elif weight["storage"] == "f16":
        found = np.frombuffer(data, np.float16, count, at)
    elif weight["storage"] == "plain" and weight["type"] in TYPES:
        found = np.frombuffer(data, TYPES[weight["type"]], count, at)
    else:
        raise Refused("weights stored as %s" % weight["storage"])
    return found.astype(np.float32).reshape(weight["shape"])


class Layer:
    """One entry of `layers`, with what translations ask for."""

    def __init__(self, entry, shapes, data):
        self.op, self.name, self.params = entry["op"], entry["name"], entry["attributes"]
        self.inputs = entry["inputs"]
        self.outputs = [v["name"] for v in entry["outputs"]]
        self.types = [v["type"] for v in entry["outputs"]]
        for v in entry["outputs"]:
            shapes[v["name"]] = v["shape"]
        self.in_shapes = [shapes[name] for name in self.inputs]
        self.out_shapes = [v["shape"] for v in entry["outputs"]]
        self.weights = {w["role"]: stored(w, data) for w in entry["weights"]}
        if len(self.weights) != len(entry["weights"]):
            raise Refused("%s with several constants in one role" % self.op)
        if any(s is None or None in s for s in self.out_shapes):
            raise Refused("%s '%s': its size is not known" % (self.op, self.name))

    def __getitem__(self, name):
        value = self.params[name]
        if value == "late":
            raise Refused("%s '%s': %s is not decided" % (self.op, self.name, name))
        return value

    def per_axis(self, name, default):
        return self[name] or [default] * self["nd"]


class Graph:
    """Nodes and constants so far. Methods add nodes and return the name of the result."""

    def __init__(self):
        self.nodes, self.constants, self.n_names = [], [], 0

    def fresh(self):
        self.n_names += 1
        return "~%d" % self.n_names

    def const(self, array, dtype=np.float32):
        name = self.fresh()
        array = np.ascontiguousarray(np.asarray(array, dtype))
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def ints(self, values):
        return self.const(values, np.int64)

    def add(self, kind, inputs, n_out=1, **attributes):
        outs = [self.fresh() for _ in range(n_out)]
        self.nodes.append(helper.make_node(kind, list(inputs), outs, **attributes))
        return outs[0] if n_out == 1 else outs

    def reshape(self, x, shape):
        return self.add("Reshape", [x, self.ints([1] + list(shape))])

    def permute(self, x, perm):
        return self.add("Transpose", [x], perm=list(perm))

    def call(self, name, *values):
        return self.add(name, values)

    def times(self, x, factor):
        return x if factor == 1 else self.add("Mul", [x, self.const(factor)])

    def plus(self, x, shift):
        return x if shift == 0 else self.add("Add", [x, self.const(shift)])


# ---- activations ---------------------------------------------------------------------------------


def clip(g, x, low, high):
    if low == 0 and high >= 3e38:
        return g.call("Relu", x)
    low = g.const(low) if low > -3e38 else ""
    return g.add("Clip", [x, low] + ([g.const(high)] if high < 3e38 else []))


def hard_swish(g, x, alpha, beta):
    if abs(alpha - 1 / 6) < 1e-6 and beta == 0.5:
        return g.call("HardSwish", x)
    return g.call("Mul", x, g.add("HardSigmoid", [x], alpha=alpha, beta=beta))


def swish(g, x, alpha):
    return g.call("Mul", x, g.call("Sigmoid", g.times(x, alpha)))


def leaky(g, x, slope):
    return g.add("LeakyRelu", [x], alpha=slope) if slope else g.call("Relu", x)


def activation(g, x, text):
    """text: "relu", "clip(0,6)"."""
    kind, _, rest = text.partition("(")
    args = [float(v) for v in rest.rstrip(")").split(",") if v]
    made = {
        "none": lambda: x,
        "relu": lambda: g.call("Relu", x),
        "leaky_relu": lambda: leaky(g, x, *args),
        "clip": lambda: clip(g, x, *args),
        "sigmoid": lambda: g.call("Sigmoid", x),
        "mish": lambda: g.call("Mish", x),
        "hard_swish": lambda: hard_swish(g, x, *args),
    }
    if kind not in made:
        raise Refused("an activation '%s'" % text)
    return made[kind]()


def of_params(kind, **names):
    """One ONNX operator whose attributes are params under other names."""
    return lambda g, n, x: g.add(kind, [x], **{k: float(n[v]) for k, v in names.items()})


def gelu(g, n, x):
    return g.add("Gelu", [x], approximate=n["approximate"])


UNARY = {
    "relu": lambda g, n, x: g.call("Relu", x),
    "leaky_relu": lambda g, n, x: leaky(g, x, n["alpha"]),
    "clip": lambda g, n, x: clip(g, x, float(n["min"]), float(n["max"])),
    "hard_swish": lambda g, n, x: hard_swish(g, x, n["alpha"], n["beta"]),
    "hard_sigmoid": of_params("HardSigmoid", alpha="alpha", beta="beta"),
    "swish": lambda g, n, x: swish(g, x, n["alpha"]),
    "elu": of_params("Elu", alpha="alpha"),
    "celu": of_params("Celu", alpha="alpha"),
    "selu": of_params("Selu", alpha="alpha", gamma="gamma"),
    "gelu": gelu,
    "square": lambda g, n, x: g.call("Mul", x, x),
    "rsqrt": lambda g, n, x: g.call("Reciprocal", g.call("Sqrt", x)),
}
SAME = (
    "Exp Log Sigmoid Tanh Mish Softplus Erf Abs Neg Floor Ceil Sqrt Reciprocal Round Sign".split()
)
SAME += "Sin Cos Tan Asin Acos Atan Sinh Cosh Asinh Acosh Atanh".split()
for same in SAME:
    UNARY[same.lower()] = lambda g, n, x, kind=same: g.call(kind, x)


# ---- windows -------------------------------------------------------------------------------------


def window_pads(n, kernel, stride, dilation, in_sizes, out_sizes):
    """Pads before and behind: as given, more behind where the last window needs it."""
    if n.params.get("pad_mode") in ("same_upper", "same_lower"):
        begin, end = [], []
        for axis, (k, s, d, i, o) in enumerate(zip(kernel, stride, dilation, in_sizes, out_sizes)):
            total = max((o - 1) * s + (k - 1) * d + 1 - i, 0)
            # ncnn's "lower" puts the odd element in front, but not in depth.
            lower = n["pad_mode"] == "same_lower" and not (n["nd"] == 3 and axis == 0)
            begin.append(total - total // 2 if lower else total // 2)
            end.append(total - begin[-1])
        return begin, end
    begin, end = n.per_axis("pad_begin", 0), n.per_axis("pad_end", 0)
    needed = [
        (o - 1) * s + (k - 1) * d + 1 - i - b
        for k, s, d, i, o, b in zip(kernel, stride, dilation, in_sizes, out_sizes, begin)
    ]
    return list(begin), [max(e, need) for e, need in zip(end, needed)]


def image(n, shape):
    """That x is channels and nd axes behind them, and its weights are constants."""
    if n["axis"] != 0 or len(shape) != n["nd"] + 1:
        raise Refused("%s over rank %d, channels on axis %d" % (n.op, len(shape), n["axis"]))
    if len(n.inputs) > 1:
        raise Refused("%s with weights that are computed" % n.op)
    return shape


def conv(g, n, x, *_):
    shape = image(n, n.in_shapes[0])
    w, bias = n.weights["weight"], n.weights.get("bias")
    stride, dilation = n.per_axis("stride", 1), n.per_axis("dilation", 1)
    out = n.out_shapes[0][1:]
    if n["pad_mode"] == "explicit":
        begin, end = n.per_axis("pad_begin", 0), n.per_axis("pad_end", 0)
    else:
        begin, end = window_pads(n, w.shape[2:], stride, dilation, shape[1:], out)
    if n["pad_value"] != 0:
        pads = g.ints([0, 0, *begin, 0, 0, *end])
        x = g.add("Pad", [x, pads, g.const(n["pad_value"])])
        begin = end = [0] * n["nd"]
    inputs = [x, g.const(w)] + ([] if bias is None else [g.const(bias)])
    y = g.add(
        "Conv",
        inputs,
        kernel_shape=list(w.shape[2:]),
        strides=stride,
        dilations=dilation,
        group=n["group"],
        pads=list(begin) + list(end),
    )
    return activation(g, y, n["act"])


def conv_transpose(g, n, x, *_):
    shape = image(n, n.in_shapes[0])
    w, bias, group = n.weights["weight"], n.weights.get("bias"), n["group"]
    stride, dilation = n.per_axis("stride", 1), n.per_axis("dilation", 1)
    out = n.out_shapes[0][1:]
    begin, more = n.per_axis("pad_begin", 0), n.per_axis("output_pad", 0)
    if n["pad_mode"] != "explicit":
        raise Refused("conv_transpose with pad mode %s" % n["pad_mode"])
    end = [
        (i - 1) * s + (k - 1) * d + 1 + a - b - o
        for i, s, k, d, a, b, o in zip(shape[1:], stride, w.shape[2:], dilation, more, begin, out)
    ]
    # [oc][ic/group] here, [ic][oc/group] there.
    per = w.reshape(group, w.shape[0] // group, *w.shape[1:]).swapaxes(1, 2)
    per = per.reshape(-1, w.shape[0] // group, *w.shape[2:])
    inputs = [x, g.const(per)] + ([] if bias is None else [g.const(bias)])
    y = g.add(
        "ConvTranspose",
        inputs,
        kernel_shape=list(w.shape[2:]),
        strides=stride,
        dilations=dilation,
        group=group,
        pads=list(begin) + end,
        output_padding=more,
    )
    return activation(g, y, n["act"])


def planes(g, n, x):
    """x as channels and nd axes: all that is in front of these is channels."""
    shape = n.in_shapes[0]
    front = len(shape) - n["nd"]
    return x if front == 1 else g.reshape(x, [math.prod(shape[:front]), *shape[front:]])


def pool(kind):
    def make(g, n, x):
        more = {} if kind == "MaxPool" else {"count_include_pad": int(n["count_include_pad"])}
        if n["pad_mode"] == "explicit":
            begin, end = n.per_axis("pad_begin", 0), n.per_axis("pad_end", 0)
            if any(p >= k for p, k in zip(list(begin) + list(end), n["kernel"] * 2)):
                raise Refused("pooling with pads of the window's size")
            more["pads"] = list(begin) + list(end)
        else:
            more["auto_pad"] = n["pad_mode"].upper()
        if n["ceil_mode"] and more.get("count_include_pad"):
            raise Refused(
                "averages of counted pads with ceil_mode, which not all runtimes agree on"
            )
        y = g.add(
            kind,
            [planes(g, n, x)],
            kernel_shape=n["kernel"],
            strides=n.per_axis("stride", 1),
            dilations=n.per_axis("dilation", 1),
            ceil_mode=int(n["ceil_mode"]),
            **more,
        )
        return g.reshape(y, n.out_shapes[0])

    return make


def global_pool(kind):
    return lambda g, n, x: g.reshape(g.call(kind, planes(g, n, x)), n.out_shapes[0])


def adaptive_pool(kind):
    def make(g, n, x):
        sizes, out = n.in_shapes[0][-n["nd"] :], n.out_shapes[0][-n["nd"] :]
        if any(i % o for i, o in zip(sizes, out)):
            raise Refused("adaptive pooling into windows of several sizes")
        kernel = [i // o for i, o in zip(sizes, out)]
        y = g.add(kind, [planes(g, n, x)], kernel_shape=kernel, strides=kernel)
        return g.reshape(y, n.out_shapes[0])

    return make


# ---- products ------------------------------------------------------------------------------------


def linear(g, n, x):
    w, bias = n.weights["weight"], n.weights.get("bias")
    y = g.add("MatMul", [x, g.const(w.T)])
    y = y if bias is None else g.add("Add", [y, g.const(bias)])
    return activation(g, y, n["act"])


def operand(g, n, values, role):
    """An input that may be a constant, and its shape; constants get the batch axis, too."""
    if role in n.weights:
        return g.const(n.weights[role][None]), list(n.weights[role].shape)
    value, shape = values.pop(0)
    return value, shape


def gemm(g, n, *xs):
    values = list(zip(xs, n.in_shapes))
    (a, _), (b, _) = (operand(g, n, values, role) for role in "ab")
    a = g.permute(a, [0, 2, 1]) if n["transA"] else a
    b = g.permute(b, [0, 2, 1]) if n["transB"] else b
    y = g.times(g.add("MatMul", [a, b]), n["alpha"])
    if "c" in n.weights or values:
        c, shape = operand(g, n, values, "c")
        c = c if len(shape) == 2 else g.reshape(c, [1] * (2 - len(shape)) + shape)
        y = g.add("Add", [y, g.times(c, n["beta"])])
    return y


def matmul(g, n, a, b):
    if min(map(len, n.in_shapes)) < 2:
        raise Refused("a product with a vector")
    if n["transB"]:
        rank = len(n.in_shapes[1])
        b = g.permute(b, [*range(rank - 1), rank, rank - 1])
    return g.reshape(g.call("MatMul", a, b), n.out_shapes[0])


def heads(g, n, x, role, order):
    """A projection of x, [length][width], in heads: [head][length][..] or as `order` says."""
    w, bias = n.weights["w" + role], n.weights["b" + role]
    y = g.call("Add", g.call("MatMul", x[0], g.const(w.T)), g.const(bias))
    n_heads = n["num_heads"]
    return g.permute(g.reshape(y, [x[1][0], n_heads, w.shape[0] // n_heads]), order)


def mha(g, n, *xs):
    if len(n.inputs) > 3 or len(n.outputs) > 1:
        raise Refused("attention with a mask or a cache")
    values = list(zip(xs, n.in_shapes))
    q, k, v = (values[min(i, len(values) - 1)] for i in range(3))
    scores = g.call(
        "MatMul",
        g.times(heads(g, n, q, "q", [0, 2, 1, 3]), n["scale"]),
        heads(g, n, k, "k", [0, 2, 3, 1]),
    )
    y = g.call("MatMul", g.add("Softmax", [scores], axis=-1), heads(g, n, v, "v", [0, 2, 1, 3]))
    y = g.reshape(g.permute(y, [0, 2, 1, 3]), [q[1][0], n["embed_dim"]])
    return g.call("Add", g.call("MatMul", y, g.const(n.weights["wo"].T)), g.const(n.weights["bo"]))


def lstm(g, n, x, *states):
    """Gates are i f o g here, i o f g there."""
    if n["direction"] != "forward" or "weight_hr" in n.weights or len(n.in_shapes[0]) != 2:
        raise Refused("an lstm other than forward over a matrix, without projection")
    hidden, time = n["hidden_size"], n.in_shapes[0][0]

    def gates(role):
        w = n.weights[role].reshape(4, hidden, -1)[[0, 2, 1, 3]]
        return w.reshape(1, 4 * hidden, -1)

    biases = np.concatenate([gates("bias_c")[..., 0], np.zeros((1, 4 * hidden))], 1)
    inputs = [g.add("Reshape", [x, g.ints([time, 1, -1])])]
    inputs += [g.const(a) for a in (gates("weight_xc"), gates("weight_hc"), biases)]
    if states:
        inputs += [""] + [g.add("Reshape", [s, g.ints([1, 1, hidden])]) for s in states]
    found = g.add("LSTM", inputs, 3, hidden_size=hidden)
    return [g.reshape(y, shape) for y, shape in zip(found, n.out_shapes)]


# ---- two operands --------------------------------------------------------------------------------


def binary(kind):
    def make(g, n, *xs):
        return g.call(kind, *broadcast(g, n, xs, "ab"))

    return make


def broadcast(g, n, xs, roles):
    """Operands with as many axes as the result has, so that the batch axes meet."""
    values, rank, found = list(zip(xs, n.in_shapes)), len(n.out_shapes[0]), []
    for role in roles:
        x, shape = operand(g, n, values, role)
        found.append(x if len(shape) == rank else g.reshape(x, [1] * (rank - len(shape)) + shape))
    return found


def total(g, n, *xs):
    if n.weights:
        raise Refused("a sum with a constant")
    xs = broadcast(g, n, xs, ["x"] * len(xs))
    if n["coeffs"]:
        xs = [g.times(x, c) for x, c in zip(xs, n["coeffs"])]
    return xs[0] if len(xs) == 1 else g.call("Sum", *xs)


def per_channel(g, n, array, axis=0):
    """A constant of one element a channel, for values of the rank that comes out."""
    if array.size == 1:
        return g.const(array.reshape(()))
    ones = [1] * (len(n.out_shapes[0]) - 1 - axis)
    return g.const(array.reshape([-1] + ones))


def batch_normalization(g, n, x, *_):
    if len(n.inputs) > 1:
        raise Refused("a batch normalization of computed statistics")
    c = n.in_shapes[0][n["axis"]]
    w = dict({"scale": np.ones(c), "bias": np.zeros(c), "mean": np.zeros(c), "var": np.zeros(c)})
    w.update({role: np.broadcast_to(v, [c]) for role, v in n.weights.items()})
    least = np.float32(n["zero_divisor"]) ** 2 - np.float32(n["epsilon"])
    w["var"] = np.where(w["var"] + np.float32(n["epsilon"]) == 0, least, w["var"])
    if len(n.in_shapes[0]) > 1 and n["axis"] == 0:
        inputs = [x] + [g.const(w[role]) for role in ("scale", "bias", "mean", "var")]
        return g.add("BatchNormalization", inputs, epsilon=float(n["epsilon"]))
    factor = w["scale"] / np.sqrt(w["var"] + np.float32(n["epsilon"]))
    x = g.call("Mul", x, per_channel(g, n, factor, n["axis"]))
    return g.call("Add", x, per_channel(g, n, w["bias"] - w["mean"] * factor, n["axis"]))


def prelu(g, n, x):
    return g.call("PRelu", x, g.const(n.weights["slope"]))


# ---- norms, reductions ---------------------------------------------------------------------------


def layer_normalization(g, n, x):
    axis = n["axis"]
    gamma = n.weights.get("gamma", np.ones(n.in_shapes[0][axis:]))
    inputs = [x, g.const(gamma)] + (
        [g.const(n.weights["beta"])] if "beta" in n.weights else []
    )
    rank = len(n.in_shapes[0])
    return g.add("LayerNormalization", inputs, axis=axis - rank, epsilon=float(n["epsilon"]))


def instance_normalization(g, n, x):
    c = n.in_shapes[0][0]
    if n["axis"]:
        raise Refused("an instance normalization with axes before the channels")
    gamma, beta = n.weights.get("gamma", np.ones(c)), n.weights.get("beta", np.zeros(c))
    inputs = [x, g.const(gamma), g.const(beta)]
    return g.add("InstanceNormalization", inputs, epsilon=float(n["epsilon"]))


def lrn(g, n, x):
    if n["axis"] != 0 or len(n.in_shapes[0]) != 3:
        raise Refused("lrn of no image")
    size, alpha, beta, at0 = (n[k] for k in ("size", "alpha", "beta", "bias"))
    return g.add("LRN", [x], size=size, alpha=float(alpha), beta=float(beta), bias=float(at0))


def normalize(g, n, x):
    if len(n.in_shapes[0]) != 3 or n["eps_mode"] != "caffe":
        raise Refused("a normalize other than caffe's")
    axes = [1] * bool(n["across_channel"]) + [2, 3] * bool(n["across_spatial"])
    total = g.add("ReduceSumSquare", [x, g.ints(axes)], keepdims=1)
    y = g.call("Div", x, g.call("Sqrt", g.plus(total, n["eps"])))
    return g.call("Mul", y, per_channel(g, n, n.weights["scale"]))


def softmax(g, n, x):
    axis = n["axis"]
    return g.add("Softmax", [x], axis=axis + 1 if axis >= 0 else axis)


def reduce(g, n, x):
    kind = "Reduce" + {"l1": "L1", "l2": "L2"}.get(
        n["op"], "".join(w.capitalize() for w in n["op"].split("_"))
    )
    rank = len(n.in_shapes[0])
    if not n["axes"] and n["noop_with_empty_axes"]:
        raise Refused("a reduction over no axis")
    axes = g.ints([a + 1 for a in n["axes"] or range(rank)])
    return g.add(kind, [x, axes], keepdims=int(n["keepdims"]))


# ---- what only moves elements --------------------------------------------------------------------


def viewed(g, n, x, *_):
    return x if n.in_shapes[0] == n.out_shapes[0] else g.reshape(x, n.out_shapes[0])


def transpose(g, n, x):
    return g.permute(x, [0] + [p + 1 for p in n["perm"]])


def concat(g, n, *xs):
    if n.weights:
        raise Refused("a concat with a constant")
    return g.add("Concat", xs, axis=n["axis"] % len(n.out_shapes[0]) + 1)


def split(g, n, x):
    axis = n["axis"] % len(n.in_shapes[0])
    sizes = g.ints([s[axis] for s in n.out_shapes])
    ys = g.add("Split", [x, sizes], len(n.outputs), axis=axis + 1)
    return ys if len(n.outputs) > 1 else [ys]


def slice_(g, n, x, *_):
    if not all(isinstance(at, int) for at in n["starts"] + n["ends"]):
        raise Refused("a slice whose place is computed")
    axes = n["axes"] or list(range(len(n["starts"])))
    steps = n["steps"] or [1] * len(axes)
    if not axes:
        return x
    return g.add(
        "Slice",
        [x, g.ints(n["starts"]), g.ints(n["ends"]), g.ints([i + 1 for i in axes]), g.ints(steps)],
    )


def pad(g, n, x):
    rank = len(n["pads"]) // 2
    inputs = [x, g.ints([0, *n["pads"][:rank], 0, *n["pads"][rank:]])]
    if n["mode"] == "constant":
        inputs.append(g.const(n["value"]))
    return g.add("Pad", inputs, mode=n["mode"])


def channel_shuffle(g, n, x):
    shape, axis, groups = n.in_shapes[0], n["axis"], n["groups"]
    x = g.reshape(x, [*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :]])
    order = list(range(len(shape) + 2))
    order[axis + 1], order[axis + 2] = axis + 2, axis + 1
    return g.reshape(g.permute(x, order), n.out_shapes[0])


def blocks(kind):
    def make(g, n, x):
        if len(n.in_shapes[0]) != 3:
            raise Refused("%s of rank %d" % (n.op, len(n.in_shapes[0])))
        if kind == "SpaceToDepth" and n["mode"] == "CRD":
            (c, h, w), b = n.in_shapes[0], n["blocksize"]
            x = g.reshape(x, [c, h // b, b, w // b, b])
            return g.reshape(g.permute(x, [0, 1, 3, 5, 2, 4]), n.out_shapes[0])
        more = {"mode": n["mode"]} if kind == "DepthToSpace" else {}
        return g.add(kind, [x], blocksize=n["blocksize"], **more)

    return make


def resize(g, n, x, *_):
    if n["roi"] or n["antialias"] or n["keep_aspect_ratio_policy"] != "stretch":
        raise Refused("a resize of a region, with antialias or with a ratio that is kept")
    rank = len(n.out_shapes[0])
    axes = n["axes"] or list(range(rank))
    ones = 2 if rank == 2 and n["mode"] == "cubic" else 1  # a cubic one has to have 4 axes
    if ones == 2:
        x = g.reshape(x, [1] + n.in_shapes[0])
    inputs = [x, "", "", g.ints([1] * ones + n.out_shapes[0])]
    if n["scales"]:
        scales = np.ones(rank + ones, np.float32)
        scales[[axis + ones for axis in axes]] = n["scales"]
        inputs = [x, "", g.const(scales)]
    more = {"cubic_coeff_a": n["cubic_coeff_a"], "exclude_outside": int(n["exclude_outside"])}
    y = g.add(
        "Resize",
        inputs,
        mode=n["mode"],
        coordinate_transformation_mode=n["coordinate_transformation_mode"],
        nearest_mode=n["nearest_mode"],
        **(more if n["mode"] == "cubic" else {}),
    )
    return g.reshape(y, n.out_shapes[0]) if ones == 2 else y


MAKE = {
    **UNARY,
    "conv": conv,
    "conv_transpose": conv_transpose,
    "max_pool": pool("MaxPool"),
    "average_pool": pool("AveragePool"),
    "global_max_pool": global_pool("GlobalMaxPool"),
    "global_average_pool": global_pool("GlobalAveragePool"),
    "adaptive_max_pool": adaptive_pool("MaxPool"),
    "adaptive_average_pool": adaptive_pool("AveragePool"),
    "linear": linear,
    "gemm": gemm,
    "matmul": matmul,
    "multi_head_attention": mha,
    "add": binary("Add"),
    "sub": binary("Sub"),
    "mul": binary("Mul"),
    "div": binary("Div"),
    "max": binary("Max"),
    "min": binary("Min"),
    "pow": binary("Pow"),
    "sum": total,
    "batch_normalization": batch_normalization,
    "prelu": prelu,
    "layer_normalization": layer_normalization,
    "instance_normalization": instance_normalization,
    "lrn": lrn,
    "lstm": lstm,
    "normalize": normalize,
    "softmax": softmax,
    "reduce": reduce,
    "dropout": lambda g, n, x: x,
    "shrink": of_params("Shrink", lambd="lambd", bias="bias"),
    "tile": lambda g, n, x: g.add("Tile", [x, g.ints([1, *n["repeats"]])]),
    "reshape": viewed,
    "squeeze": viewed,
    "unsqueeze": viewed,
    "transpose": transpose,
    "concat": concat,
    "split": split,
    "slice": slice_,
    "pad": pad,
    "channel_shuffle": channel_shuffle,
    "depth_to_space": blocks("DepthToSpace"),
    "space_to_depth": blocks("SpaceToDepth"),
    "resize": resize,
}


# ---- the network ---------------------------------------------------------------------------------


def translate(shown, data):
    """shown: what `sinter show --json` says; data: the bytes of the weights."""
    g, shapes, names, inputs = Graph(), {}, {}, []
    for entry in shown["layers"]:
        n = Layer(entry, shapes, data)
        if n.op == "input":
            for name, shape in zip(n.outputs, n.out_shapes):
                inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, [1] + shape))
                names[name] = name
        elif n.op == "constant":
            names[n.outputs[0]] = g.const(n.weights["data"][None])
        elif n.op == "identity":
            for i, name in enumerate(n.outputs):
                names[name] = names[n.inputs[min(i, len(n.inputs) - 1)]]
        elif n.op not in MAKE:
            raise Refused("no translation of %s" % n.op)
        else:
            made = MAKE[n.op](g, n, *(names[name] for name in n.inputs))
            made = made if isinstance(made, list) else [made]
            names.update(zip(n.outputs, made))
    outputs = []
    for out in shown["outputs"]:
        g.nodes.append(helper.make_node("Identity", [names[out["name"]]], [out["name"] + "~"]))
        shape = [1] + out["shape"]
        outputs.append(helper.make_tensor_value_info(out["name"] + "~", TensorProto.FLOAT, shape))
    graph = helper.make_graph(g.nodes, "net", inputs, outputs, g.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = 9
    return model


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[1]) as f:
        shown = json.load(f)
    with open(sys.argv[2], "rb") as f:
        data = f.read()
    try:
        onnx.save(translate(shown, data), sys.argv[3])
    except Refused as e:
        sys.exit("to_onnx: %s" % e)


if __name__ == "__main__":
    main()
