# SPDX-License-Identifier: Apache-2.0
"""Random detectors: convolutions, heads, and a tail whose results are as large as the data says.
Each is compiled, and run in the interpreter, and gives what ONNX Runtime gives; what is compiled is
the network of one image up to the tail: no step in front of it has the axis of images.

Sums are exact: weights and inputs are few quarters, and what a fast algorithm rounds is rounded to
the nearest number that there can be. So which boxes are taken does not hang on last bits.
"""

import os

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import peer
import sinter_arrays
import sinter_tool as tool

CASES = 24
CLASSES = 3
FINEST = 2.0**8  # three products of quarters, one of which has a bias


class Network:
    def __init__(self, rng):
        self.rng, self.nodes, self.constants, self.outputs = rng, [], [], []

    def constant(self, a, dtype=np.float32):
        name = "c%d" % len(self.constants)
        self.constants.append(numpy_helper.from_array(np.asarray(a, dtype), name))
        return name

    def ints(self, *a):
        return self.constant(a, np.int64)

    def node(self, op, inputs, n=1, **attributes):
        outputs = ["%s%d_%d" % (op, len(self.nodes), i) for i in range(n)]
        self.nodes.append(helper.make_node(op, inputs, outputs, outputs[0], **attributes))
        return outputs[0] if n == 1 else outputs

    def give(self, name, value, dtype):
        self.nodes.append(helper.make_node("Identity", [value], [name], name))
        self.outputs.append(helper.make_tensor_value_info(name, dtype, None))

    def conv(self, x, c_in, c_out, k, stride=1, act=True):
        w = self.rng.integers(-2, 3, (c_out, c_in, k, k)) / 4
        w *= self.rng.random(w.shape) < 24 / (c_in * k * k)
        b = self.rng.integers(-2, 3, c_out) / 4
        x = self.node(
            "Conv", [x, self.constant(w), self.constant(b)], pads=[k // 2] * 4, strides=[stride] * 2
        )
        if act and self.rng.random() < 0.5:  # a batch norm that changes nothing but the sign
            one, zero = np.ones(c_out), np.zeros(c_out)
            sign = self.rng.choice([1, -1], c_out)
            norm = [self.constant(v) for v in (sign, zero, zero, one)]
            x = self.node("BatchNormalization", [x] + norm, epsilon=0.0)
        return self.node("Relu", [x]) if act else x

    def cut(self, x, axis, first, last):
        ends = [self.ints(first), self.ints(last), self.ints(axis)]
        return self.node("Slice", [x] + ends)

    def column(self, x, axis, k):
        return self.node("Squeeze", [self.cut(x, axis, k, k + 1), self.ints(axis)])


def heads(n, batch):
    """Boxes [1, n, 4] of two corners, scores [1, classes, n]."""
    width = int(n.rng.choice([8, 16, 24]))
    x = n.conv("image", 3, width, 3, 2)
    y = n.conv(x, width, 2 * width, 3, int(n.rng.integers(1, 3)))
    parts = []
    for f, c in ((x, width), (y, 2 * width)):
        h = n.conv(f, c, 4 + CLASSES, int(n.rng.choice([1, 3])), 2, act=False)
        if n.rng.random() < 0.5:
            h = n.node("Reshape", [h, n.ints(1 if batch == 1 else 0, 4 + CLASSES, -1)])
        else:
            h = n.node("Transpose", [h], perm=[0, 2, 3, 1])
            h = n.node("Reshape", [h, n.ints(1 if batch == 1 else 0, -1, 4 + CLASSES)])
            h = n.node("Transpose", [h], perm=[0, 2, 1])
        parts.append(h)
    x = n.node("Mul", [n.node("Concat", parts, axis=2), n.constant(FINEST)])
    x = n.node("Mul", [n.node("Round", [x]), n.constant(1 / FINEST)])
    place = n.node("Transpose", [n.cut(x, 1, 0, 4)], perm=[0, 2, 1])
    centre, size = n.node("Split", [place, n.ints(2, 2)], 2, axis=2)
    half = n.node("Abs", [size])
    ends = [n.node(op, [centre, half]) for op in ("Sub", "Add")]
    scores = n.node("HardSigmoid", [n.cut(x, 1, 4, 4 + CLASSES)], alpha=0.0625)
    return n.node("Concat", ends, axis=2), scores


def selected(n, boxes, scores, least):
    limits = [n.ints(int(n.rng.integers(3, 30))), n.constant([0.45]), n.constant([least])]
    return n.node("NonMaxSuppression", [boxes, scores] + limits)


def by_gather(n, boxes, scores):
    found = selected(n, boxes, scores, 0.53)
    at = n.column(found, 1, 2)
    all_boxes = n.node("Squeeze", [boxes, n.ints(0)])
    n.give("boxes", n.node("Gather", [all_boxes, at]), TensorProto.FLOAT)
    n.give("scores", n.node("GatherND", [scores, found]), TensorProto.FLOAT)
    n.give("labels", n.column(found, 1, 1), TensorProto.INT64)


def in_one(n, boxes, scores):
    found = selected(n, boxes, scores, 0.53)
    place = n.node("Gather", [found, n.ints(0, 2)], axis=1)
    parts = [n.node("GatherND", [boxes, place])]
    parts.append(n.node("Unsqueeze", [n.node("GatherND", [scores, found]), n.ints(1)]))
    label = n.node("Gather", [found, n.ints(1)], axis=1)
    parts.append(n.node("Cast", [label], to=TensorProto.FLOAT))
    n.give("found", n.node("Concat", parts, axis=1), TensorProto.FLOAT)


def above(n, boxes, scores):
    """NonZero of scores above a threshold; sums over what is found."""
    best = n.node("ReduceMax", [scores], axes=[1], keepdims=0)
    keep = n.node("NonZero", [n.node("Greater", [best, n.constant(0.61)])])
    at = n.node("Transpose", [keep], perm=[1, 0])
    taken = n.node("GatherND", [boxes, at])
    label = n.node("ArgMax", [scores], axis=1, keepdims=0)
    n.give("boxes", taken, TensorProto.FLOAT)
    n.give("labels", n.node("GatherND", [label, at]), TensorProto.INT64)
    n.give("sum", n.node("ReduceSum", [taken, n.ints(0)], keepdims=0), TensorProto.FLOAT)


def twice(n, boxes, scores):
    """Boxes of what was found, suppressed once more without classes."""
    at = n.column(selected(n, boxes, scores, 0.52), 1, 2)
    some = n.node("Gather", [boxes, at], axis=1)
    best = n.node("ReduceMax", [n.node("Gather", [scores, at], axis=2)], axes=[1], keepdims=1)
    again = n.column(selected(n, some, best, 0.53), 1, 2)
    n.give("boxes", n.node("Gather", [some, again], axis=1), TensorProto.FLOAT)
    n.give("scores", n.node("Gather", [best, again], axis=2), TensorProto.FLOAT)


def sorted_out(n, boxes, scores):
    """As many as are asked for."""
    best = n.node("ReduceMax", [scores], axes=[1], keepdims=0)
    value, at = n.node("TopK", [best, n.ints(7)], 2, axis=1)
    index = n.node("Expand", [n.node("Unsqueeze", [at, n.ints(2)]), n.ints(1, 1, 4)])
    n.give("boxes", n.node("GatherElements", [boxes, index], axis=1), TensorProto.FLOAT)
    n.give("scores", value, TensorProto.FLOAT)


TAILS = (by_gather, in_one, above, twice, sorted_out)


def write(path, rng, tail, batch):
    n = Network(rng)
    tail(n, *heads(n, batch))
    image = helper.make_tensor_value_info("image", TensorProto.FLOAT, [batch, 3, 32, 40])
    graph = helper.make_graph(n.nodes, "detector", [image], n.outputs, n.constants)
    opsets = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), path)


def differs(expected, found):
    for i, (a, b) in enumerate(zip(expected, found)):
        if b is None or a.shape != b.shape or a.dtype != b.dtype:
            return "output %d: %s expected, not %s" % (i, a.shape, b is not None and b.shape)
        if a.size and np.abs(a.astype(np.float64) - b).max() > 1e-4:
            return "output %d differs" % i
    return ""


def keeps_images(sinter, path, folder):
    """What is compiled with the axis of images in front of the tail."""
    code = os.path.join(folder, "code")
    options = ["--prefix", "net", "--check=off", "--no-selftest", "--input", "1,3,32,40"]
    status, said = tool.run(sinter, "compile", path, "-o", code, *options)
    if status:
        return tool.why(status, said)
    return "its images stay: " + said.splitlines()[0] if "axis of images stays" in said else ""


def wrong(args, case, tail, batch, folder):
    rng = np.random.default_rng([args.seed, case])
    path = os.path.join(folder, "net.onnx")
    write(path, rng, tail, batch)
    feeds = {"image": (rng.integers(-4, 5, (1, 3, 32, 40)) / 4).astype(np.float32)}
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    names = [o.name for o in session.get_outputs()]
    expected = session.run(None, feeds)
    for how in ([], ["--interpret"]):
        found, why = sinter_arrays.run(args.sinter, path, feeds, names, folder, *how)
        why = why or differs(expected, found)
        if why:
            return "%s: %s" % (how[0] if how else "compiled", why), 0
    return keeps_images(args.sinter, path, folder), len(expected[0].reshape(-1))


def main():
    args = peer.arguments(__doc__.splitlines()[0], cases={"type": int, "default": CASES})
    folder, passed, failed, elements = peer.folder(), 0, 0, 0
    for case in range(args.cases):
        tail, batch = TAILS[case % len(TAILS)], 1 if case % 2 else "n"
        name = "%s_%d" % (tail.__name__, case)
        if args.k not in name:
            continue
        why, n = wrong(args, case, tail, batch, folder)
        elements += n
        passed, failed = passed + (not why), failed + bool(why)
        if why:
            print("FAILED %s: %s" % (name, why))
    print("%d elements were found" % elements)
    peer.remove(folder)
    peer.finish(passed, failed)


if __name__ == "__main__":
    main()
