#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Networks for bench/scale.py as ONNX files, written without the onnx package.

    bench/gen_onnx.py KIND N OUT.onnx

  exporter  N nodes as exporters write them: Conv, BatchNormalization, Relu, residual sums, and
            reshapes whose sizes are computed by Shape, Gather, Unsqueeze, Concat; batch open
  blocks    N nodes of residual blocks of transformers: MatMul, Add, Reshape, Transpose, Softmax,
            and LayerNormalization as its pieces
  views     a chain of N reshapes, and a Relu
  turns     a chain of N nodes, Transpose and Relu by turns
  sums      a value that N nodes add up, each with the sum so far
  external  N MB of weights in OUT.onnx.data: MatMul of 64 MB, Add, Relu; nothing to fold
  folded    the same with a BatchNormalization behind each Add, which goes into the weights
"""
import array
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests"))
from onnx_file import F32, I64, graph, model, node, save, tensor, value  # noqa: E402


class Writer:
    def __init__(self):
        self.nodes, self.constants, self.inputs, self.known = [], [], [], set()
        self.rng = random.Random(1)
        self.data = None  # of external weights

    def op(self, kind, *inputs, n_out=1, **attributes):
        k = len(self.nodes)
        outputs = [f"{kind}_{k}_out{i}" for i in range(n_out)]
        self.nodes.append(node(kind, inputs, outputs, f"{kind}_{k}", **attributes))
        return outputs[0]

    def floats(self, *dims):
        n = 1
        for d in dims:
            n *= d
        name = f"w{len(self.constants)}"
        values = [self.rng.uniform(0.1, 0.9) for _ in range(n)]
        self.constants.append(tensor(name, F32, dims, values))
        return name

    def scalar(self, v):
        name = f"f{v}"
        if name not in self.known:
            self.constants.append(tensor(name, F32, [], [v]))
            self.known.add(name)
        return name

    def ints(self, *values, dims=None):
        name = "i" + "_".join(map(str, values)) + ("s" if dims == [] else "")
        if name not in self.known:
            self.constants.append(
                tensor(name, I64, [len(values)] if dims is None else dims, values)
            )
            self.known.add(name)
        return name

    def close(self, path, y, dims):
        g = graph(self.nodes, self.inputs, [value(y, F32, dims)], self.constants)
        save(path, model(g, opset=17))


def exporter(w, n):
    w.inputs = [value("x", F32, ["n", 4, 8, 8])]
    x = "x"
    while len(w.nodes) < n - 20:
        skip = x
        for _ in range(2):
            x = w.op("Conv", x, w.floats(4, 4, 3, 3), w.floats(4), pads=[1, 1, 1, 1])
            x = w.op("BatchNormalization", x, *(w.floats(4) for _ in range(4)))
            x = w.op("Relu", x)
        x = w.op("Add", x, skip)
        batch = w.op("Gather", w.op("Shape", x), w.ints(0, dims=[]), axis=0)
        front = w.op("Unsqueeze", batch, w.ints(0))
        rows = w.op("Reshape", x, w.op("Concat", front, w.ints(4), w.ints(64), axis=0))
        turned = w.op("Transpose", rows, perm=[0, 2, 1])
        both = w.op("Concat", turned, w.op("Sigmoid", turned), axis=2)
        back = w.op("Transpose", w.op("MatMul", both, w.floats(8, 4)), perm=[0, 2, 1])
        x = w.op("Reshape", back, w.op("Concat", front, w.ints(4, 8, 8), axis=0))
    return x, ["n", 4, 8, 8]


def layer_norm(w, x, c):
    d = w.op("Sub", x, w.op("ReduceMean", x, axes=[-1]))
    mean = w.op("ReduceMean", w.op("Pow", d, w.scalar(2.0)), axes=[-1])
    root = w.op("Sqrt", w.op("Add", mean, w.scalar(1e-5)))
    return w.op("Add", w.op("Mul", w.op("Div", d, root), w.floats(c)), w.floats(c))


def blocks(w, n):
    w.inputs = [value("x", F32, [1, 6, 8])]
    x = "x"

    def dense(x, c_in, c_out):
        return w.op("Add", w.op("MatMul", x, w.floats(c_in, c_out)), w.floats(c_out))

    def heads(x, perm):
        split = w.op("Reshape", x, w.ints(1, 6, 2, 4))
        return w.op("Transpose", split, perm=perm)

    while len(w.nodes) < n - 50:
        h = layer_norm(w, x, 8)
        q, k, v = (dense(h, 8, 8) for _ in range(3))
        q, k, v = heads(q, [0, 2, 1, 3]), heads(k, [0, 2, 3, 1]), heads(v, [0, 2, 1, 3])
        scores = w.op("Softmax", w.op("Mul", w.op("MatMul", q, k), w.scalar(0.5)), axis=-1)
        joined = w.op("Transpose", w.op("MatMul", scores, v), perm=[0, 2, 1, 3])
        x = w.op("Add", x, dense(w.op("Reshape", joined, w.ints(1, 6, 8)), 8, 8))
        h = dense(layer_norm(w, x, 8), 8, 16)
        erf = w.op("Erf", w.op("Div", h, w.scalar(2**0.5)))
        gelu = w.op("Mul", w.op("Mul", h, w.op("Add", erf, w.scalar(1.0))), w.scalar(0.5))
        x = w.op("Add", x, dense(gelu, 16, 8))
    return x, [1, 6, 8]


def views(w, n):
    w.inputs = [value("x", F32, [2, 3, 4])]
    x = "x"
    dims = [2, 3, 4]
    for k in range(n):
        dims = ((6, 4), (2, 12), (4, 3, 2))[k % 3]
        x = w.op("Reshape", x, w.ints(*dims))
    return w.op("Relu", x), dims


def turns(w, n):
    w.inputs = [value("x", F32, [2, 3, 4])]
    x = "x"
    dims = [2, 3, 4]
    for k in range(n):
        x = w.op("Relu", x) if k % 2 else w.op("Transpose", x, perm=[1, 2, 0])
        dims = dims if k % 2 else dims[1:] + dims[:1]
    return x, dims


def sums(w, n):
    w.inputs = [value("x", F32, [2, 3, 4])]
    base = w.op("Relu", "x")
    x = base
    while len(w.nodes) < n:
        x = w.op("Add", x, base)
    return x, [2, 3, 4]


def external(w, n, folded=False):
    side = 4096
    row = array.array("f", (w.rng.uniform(-0.02, 0.02) for _ in range(side + 257)))
    w.inputs = [value("x", F32, [2, side])]
    x, at = "x", 0
    for k in range(n // 64):
        for r in range(side):  # rows differ, and so do weights
            w.data.write(row[(r * 7 + k) % 257 :][:side].tobytes())
        name, size = f"large{k}", side * side * 4
        where = dict(location=os.path.basename(w.data.name), offset=at, length=size)
        w.constants.append(tensor(name, F32, [side, side], [], "external", **where))
        at += size
        x = w.op("Add", w.op("MatMul", x, name), w.floats(side))
        if folded:
            x = w.op("BatchNormalization", x, *(w.floats(side) for _ in range(4)))
        x = w.op("Relu", x)
    return x, [2, side]


KINDS = {
    "exporter": exporter,
    "blocks": blocks,
    "views": views,
    "turns": turns,
    "sums": sums,
    "external": external,
    "folded": lambda w, n: external(w, n, True),
}


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in KINDS or not sys.argv[3].endswith(".onnx"):
        sys.exit(__doc__)
    kind, n, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    w = Writer()
    if kind in ("external", "folded"):
        w.data = open(path + ".data", "wb")
    w.close(path, *KINDS[kind](w, n))
    if w.data:
        w.data.close()


if __name__ == "__main__":
    main()
