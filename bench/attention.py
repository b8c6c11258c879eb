#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times of transformers by the length of the sequence: compiled by sinter, and in its peers.

    bench/attention.py [--sinter build/sinter] [--nets vit,gpt] [--rows 128,256,512,1024,2048]
        [--masks where,add,low,operator,contrib] [--threads 1,2] [--rounds 3] [--seconds 0.2]
        [--also LABEL=TOOL] [--realtime] [--work DIR] [--write]

`vit` is a block of a vision transformer (norm, heads, norm, GELU with erf), `gpt` two layers of a
language model with a causal mask (GELU with tanh), both of 12 heads of 64 and with made-up weights,
in the pieces that exporters write. How the mask of gpt is written: `where` (a score of -3.4e38 in
place of what is hidden), `add` (a summand of -inf), `low` (one of -3.4e38), `operator` (Attention
of ai.onnx 23), `contrib` (Attention of com.microsoft). All peers run in turns, by
bench/peers/peers.py, which see for the options; the least time of each counts. Printed are
milliseconds, and the bytes of workspace that sinter's code needs, and those for each row: they must
not grow with the sequence. --write makes the networks only. Python needs onnx.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).resolve().parent
HEADS, HEAD = 12, 64
WIDTH = HEADS * HEAD

# ---- networks ------------------------------------------------------------------------------------


class Net:
    """Nodes of a network of `rows` rows, one by one."""

    def __init__(self, rows, seed=1):
        self.rng = np.random.default_rng(seed)
        self.rows, self.nodes, self.weights, self.n = rows, [], [], 0
        self.domains = {"": 17}

    def constant(self, a):
        name = "w%d" % len(self.weights)
        self.weights.append(numpy_helper.from_array(np.asarray(a), name))
        return name

    def number(self, a):
        return self.constant(np.float32(a))

    def ints(self, *a):
        return self.constant(np.array(a, np.int64))

    def weight(self, *shape):
        scale = 0.7 / math.sqrt(shape[0]) if len(shape) > 1 else 0.1
        return self.constant((self.rng.standard_normal(shape) * scale).astype(np.float32))

    def node(self, op, *inputs, n_out=1, **attributes):
        self.n += 1
        outs = ["v%d_%d" % (self.n, i) for i in range(n_out)]
        self.nodes.append(helper.make_node(op, inputs, outs, name="n%d" % self.n, **attributes))
        return outs[0] if n_out == 1 else outs

    def linear(self, x, n_in, n_out):
        y = self.node("MatMul", x, self.weight(n_in, n_out))
        return self.node("Add", y, self.weight(n_out))

    def norm(self, x):
        ones = self.constant(np.ones(WIDTH, np.float32))
        return self.node("LayerNormalization", x, ones, self.weight(WIDTH), axis=-1, epsilon=1e-5)

    def reshape(self, x, *shape):
        return self.node("Reshape", x, self.ints(*shape))

    def merged(self, y):
        y = self.node("Transpose", y, perm=[0, 2, 1, 3])
        return self.reshape(y, 1, self.rows, WIDTH)

    def save(self, y, path):
        shape = [1, self.rows, WIDTH]
        x = helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)
        out = helper.make_tensor_value_info(y, TensorProto.FLOAT, shape)
        graph = helper.make_graph(self.nodes, path.stem, [x], [out], self.weights)
        sets = [helper.make_opsetid(name, version) for name, version in self.domains.items()]
        onnx.save(helper.make_model(graph, opset_imports=sets, ir_version=10), path)


def erf_gelu(net, x):
    half = net.node("Erf", net.node("Div", x, net.number(math.sqrt(2))))
    y = net.node("Mul", x, net.node("Add", half, net.number(1)))
    return net.node("Mul", y, net.number(0.5))


def tanh_gelu(net, x):
    cube = net.node("Mul", net.node("Pow", x, net.number(3)), net.number(0.044715))
    inner = net.node("Mul", net.node("Add", x, cube), net.number(math.sqrt(2 / math.pi)))
    y = net.node("Add", net.node("Tanh", inner), net.number(1))
    return net.node("Mul", net.node("Mul", x, net.number(0.5)), y)


def mlp(net, x, gelu):
    y = gelu(net, net.linear(net.norm(x), WIDTH, 4 * WIDTH))
    return net.node("Add", x, net.linear(y, 4 * WIDTH, WIDTH))


def scores_of(net, q, k):
    """The products of queries and keys, by 1 / sqrt(64)."""
    return net.node("Div", net.node("MatMul", q, k), net.number(math.sqrt(HEAD)))


def vit(net):
    """As timm has it: one projection for queries, keys and values."""
    x = "x"
    y = net.linear(net.norm(x), WIDTH, 3 * WIDTH)
    y = net.node(
        "Transpose", net.reshape(y, 1, net.rows, 3, HEADS, HEAD), perm=[2, 0, 3, 1, 4]
    )
    q, k, v = (net.node("Gather", y, net.constant(np.int64(i)), axis=0) for i in range(3))
    q = net.node("Mul", q, net.number(1 / math.sqrt(HEAD)))
    k = net.node("Transpose", k, perm=[0, 1, 3, 2])
    weights = net.node("Softmax", net.node("MatMul", q, k), axis=-1)
    y = net.merged(net.node("MatMul", weights, v))
    x = net.node("Add", x, net.linear(y, WIDTH, WIDTH))
    return mlp(net, x, erf_gelu)


def causal_pieces(net, y, mask):
    """As GPT-2 has it: a split behind one projection; the mask is a buffer of the model."""
    parts = net.node("Split", y, net.ints(WIDTH, WIDTH, WIDTH), n_out=3, axis=2)
    q, k, v = (net.reshape(p, 1, net.rows, HEADS, HEAD) for p in parts)
    q, v = (net.node("Transpose", p, perm=[0, 2, 1, 3]) for p in (q, v))
    k = net.node("Transpose", k, perm=[0, 2, 3, 1])
    scores = scores_of(net, q, k)
    seen = np.tril(np.ones((1, 1, net.rows, net.rows), bool))
    if mask == "where":
        least = net.number(np.finfo(np.float32).min)
        scores = net.node("Where", net.constant(seen), scores, least)
    else:
        low = np.finfo(np.float32).min if mask == "low" else -np.inf
        hidden = np.where(seen, np.float32(0), np.float32(low))
        scores = net.node("Add", scores, net.constant(hidden))
    return net.merged(net.node("MatMul", net.node("Softmax", scores, axis=-1), v))


def causal_operator(net, y):
    net.domains[""] = 23
    parts = net.node("Split", y, net.ints(WIDTH, WIDTH, WIDTH), n_out=3, axis=2)
    counts = {"q_num_heads": HEADS, "kv_num_heads": HEADS}
    return net.node("Attention", *parts, is_causal=1, **counts)


def causal_contrib(net, x):
    net.domains["com.microsoft"] = 1
    weight, bias = net.weight(WIDTH, 3 * WIDTH), net.weight(3 * WIDTH)
    how = {"num_heads": HEADS, "unidirectional": 1}
    return net.node("Attention", x, weight, bias, domain="com.microsoft", **how)


def gpt(net, mask):
    x = "x"
    for _ in range(2):
        y = net.norm(x)
        if mask == "contrib":
            y = causal_contrib(net, y)
        else:
            y = net.linear(y, WIDTH, 3 * WIDTH)
            y = causal_operator(net, y) if mask == "operator" else causal_pieces(net, y, mask)
        x = net.node("Add", x, net.linear(y, WIDTH, WIDTH))
        x = mlp(net, x, tanh_gelu)
    return x


def written(args, folder):
    """(name, rows, path) of all networks that are asked for."""
    found = []
    kinds = [("vit", None)] if "vit" in args.nets else []
    kinds += [("gpt-" + m, m) for m in args.masks] if "gpt" in args.nets else []
    for name, mask in kinds:
        for rows in args.rows:
            path = folder / ("%s-%d.onnx" % (name, rows))
            net = Net(rows)
            net.save(gpt(net, mask) if mask else vit(net), path)
            found.append((name, rows, path))
    return found


# ---- times ---------------------------------------------------------------------------------------


def measured(args, nets, folder):
    to = folder / "times.json"
    words = [sys.executable, str(HERE / "peers" / "peers.py"), "--json", str(to)]
    words += ["--peers", args.peers, "--sinter", args.sinter, "--threads", args.threads]
    words += ["--rounds", str(args.rounds), "--seconds", str(args.seconds)]
    words += ["--realtime"] * args.realtime + ["--cache", args.cache] * bool(args.cache)
    for also in args.also:
        words += ["--also", also]
    words += [str(path) for _, _, path in nets]
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    with open(to) as f:
        return json.load(f)


def print_table(nets, found):
    peers = found["peers"]
    print("| network | rows | threads | %s | workspace | a row |" % " | ".join(peers))
    print("|%s" % ("---|" * (len(peers) + 5)))
    for name, rows, path in nets:
        row = next((r for r in found["nets"] if r["net"].endswith("/" + path.stem)), {"runs": []})
        for run in row["runs"]:
            of = run["peers"]
            times = ["%.4g" % of[p]["min"] if p in of else "–" for p in peers]
            room = of.get("sinter", {}).get("workspace_bytes", 0)
            cells = [name, rows, run["threads"], *times, room, room // rows]
            print("| %s |" % " | ".join(map(str, cells)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sinter", default=os.environ.get("SINTER", "build/sinter"))
    parser.add_argument("--nets", default="vit,gpt")
    parser.add_argument("--rows", default="128,256,512,1024,2048", help="lengths of the sequence")
    parser.add_argument("--masks", default="where,add,low,operator,contrib")
    parser.add_argument("--peers", default="ort,openvino,sinter")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--also", action="append", default=[], metavar="LABEL=TOOL")
    parser.add_argument("--realtime", action="store_true")
    parser.add_argument("--cache", help="of peers.py")
    parser.add_argument("--work", help="where networks are kept")
    parser.add_argument("--write", action="store_true", help="networks, no times")
    args = parser.parse_args()
    args.nets, args.masks = args.nets.split(","), args.masks.split(",")
    args.rows = [int(n) for n in args.rows.split(",")]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.work or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        nets = written(args, folder)
        if not args.write:
            print_table(nets, measured(args, nets, folder))


if __name__ == "__main__":
    main()
