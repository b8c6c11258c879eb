#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A network as ONNX, from what `sinter show --json` says of it and the file of its weights.

    to_onnx.py SHOWN.json WEIGHTS.bin OUT.onnx

Every value gets a batch axis of 1 in front, all sizes are numbers, weights are float32. Windows get
explicit pads, worked out from the sizes of what comes out, so that ncnn's ways of padding need no
counterpart. What has no translation here is refused with its name.
"""

import json
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


def swish(g, x):
    return g.call("Mul", x, g.call("Sigmoid", x))


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


def power(g, n, x):
    x = g.plus(g.times(x, n["scale"]), n["shift"])
    return x if n["power"] == 1 else g.add("Pow", [x, g.const(n["power"])])


def exponential(g, n, x):
    x = g.plus(g.times(x, n["scale"]), n["shift"])
    return g.call("Exp", x if n["base"] == -1 else g.times(x, float(np.log(n["base"]))))


def logarithm(g, n, x):
    x = g.call("Log", g.plus(g.times(x, n["scale"]), n["shift"]))
    return x if n["base"] == -1 else g.times(x, float(1 / np.log(n["base"])))


def gelu(g, n, x):
    return g.add("Gelu", [x], approximate="tanh" if n["fast_gelu"] else "none")


UNARY = {
    "relu": lambda g, n, x: leaky(g, x, n["slope"]),
    "clip": lambda g, n, x: clip(g, x, n["min"], n["max"]),
    "hard_swish": lambda g, n, x: hard_swish(g, x, n["alpha"], n["beta"]),
    "hard_sigmoid": of_params("HardSigmoid", alpha="alpha", beta="beta"),
    "swish": lambda g, n, x: swish(g, x),
    "elu": of_params("Elu", alpha="alpha"),
    "celu": of_params("Celu", alpha="alpha"),
    "selu": of_params("Selu", alpha="alpha", gamma="lambda"),
    "gelu": gelu,
    "power": power,
    "exp": exponential,
    "log": logarithm,
    "square": lambda g, n, x: g.call("Mul", x, x),
    "rsqrt": lambda g, n, x: g.call("Reciprocal", g.call("Sqrt", x)),
    "bnll": lambda g, n, x: g.call("Softplus", x),
    "dropout": lambda g, n, x: g.times(x, n["scale"]),
}
SAME = "Sigmoid Tanh Mish Softplus Erf Abs Neg Floor Ceil Sqrt Reciprocal Round Sign".split()
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


def image(g, n, x, shape):
    """x as channels and nd axes behind them, with its sizes; lower ranks get axes of 1."""
    if n.params.get("axis", 0) != 0:
        raise Refused("%s with channels on axis %d" % (n.op, n["axis"]))
    if len(n.inputs) > 1:
        raise Refused("%s with weights that are computed" % n.op)
    nd = n["nd"]
    if len(shape) == nd + 1:
        return x, shape
    if len(shape) > nd + 1:
        raise Refused("%s over an input of rank %d" % (n.op, len(shape)))
    alike = n.params.get("vector_ok") and len(shape) == 1
    shape = shape + [1] * nd if alike else [1] * (nd + 1 - len(shape)) + shape
    return g.reshape(x, shape), shape


def finish(g, n, y, shape):
    """y has this shape; what comes out may leave axes of 1 out."""
    return y if list(shape) == n.out_shapes[0] else g.reshape(y, n.out_shapes[0])


def spatial_out(n, nd):
    shape = n.out_shapes[0]
    if len(shape) == nd + 1:
        return shape[1:]
    return [1] * nd if len(shape) == 1 else [1] * (nd - len(shape)) + shape[-nd:]


def conv(g, n, x, *_):
    x, shape = image(g, n, x, n.in_shapes[0])
    w, bias = n.weights["weight"], n.weights.get("bias")
    stride, dilation = n.per_axis("stride", 1), n.per_axis("dilation", 1)
    out = spatial_out(n, n["nd"])
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
    return activation(g, finish(g, n, y, [w.shape[0], *out]), n["act"])


def deconv(g, n, x, *_):
    x, shape = image(g, n, x, n.in_shapes[0])
    w, bias, group = n.weights["weight"], n.weights.get("bias"), n["group"]
    stride, dilation = n.per_axis("stride", 1), n.per_axis("dilation", 1)
    out = spatial_out(n, n["nd"])
    begin, more = n.per_axis("pad_begin", 0), n.per_axis("output_pad", 0)
    if n["pad_mode"] != "explicit":
        raise Refused("deconv with pad mode %s" % n["pad_mode"])
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
    return activation(g, finish(g, n, y, [w.shape[0], *out]), n["act"])


def pool(g, n, x):
    x, shape = image(g, n, x, n.in_shapes[0])
    kernel, stride = n["kernel"], n.per_axis("stride", 1)
    out = spatial_out(n, n["nd"])
    begin, end = window_pads(n, kernel, stride, [1] * n["nd"], shape[1:], out)
    if any(p >= k for p, k in zip(begin + end, kernel * 2)):
        raise Refused("pooling with pads of the window's size")
    if n["kind"] == "avg" and n["pad_mode"].startswith("same"):
        raise Refused("averages over same padding, which ncnn counts in its own way")
    more = {} if n["kind"] == "max" else {"count_include_pad": int(n["count_include_pad"])}
    y = g.add(
        "MaxPool" if n["kind"] == "max" else "AveragePool",
        [x],
        kernel_shape=kernel,
        strides=stride,
        pads=begin + end,
        **more,
    )
    return finish(g, n, y, [shape[0], *out])


def global_pool(g, n, x):
    x, shape = image(g, n, x, n.in_shapes[0])
    y = g.call("GlobalMaxPool" if n["kind"] == "max" else "GlobalAveragePool", x)
    return g.reshape(y, n.out_shapes[0])


def adaptive_pool(g, n, x):
    x, shape = image(g, n, x, n.in_shapes[0])
    out = spatial_out(n, n["nd"])
    if any(i % o for i, o in zip(shape[1:], out)):
        raise Refused("adaptive pooling into windows of several sizes")
    kernel = [i // o for i, o in zip(shape[1:], out)]
    kind = "MaxPool" if n["kind"] == "max" else "AveragePool"
    return finish(g, n, g.add(kind, [x], kernel_shape=kernel, strides=kernel), [shape[0], *out])


# ---- products ------------------------------------------------------------------------------------


def linear(g, n, x):
    w, bias = n.weights["weight"], n.weights.get("bias")
    if n["flatten"] == "all":
        if len(n.in_shapes[0]) != 1:
            x = g.reshape(x, [int(np.prod(n.in_shapes[0]))])
        inputs = [x, g.const(w)] + ([] if bias is None else [g.const(bias)])
        y = g.add("Gemm", inputs, transB=1)
    else:
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
    (a, a_shape), (b, b_shape) = (operand(g, n, values, role) for role in "ab")
    if len(a_shape) != 2 or len(b_shape) != 2:
        raise Refused("gemm of ranks %d and %d" % (len(a_shape), len(b_shape)))
    a = g.permute(a, [0, 2, 1]) if n["transA"] else a
    if "b" in n.weights:
        b = g.const(n.weights["b"].T if n["transB"] else n.weights["b"])
    elif n["transB"]:
        b = g.permute(b, [0, 2, 1])
    y = g.times(g.add("MatMul", [a, b]), n["alpha"])
    if "c" in n.weights or values:
        c, shape = operand(g, n, values, "c")
        if n["c_kind"] in ("m", "m1"):
            c = g.reshape(c, [int(np.prod(shape)), 1])
        elif len(shape) < 2:
            c = g.reshape(c, [1, int(np.prod(shape))])
        y = g.add("Add", [y, g.times(c, n["alpha"] * n["beta"])])
    y = g.permute(y, [0, 2, 1]) if n["output_transpose"] else y
    return g.reshape(y, n.out_shapes[0]) if len(n.out_shapes[0]) != 2 else y


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
    if n["attn_mask"] or n["kv_cache"]:
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


def aligned(g, n, x, shape, rank):
    """x with as many axes as the other operand has."""
    ones = [1] * (rank - len(shape))
    full = list(shape) + ones if n["align"] == "left" else ones + list(shape)
    if shape and any(own not in (1, size) for own, size in zip(full, n.out_shapes[0])):
        raise Refused("an operand of which more than one number is repeated")
    return x if len(shape) in (0, rank) else g.reshape(x, full)


def binary(kind):
    def make(g, n, *xs):
        values = list(zip(xs, n.in_shapes))
        rank = len(n.out_shapes[0])
        both = []
        for role in "ab":
            if role in n.weights and n.weights[role].size == 1:
                both.append(g.const(n.weights[role].reshape(())))
            else:
                both.append(aligned(g, n, *operand(g, n, values, role), rank))
        return g.call(kind, *both)

    return make


def eltwise(g, n, *xs):
    if n["op"] == "sum" and n["coeffs"]:
        xs = [g.times(x, c) for x, c in zip(xs, n["coeffs"])]
    kind = {"prod": "Mul", "sum": "Add", "max": "Max"}[n["op"]]
    y = xs[0]
    for x in xs[1:]:
        y = g.call(kind, y, x)
    return y


def per_channel(g, n, array, axis=0):
    """A constant of one element a channel, for values of the rank that comes out."""
    if array.size == 1:
        return g.const(array.reshape(()))
    ones = [1] * (len(n.out_shapes[0]) - 1 - axis)
    return g.const(array.reshape([-1] + ones))


def batch_norm(g, n, x):
    w = dict(n.weights)
    w["var"] = np.where(w["var"] + np.float32(n["eps"]) == 0, np.float32(1e-8), w["var"])  # as ncnn
    if len(n.in_shapes[0]) > 1 and n["axis"] == 0:
        inputs = [x] + [g.const(w[role]) for role in ("slope", "bias", "mean", "var")]
        return g.add("BatchNormalization", inputs, epsilon=float(n["eps"]))
    factor = w["slope"] / np.sqrt(w["var"] + np.float32(n["eps"]))
    x = g.call("Mul", x, per_channel(g, n, factor, n["axis"]))
    return g.call("Add", x, per_channel(g, n, w["bias"] - w["mean"] * factor, n["axis"]))


def scale(g, n, *xs):
    values = list(zip(xs, n.in_shapes))
    x = values.pop(0)[0]
    if "scale" in n.weights:
        x = g.call("Mul", x, per_channel(g, n, n.weights["scale"], n["axis"]))
    else:
        factor, shape = values.pop(0)
        ones = [1] * (len(n.out_shapes[0]) - 1 - n["axis"])
        x = g.call("Mul", x, g.reshape(factor, shape + ones) if len(shape) == 1 else factor)
    if "bias" in n.weights:
        x = g.call("Add", x, per_channel(g, n, n.weights["bias"], n["axis"]))
    return x


def bias(g, n, x):
    if len(n.out_shapes[0]) <= n["nd"]:
        return g.call("Add", x, g.const(n.weights["bias"].reshape(())))
    return g.call("Add", x, per_channel(g, n, n.weights["bias"]))


def prelu(g, n, x):
    return g.call("PRelu", x, per_channel(g, n, n.weights["slope"], n["axis"]))


# ---- norms, reductions ---------------------------------------------------------------------------


def layer_norm(g, n, x):
    n_axes = n["n_axes"]
    sizes = n.in_shapes[0][-n_axes:]
    gamma = n.weights.get("gamma", np.ones(sizes))
    inputs = [x, g.const(gamma.reshape(sizes))]
    if "beta" in n.weights:
        inputs.append(g.const(n.weights["beta"].reshape(sizes)))
    return g.add("LayerNormalization", inputs, axis=-n_axes, epsilon=float(n["eps"]))


def instance_norm(g, n, x):
    c = n.in_shapes[0][0]
    if len(n.in_shapes[0]) <= n["nd"]:
        raise Refused("an instance norm of a value without channels")
    gamma, beta = n.weights.get("gamma", np.ones(c)), n.weights.get("beta", np.zeros(c))
    inputs = [x, g.const(gamma), g.const(beta)]
    return g.add("InstanceNormalization", inputs, epsilon=float(n["eps"]))


def lrn(g, n, x):
    if n["region_type"] != "across_channels" or len(n.in_shapes[0]) != 3:
        raise Refused("lrn within a channel, or of no image")
    size, alpha, beta, at0 = (n[k] for k in ("local_size", "alpha", "beta", "bias"))
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
    kinds = {"sum": "Sum", "sumsq": "SumSquare", "mean": "Mean", "max": "Max", "min": "Min"}
    kinds.update({"prod": "Prod", "l1": "L1", "asum": "L1", "l2": "L2", "logsumexp": "LogSumExp"})
    if n["op"] not in kinds:
        raise Refused("a reduction '%s'" % n["op"])
    rank = len(n.in_shapes[0])
    axes = range(rank) if n["reduce_all"] else n["axes"]
    axes = g.ints([a % rank + 1 for a in axes])
    keep = int(bool(n["keepdims"]) and len(n.out_shapes[0]) == rank)
    y = g.times(g.add("Reduce" + kinds[n["op"]], [x, axes], keepdims=keep), n["coeff"])
    return y if keep else g.reshape(y, n.out_shapes[0])


# ---- what only moves elements --------------------------------------------------------------------


def viewed(g, n, x, *_):
    return x if n.in_shapes[0] == n.out_shapes[0] else g.reshape(x, n.out_shapes[0])


def permute(g, n, x):
    perm = n["perm"]
    if len(perm) != len(n.in_shapes[0]):
        raise Refused("a permutation that its input's rank decides")
    return g.permute(x, [0] + [p + 1 for p in perm])


def concat(g, n, *xs):
    if n.weights:
        raise Refused("a concat with a constant")
    return g.add("Concat", xs, axis=n["axis"] % len(n.out_shapes[0]) + 1)


def split(g, n, x):
    axis = n["axis"] % len(n.in_shapes[0])
    sizes = g.ints([s[axis] for s in n.out_shapes])
    ys = g.add("Split", [x, sizes], len(n.outputs), axis=axis + 1)
    return ys if len(n.outputs) > 1 else [ys]


def crop(g, n, x, *_):
    inner, out = n.in_shapes[0], n.out_shapes[0]
    if n["woffset"] == -233 or any(n[k] for k in ("starts_expr", "ends_expr", "axes_expr")):
        raise Refused("a crop whose place is computed")
    if len(inner) != len(out):
        raise Refused("a crop that drops axes")
    starts = [0] * len(inner)
    if n["starts"]:
        for axis, start in zip(n["axes"] or range(len(inner)), n["starts"]):
            axis %= len(inner)
            start = 0 if start == -233 else start
            starts[axis] = start + inner[axis] if start < 0 else start
    else:
        names = {1: "w", 2: "hw", 3: "chw", 4: "cdhw"}[len(inner)]
        starts = [n[letter + "offset"] for letter in names]
    cut = [i for i in range(len(inner)) if inner[i] != out[i]]
    if not cut:
        return x
    return g.add(
        "Slice",
        [
            x,
            g.ints([starts[i] for i in cut]),
            g.ints([starts[i] + out[i] for i in cut]),
            g.ints([i + 1 for i in cut]),
        ],
    )


def pad(g, n, x):
    if n.weights or len(n.inputs) > 1:
        raise Refused("a border with a value per channel")
    rank = len(n.in_shapes[0])
    begin = ([0] * rank + [n["front"], n["top"], n["left"]])[-rank:]
    end = ([0] * rank + [n["behind"], n["bottom"], n["right"]])[-rank:]
    mode = {"constant": "constant", "replicate": "edge", "reflect": "reflect"}[n["type"]]
    inputs = [x, g.ints([0, *begin, 0, *end])]
    if mode == "constant":
        inputs.append(g.const(n["value"]))
    return g.add("Pad", inputs, mode=mode)


def shuffle_channel(g, n, x):
    c, rest = n.in_shapes[0][0], n.in_shapes[0][1:]
    group = c // n["group"] if n["reverse"] else n["group"]
    x = g.reshape(x, [group, c // group, *rest])
    x = g.permute(x, [0, 2, 1, *range(3, 3 + len(rest))])
    return g.reshape(x, n.out_shapes[0])


def pixel_shuffle(g, n, x):
    mode = "CRD" if n["mode"] == "channel_first" else "DCR"
    return g.add("DepthToSpace", [x], blocksize=n["upscale_factor"], mode=mode)


def reorg(g, n, x):
    (c, h, w), s = n.in_shapes[0], n["stride"]
    x = g.reshape(x, [c, h // s, s, w // s, s])
    x = g.permute(x, [0, 1, 3, 5, 2, 4] if n["mode"] == "channel_first" else [0, 3, 5, 1, 2, 4])
    return g.reshape(x, n.out_shapes[0])


def resize(g, n, x, *_):
    kind = n["resize_type"]
    if kind == "none" or len(n.in_shapes[0]) != 3:
        raise Refused("a resize '%s' of rank %d" % (kind, len(n.in_shapes[0])))
    sizes = g.ints([1] + n.out_shapes[0])
    more = {
        "coordinate_transformation_mode": "align_corners" if n["align_corner"] else "half_pixel"
    }
    if kind == "nearest":
        more = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    elif kind == "bicubic":
        more.update(cubic_coeff_a=-0.75)
    mode = {"nearest": "nearest", "bilinear": "linear", "bicubic": "cubic"}[kind]
    return g.add("Resize", [x, "", "", sizes], mode=mode, **more)


MAKE = {
    **UNARY,
    "conv": conv,
    "deconv": deconv,
    "pool": pool,
    "global_pool": global_pool,
    "adaptive_pool": adaptive_pool,
    "linear": linear,
    "gemm": gemm,
    "matmul": matmul,
    "mha": mha,
    "add": binary("Add"),
    "sub": binary("Sub"),
    "mul": binary("Mul"),
    "div": binary("Div"),
    "max": binary("Max"),
    "min": binary("Min"),
    "pow": binary("Pow"),
    "eltwise": eltwise,
    "batch_norm": batch_norm,
    "scale": scale,
    "bias": bias,
    "prelu": prelu,
    "layer_norm": layer_norm,
    "instance_norm": instance_norm,
    "lrn": lrn,
    "lstm": lstm,
    "normalize": normalize,
    "softmax": softmax,
    "reduce": reduce,
    "reshape": viewed,
    "flatten": viewed,
    "squeeze": viewed,
    "expand_dims": viewed,
    "permute": permute,
    "concat": concat,
    "split": split,
    "crop": crop,
    "pad": pad,
    "shuffle_channel": shuffle_channel,
    "pixel_shuffle": pixel_shuffle,
    "reorg": reorg,
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
        elif n.op in ("copy", "noop"):
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
