#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times of quantized networks, compiled by sinter and in ONNX Runtime, on one thread.

    bench/quantized.py [--sinter build/sinter] [--runs 60] [--rounds 3] [--how qdq,qop,dynamic]
        [--work DIR] [--steps N] [--least] [NET | FILE.onnx ...]

Each network is quantized by onnxruntime.quantization in three ways, of which --how chooses: `qop`
(QLinearConv and its kin), `qdq` (QuantizeLinear and DequantizeLinear around what stays in floats)
and `dynamic` (ConvInteger, MatMulInteger). NET is one that is built here (--list names them); a
FILE of f32 is quantized, too. Both programs run by turns; the least median of all rounds counts.
--steps prints the N longest steps. --least takes the least time in place of the median, for
machines that have other work. Ends with a line of geometric means.
"""

import argparse
import json
import logging
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime import quantization as q

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "peer"))
import onnx_models  # noqa: E402

# ---- networks ------------------------------------------------------------------------------------


class Net:
    def __init__(self, name, shape):
        self.rng = np.random.default_rng(1)
        self.name, self.nodes, self.weights = name, [], []
        self.input = helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)
        self.n = 0

    def weight(self, *shape, scale=None):
        fan = max(1, int(np.prod(shape[1:])))
        a = self.rng.standard_normal(shape) * (scale or math.sqrt(2 / fan))
        return self.constant(a.astype(np.float32))

    def constant(self, a):
        name = "w%d" % len(self.weights)
        self.weights.append(numpy_helper.from_array(a, name))
        return name

    def node(self, op, *inputs, **attributes):
        self.n += 1
        out = "v%d" % self.n
        self.nodes.append(helper.make_node(op, inputs, [out], name="n%d" % self.n, **attributes))
        return out

    def conv(self, x, ic, oc, k=1, stride=1, group=1, relu=True):
        w = self.weight(oc, ic // group, k, k)
        pads = [k // 2] * 4
        y = self.node(
            "Conv", x, w, self.weight(oc, scale=0.1), group=group, pads=pads, strides=[stride] * 2
        )
        return self.node("Relu", y) if relu else y

    def linear(self, x, n_in, n_out):
        w = self.weight(n_in, n_out, scale=math.sqrt(1 / n_in))
        return self.node("Add", self.node("MatMul", x, w), self.weight(n_out, scale=0.1))

    def model(self, y):
        out = helper.make_tensor_value_info(y, TensorProto.FLOAT, None)
        graph = helper.make_graph(self.nodes, self.name, [self.input], [out], self.weights)
        m = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        return onnx.shape_inference.infer_shapes(m)


def classifier(net, x, channels):
    x = net.node("Flatten", net.node("GlobalAveragePool", x))
    return net.node("Gemm", x, net.weight(channels, 100), net.weight(100, scale=0.1))


def mobile():
    """depthwise and 1x1 convolutions, as MobileNet"""
    net = Net("mobile", [1, 3, 128, 128])
    x, c = net.conv("x", 3, 16, 3, 2), 16
    for oc, stride in [(32, 1), (64, 2), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (256, 1)]:
        x = net.conv(net.conv(x, c, c, 3, stride, c), c, oc)
        c = oc
    return net.model(classifier(net, x, c))


def residual():
    """3x3 convolutions with sums, as ResNet"""
    net = Net("residual", [1, 3, 96, 96])
    x, c = net.conv("x", 3, 32, 3, 2), 32
    for oc, stride in [(32, 1), (64, 2), (64, 1), (128, 2), (128, 1), (256, 2)]:
        y = net.conv(net.conv(x, c, oc, 3, stride), oc, oc, 3, relu=False)
        if stride != 1 or oc != c:
            x = net.conv(x, c, oc, 1, stride, relu=False)
        x, c = net.node("Relu", net.node("Add", x, y)), oc
    return net.model(classifier(net, x, c))


def segmenter():
    """convolutions with few channels of large images"""
    net = Net("segmenter", [1, 3, 160, 160])
    x = net.conv("x", 3, 16, 3)
    y = net.conv(net.conv(x, 16, 24, 3, 2), 24, 24, 3)
    y = net.conv(net.node("Concat", y, net.conv(y, 24, 24, 3), axis=1), 48, 16)
    return net.model(net.conv(y, 16, 4, 3, relu=False))


def mlp():
    """products with a few rows"""
    net = Net("mlp", [8, 256])
    x = net.node("Relu", net.linear("x", 256, 1024))
    x = net.node("Relu", net.linear(x, 1024, 1024))
    return net.model(net.linear(x, 1024, 64))


def encoder():
    """a transformer's products"""
    net, d = Net("encoder", [64, 256]), 256
    x = "x"
    for _ in range(2):
        qkv = [net.linear(x, d, d) for _ in range(3)]
        heads = [
            net.node("Transpose", net.node("Reshape", v, net.constant(np.array([64, 4, 64]))),
                     perm=[1, 2, 0] if i == 1 else [1, 0, 2])
            for i, v in enumerate(qkv)
        ]  # fmt: skip
        scores = net.node("MatMul", heads[0], heads[1])
        scores = net.node("Mul", scores, net.constant(np.array(0.125, np.float32)))
        y = net.node("MatMul", net.node("Softmax", scores), heads[2])
        y = net.node("Reshape", net.node("Transpose", y, perm=[1, 0, 2]),
                     net.constant(np.array([64, d])))  # fmt: skip
        x = net.node("Add", x, net.linear(y, d, d))
        y = net.linear(net.node("Relu", net.linear(x, d, 4 * d)), 4 * d, d)
        x = net.node("Add", x, y)
    return net.model(x)


NETS = {f.__name__: f for f in (mobile, residual, segmenter, mlp, encoder)}

# ---- quantization --------------------------------------------------------------------------------


class Calibration(q.CalibrationDataReader):
    def __init__(self, path):
        self.feeds = iter([feeds_of(session_of(path), seed) for seed in range(2)])

    def get_next(self):
        return next(self.feeds, None)


def session_of(path):
    o = onnxruntime.SessionOptions()
    o.log_severity_level = 4
    o.intra_op_num_threads = o.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, o, providers=["CPUExecutionProvider"])


def feeds_of(session, seed=0):
    return onnx_models.feeds_of(session, {}, np.random.default_rng(seed))


def quantize(path, how, to):
    logging.disable(logging.WARNING)  # it recommends other passes
    if how == "dynamic":
        q.quantize_dynamic(path, to, weight_type=q.QuantType.QInt8,
                           op_types_to_quantize=["Conv", "MatMul", "Gemm"])  # fmt: skip
        return
    style = q.QuantFormat.QDQ if how == "qdq" else q.QuantFormat.QOperator
    q.quantize_static(
        path, to, Calibration(path), quant_format=style, per_channel=True,
        weight_type=q.QuantType.QInt8, activation_type=q.QuantType.QUInt8,
    )  # fmt: skip


# ---- times ---------------------------------------------------------------------------------------


def theirs(session, feeds, args):
    times = []
    for _ in range(3):
        session.run(None, feeds)
    for _ in range(args.runs):
        at = time.perf_counter()
        session.run(None, feeds)
        times.append(time.perf_counter() - at)
    return 1000 * float(min(times) if args.least else np.median(times))


def ours(args, path, feeds):
    words = [args.sinter, "bench", path, "--json", "-q", "--check", args.check]
    words += ["--rounds", str(args.runs), "--threads", "1"]
    for name, a in feeds.items():
        if a.ndim:
            words += ["--input", "%s=%s" % (name, ",".join(map(str, a.shape)))]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1][-200:])
    report = json.loads(done.stdout)
    return 1000 * report["best_seconds" if args.least else "median_seconds"], report


def print_steps(report, n):
    kinds = {}
    for s in report["steps"]:
        kinds[s["kernel"]] = kinds.get(s["kernel"], 0) + s["seconds"]
    print("    " + ", ".join("%s %.0f" % (k, 1e6 * t) for k, t in kinds.items()) + " us")
    for s in sorted(report["steps"], key=lambda s: -s["seconds"])[:n]:
        print("    %8.1f us  %-12s %s" % (1e6 * s["seconds"], s["kernel"], s["layers"][:60]))


def measure(args, name, how, path):
    session = session_of(path)
    feeds = feeds_of(session)
    best, report = [math.inf, math.inf], None
    for _ in range(args.rounds):
        t, r = ours(args, path, feeds)
        best, report = [min(t, best[0]), best[1]], r if t < best[0] else report
        best[1] = min(best[1], theirs(session, feeds, args))
    print("%-20s %-8s %9.3f ms %9.3f ms %6.2f" % (name, how, *best, best[0] / best[1]), flush=True)
    if args.steps:
        print_steps(report, args.steps)
    return best[0] / best[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sinter", default=os.environ.get("SINTER", "build/sinter"))
    parser.add_argument("--runs", type=int, default=60, help="of each program in a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--how", default="qop,qdq,dynamic")
    parser.add_argument("--check", default="on")
    parser.add_argument("--least", action="store_true")
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--work", help="where quantized networks are kept")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("nets", nargs="*", metavar="NET|FILE.onnx")
    args = parser.parse_args()
    if args.list:
        for name, f in NETS.items():
            print("%-12s %s" % (name, f.__doc__))
        return
    ratios = {how: [] for how in args.how.split(",")}
    print("%-20s %-8s %12s %12s %6s" % ("", "", "sinter", "ONNX Runtime", "ratio"))
    with tempfile.TemporaryDirectory() as folder:
        work = args.work or folder
        os.makedirs(work, exist_ok=True)
        for net in args.nets or NETS:
            name = pathlib.Path(net).stem
            source = net
            if net in NETS:
                source = os.path.join(work, net + ".onnx")
                onnx.save(NETS[net](), source)
            for how in ratios:
                path = os.path.join(work, "%s.%s.onnx" % (name, how))
                try:
                    if not os.path.exists(path):
                        quantize(source, how, path)
                    ratios[how].append(measure(args, name, how, path))
                except Exception as e:  # noqa: BLE001
                    print("%-20s %-8s %s" % (name, how, str(e).strip()[:150]), flush=True)
    for how, r in ratios.items():
        if r:
            print("%s: %.2f times ONNX Runtime's" % (how, math.exp(np.mean(np.log(r)))))


if __name__ == "__main__":
    main()
