# SPDX-License-Identifier: Apache-2.0
"""Layers of integers: quantization at load, quantized convolutions and products, quantize and
dequantize."""

from model import Raw, Tagged, activation, layer
from layers_window import blob, room, window


def int8_weights(m, n):
    return Tagged(m.rng.integers(-127, 128, n), "i8")


@layer("Quantize")
def quantize(m):
    shape = m.any_shape()
    n = m.pick(1, shape[0])
    m.layer("Quantize", [m.random(shape)], {0: n}, [Raw(m.reals(n, 10, 90))])


@layer("Dequantize")
def dequantize(m):
    # Between two layers: Dequantize reads the words of a quantized layer's sums; here, of an int32
    # input.
    shape = m.any_shape()
    n, bias = m.pick(1, shape[0]), m.pick(0, 1, shape[0])
    words = m.rng.integers(-1000, 1000, shape)
    m.layer(
        "Dequantize",
        [m.input(words, constant=False)],
        {0: n, 1: bias},
        [Raw(m.reals(n, 0.001, 0.1))] + [Raw(m.reals(bias))] * (bias > 0),
    )


@layer("Requantize")
def requantize(m):
    shape = m.any_shape()
    n_in, n_out, bias = m.pick(1, shape[0]), m.pick(1, shape[0]), m.pick(0, 1, shape[0])
    words = m.rng.integers(-1000, 1000, shape)
    params = {0: n_in, 1: n_out, 2: bias}
    params.update(activation(m, 3, 4))
    m.layer(
        "Requantize",
        [m.input(words, constant=False)],
        params,
        [Raw(m.reals(n_in, 0.001, 0.01)), Raw(m.reals(n_out, 5, 20))]
        + [Raw(m.reals(bias))] * (bias > 0),
    )


def quantized(m, kind, depthwise):
    params, kernel, dilation, _ = window(m, 2)
    group = m.int(1, 4) if depthwise else 1
    ic, oc = group * m.int(1, 2 if depthwise else 6), group * m.int(1, 2 if depthwise else 6)
    if depthwise:
        params[7] = group
    n, bias = oc * (ic // group) * kernel[0] * kernel[1], m.int(0, 1)
    term = m.pick(1, 2, 101, 102) if depthwise else m.pick(1, 2, 101)
    params.update({0: oc, 5: bias, 6: n, 8: term})
    params.update(activation(m))
    n_scales = oc if not depthwise else group if term in (1, 101) else 1
    if m.chance(0.5):
        weights = [int8_weights(m, n)]
        scales = m.reals(n_scales, 30, 200)
    else:
        weights = [Tagged(m.reals(n), m.pick("f32", "f16"))]
        scales = m.reals(n_scales, 60, 127)
    weights += [Raw(m.reals(oc))] * bias + [Raw(scales), Raw(m.reals(1, 20, 60))]
    if term > 100:
        weights.append(Raw(m.reals(1, 10, 40)))
    m.layer(kind, [m.random(blob(m, ic, room(kernel, dilation), params))], params, weights)


@layer("Convolution", "ConvolutionDepthWise")
def quantized_convolution(m, kind):
    quantized(m, kind, kind != "Convolution")


@layer("InnerProduct")
def quantized_product(m):
    shape = m.any_shape((1, 2, 3))
    n, oc, bias = 1, m.int(3, 8), m.int(0, 1)
    for size in shape if len(shape) != 2 else shape[1:]:
        n *= size
    params = {0: oc, 1: bias, 2: n * oc, 8: 1}
    params.update(activation(m))
    weights = [int8_weights(m, n * oc)] if m.chance(0.5) else [Tagged(m.reals(n * oc), "f32")]
    m.layer(
        "InnerProduct",
        [m.random(shape)],
        params,
        weights + [Raw(m.reals(oc))] * bias + [Raw(m.reals(oc, 60, 127)), Raw(m.reals(1, 20, 60))],
    )
