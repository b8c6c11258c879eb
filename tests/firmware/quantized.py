#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: quantized.py OUT.onnx

The network of network.param in 8 bits, as quantizers write it for ONNX (QLinearConv,
QLinearMatMul): f32 at both ends, weights i8, activations u8. Weights are made up, with scales by
which activations keep their size from layer to layer."""
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from onnx_file import F32, I8, I32, U8, graph, model, node, save, tensor, value

ACTIVATION = 4 / 255  # a step: of numbers whose deviation is 1, 0 to 4
nodes, weights = [], []
numbers = random.Random(1)


def constant(name, kind, dims, values):
    weights.append(tensor(name, kind, dims, values))
    return name


def scale_and_zero(name, kind, scale, zero=0):
    return [constant(name + "_scale", F32, [], [scale]), constant(name + "_zero", kind, [], [zero])]


def made_up(name, dims, fan_in):
    values = [numbers.randint(-127, 127) for _ in range(math.prod(dims))]
    scale = math.sqrt(2 / fan_in) / 73  # the deviation of these
    return [constant(name, I8, dims, values), *scale_and_zero(name, I8, scale)], scale


def conv(x, step, name, channels, in_channels, kernel, groups=1, **attributes):
    dims = [channels, in_channels // groups, *kernel]
    w, scale = made_up(name + "_w", dims, math.prod(dims[1:]))
    bias = [numbers.randint(-200, 200) for _ in range(channels)]
    b = constant(name + "_b", I32, [channels], bias)
    y = scale_and_zero(name, U8, ACTIVATION)
    nodes.append(
        node("QLinearConv", [*x, *w, *y, b], [name], kernel_shape=list(kernel), group=groups,
             **attributes)
    )  # fmt: skip
    return [name, *y], ACTIVATION


def main(out):
    x = scale_and_zero("input", U8, 8 / 255, 128)
    nodes.append(node("QuantizeLinear", ["data", *x], ["input"]))
    y, step = conv(["input", *x], 8 / 255, "c0", 64, 1, (10, 4), strides=[2, 2], pads=[4, 1, 5, 1])
    for i in (1, 2, 3):
        y, step = conv(y, step, f"d{i}", 64, 64, (3, 3), groups=64, pads=[1, 1, 1, 1])
        y, step = conv(y, step, f"p{i}", 64, 64, (1, 1))
    nodes.append(node("DequantizeLinear", y, ["last"]))
    nodes.append(node("GlobalAveragePool", ["last"], ["mean"]))
    nodes.append(node("Flatten", ["mean"], ["flat"]))
    flat = scale_and_zero("flat8", U8, ACTIVATION)
    nodes.append(node("QuantizeLinear", ["flat", *flat], ["flat8"]))
    w, _ = made_up("fc_w", [64, 12], 64)
    logits = scale_and_zero("logits8", U8, 16 / 255, 128)
    nodes.append(node("QLinearMatMul", ["flat8", *flat, *w, *logits], ["logits8"]))
    nodes.append(node("DequantizeLinear", ["logits8", *logits], ["logits"]))
    nodes.append(node("Softmax", ["logits"], ["out"], axis=1))
    ends = [value("data", F32, [1, 1, 49, 10])], [value("out", F32, [1, 12])]
    save(out, model(graph(nodes, *ends, weights), opset=13))


main(sys.argv[1])
