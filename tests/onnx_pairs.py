# SPDX-License-Identifier: Apache-2.0
"""Short words for pairs of networks, NAME_a.onnx and NAME_b.onnx, that verify_pairs.sh compares."""

from onnx_file import *


def n(op, *ins, out="y", **k):
    return node(op, list(ins), out.split(","), **k)


def cast(x, to, y="y"):
    return node("Cast", [x], [y], to=to)


def f(name, *v):
    return tensor(name, F32, [] if len(v) == 1 else [len(v)], v)


def axis(k):
    return tensor("axis", I64, [1], [k])


def pair(name, a, b, inits=(), dims=("n", 8), kind=F32, out=F32):
    for end, nodes in (("a", a), ("b", b)):
        save("%s_%s.onnx" % (name, end),
             model(graph(nodes, [value("x", kind, list(dims))], [value("y", out)], list(inits)),
                   opset=18))


same = [n("Identity", "x")]
