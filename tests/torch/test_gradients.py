# SPDX-License-Identifier: Apache-2.0
"""The gradient of each operator against autograd: a module of one operator whose inputs are
parameters takes one step at the rate 1, and w - w' is the gradient. In f64.

Inputs of the operator are rows of weights that a 1 is multiplied with: so they are weights whatever
the operator is."""

import os
import shutil
import tempfile

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from judge import Trouble, arguments, begin_with, distance, export, finish, sinter, weights_of

# Attributes of ONNX are f32.
ALLOWED = 1e-7


class One(nn.Module):
    def __init__(self, function, shapes, low, high):
        super().__init__()
        self.function, self.shapes = function, shapes
        self.names = []
        for i, s in enumerate(shapes):
            n = int(np.prod(s))
            w = torch.rand(1, n, dtype=torch.float64) * (high - low) + low
            self.register_parameter("w%d" % i, nn.Parameter(w))
            self.names.append("w%d" % i)

    def forward(self, x):
        inputs = [
            (x @ getattr(self, name)).reshape(s) for name, s in zip(self.names, self.shapes)
        ]
        return self.function(*inputs).reshape(1, -1)


def of_module(module, *shapes):
    """A layer with weights of its own."""
    return (module.double(), list(shapes), -1, 1)


def f(function, *shapes, low=-2, high=2):
    return (function, list(shapes), low, high)


V, M, I, I1, I3 = (3, 4), (4, 5), (2, 4, 7, 6), (2, 4, 9), (1, 2, 4, 5, 3)
index = torch.tensor([[2, 0, 1], [1, 1, 3]])
places = torch.tensor([[0, 2], [3, 1], [1, 0]])
mask = torch.arange(12).reshape(3, 4) % 3 == 0
# has_biases, num_layers, dropout, train, bidirectional, batch_first
ONE_LAYER = (True, 1, 0.0, False, False, False)

TABLE = {
    # elements
    "abs": f(torch.abs, V),
    "acos": f(torch.acos, V, low=-0.9, high=0.9),
    "asin": f(torch.asin, V, low=-0.9, high=0.9),
    "atan": f(torch.atan, V),
    "acosh": f(torch.acosh, V, low=1.1),
    "asinh": f(torch.asinh, V),
    "atanh": f(torch.atanh, V, low=-0.9, high=0.9),
    "ceil": f(lambda x: torch.ceil(x) + x, V),
    "celu": f(lambda x: F.celu(x, 0.7), V),
    "clamp": f(lambda x: x.clamp(-0.5, 0.7), V),
    "cos": f(torch.cos, V),
    "cosh": f(torch.cosh, V),
    "elu": f(lambda x: F.elu(x, 0.8), V),
    "erf": f(torch.erf, V),
    "exp": f(torch.exp, V),
    "expm1": f(torch.expm1, V),
    "floor": f(lambda x: torch.floor(x) * x, V),
    "frac": f(torch.frac, V),
    "gelu": f(F.gelu, V),
    "gelu_tanh": f(lambda x: F.gelu(x, approximate="tanh"), V),
    "glu": f(F.glu, V),
    "hard_sigmoid": f(F.hardsigmoid, V, low=-4, high=4),
    "hard_swish": f(F.hardswish, V, low=-4, high=4),
    "hardtanh": f(F.hardtanh, V),
    "leaky_relu": f(lambda x: F.leaky_relu(x, 0.1), V),
    "log": f(torch.log, V, low=0.2),
    "log10": f(torch.log10, V, low=0.2),
    "log1p": f(torch.log1p, V, low=-0.9),
    "log2": f(torch.log2, V, low=0.2),
    "log_sigmoid": f(F.logsigmoid, V),
    "mish": f(F.mish, V),
    "neg": f(torch.neg, V),
    "pow_number": f(lambda x: x**3, V),
    "pow_half": f(lambda x: x**2.5, V, low=0.2),
    "prelu": f(F.prelu, (2, 3, 4), (3,)),
    "reciprocal": f(torch.reciprocal, V, low=0.3),
    "relu": f(F.relu, V),
    "relu6": f(F.relu6, V, low=-3, high=9),
    "round": f(lambda x: torch.round(x) + x, V),
    "rsqrt": f(torch.rsqrt, V, low=0.3),
    "selu": f(F.selu, V),
    "sigmoid": f(torch.sigmoid, V),
    "sign": f(lambda x: torch.sign(x) * x, V),
    "silu": f(F.silu, V),
    "sin": f(torch.sin, V),
    "sinh": f(torch.sinh, V),
    "softplus": f(F.softplus, V),
    "softplus_beta": f(lambda x: F.softplus(x, 2), V),
    "softshrink": f(F.softshrink, V),
    "hardshrink": f(F.hardshrink, V),
    "softsign": f(F.softsign, V),
    "sqrt": f(torch.sqrt, V, low=0.2),
    "square": f(torch.square, V),
    "tan": f(torch.tan, V, low=-1.2, high=1.2),
    "tanh": f(torch.tanh, V),
    "tanhshrink": f(F.tanhshrink, V),
    "threshold": f(lambda x: F.threshold(x, 0.3, -1.0), V),
    "trunc": f(lambda x: torch.trunc(x) * x, V),
    # pairs
    "add": f(torch.add, V, V),
    "add_rows": f(torch.add, V, (4,)),
    "add_columns": f(torch.add, V, (3, 1)),
    "add_scaled": f(lambda x, y: torch.add(x, y, alpha=0.3), V, V),
    "atan2": f(torch.atan2, V, V, low=0.3),
    "div": f(torch.div, V, V, low=0.4),
    "div_columns": f(torch.div, V, (3, 1), low=0.4),
    "fmod": f(torch.fmod, V, V, low=0.4, high=3),
    "remainder": f(torch.remainder, V, V, low=0.4, high=3),
    "lerp": f(torch.lerp, V, V, V),
    "max_of_two": f(torch.maximum, V, V),
    "min_of_two": f(torch.minimum, V, V),
    "mul": f(torch.mul, V, V),
    "mul_outer": f(torch.mul, (3, 1), (1, 4)),
    "mul_number": f(torch.mul, V, ()),
    "pow": f(torch.pow, V, V, low=0.3),
    "sub": f(torch.sub, V, (1, 4)),
    "where": f(lambda x, y: torch.where(mask, x, y), V, V),
    "where_own": f(lambda x, y: torch.where(x > y, x, y * y), V, V),
    "masked_fill": f(lambda x: x.masked_fill(mask, 0.5), V),
    "three_times": f(lambda x: x * x + torch.sin(x) * x, V),
    # products
    "matmul": f(torch.matmul, V, M),
    "matmul_batches": f(torch.matmul, (2, 3, 4), (2, 4, 5)),
    "matmul_shared": f(torch.matmul, (2, 3, 4), M),
    "matmul_broadcast": f(torch.matmul, (2, 1, 3, 4), (3, 4, 5)),
    "matmul_vector": f(torch.matmul, V, (4,)),
    "vector_matmul": f(torch.matmul, (4,), M),
    "dot": f(torch.matmul, (4,), (4,)),
    "linear": f(F.linear, V, (5, 4), (5,)),
    "linear_rows": f(F.linear, (2, 3, 4), (5, 4), (5,)),
    "addmm": f(lambda c, a, b: torch.addmm(c, a, b, beta=0.5, alpha=1.5), (3, 5), V, M),
    "bmm": f(torch.bmm, (2, 3, 4), (2, 4, 5)),
    "einsum": f(lambda a, b: torch.einsum("bij,bkj->bik", a, b), (2, 3, 4), (2, 5, 4)),
    "einsum_sum": f(lambda a, b: torch.einsum("ij,jk->i", a, b), V, M),
    "attention": f(F.scaled_dot_product_attention, (2, 3, 4), (2, 5, 4), (2, 5, 3)),
    "attention_causal": f(
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True),
        (2, 3, 4), (2, 3, 4), (2, 3, 5)
    ),
    # recurrent layers: x, states, weights, biases
    "rnn": f(
        lambda x, h, w, u, b, c: torch._VF.rnn_tanh(x, h, [w, u, b, c], *ONE_LAYER)[0],
        (5, 2, 3), (1, 2, 4), (4, 3), (4, 4), (4,), (4,), low=-1, high=1
    ),
    "gru": f(
        lambda x, h, w, u, b, c: torch._VF.gru(x, h, [w, u, b, c], *ONE_LAYER)[0],
        (5, 2, 3), (1, 2, 4), (12, 3), (12, 4), (12,), (12,), low=-1, high=1
    ),
    "lstm": f(
        lambda x, h, c, w, u, b, d: torch._VF.lstm(x, (h, c), [w, u, b, d], *ONE_LAYER)[0],
        (5, 2, 3), (1, 2, 4), (1, 2, 4), (16, 3), (16, 4), (16,), (16,), low=-1, high=1
    ),
    # convolutions
    "conv": f(F.conv2d, I, (3, 4, 3, 3), (3,)),
    "conv_stride": f(lambda x, w: F.conv2d(x, w, None, 2, 1), I, (3, 4, 3, 3)),
    "conv_uneven": f(lambda x, w: F.conv2d(x, w, None, (2, 3), (1, 2)), I, (3, 4, 2, 3)),
    "conv_dilation": f(lambda x, w: F.conv2d(x, w, None, 1, 2, 2), I, (3, 4, 3, 3)),
    "conv_groups": f(lambda x, w: F.conv2d(x, w, None, 1, 1, 1, 2), I, (6, 2, 3, 3)),
    "conv_depthwise": f(lambda x, w: F.conv2d(x, w, None, 2, 1, 1, 4), I, (4, 1, 3, 3)),
    "conv_multiplier": f(lambda x, w: F.conv2d(x, w, None, 1, 1, 1, 4), I, (8, 1, 3, 3)),
    "conv_pointwise": f(F.conv2d, I, (5, 4, 1, 1), (5,)),
    "conv1d": f(lambda x, w, b: F.conv1d(x, w, b, 2, 1), I1, (3, 4, 3), (3,)),
    "conv3d": f(lambda x, w: F.conv3d(x, w, None, 1, 1), I3, (3, 2, 3, 2, 2)),
    "conv_same": f(lambda x, w: F.conv2d(x, w, padding="same"), I, (3, 4, 2, 4)),
    # layers: their weights are the file's own
    "layer_conv": of_module(nn.Conv2d(4, 6, 3, 2, 1, groups=2), I),
    "layer_linear": of_module(nn.Linear(4, 5), V),
    "layer_deconv": of_module(nn.ConvTranspose2d(4, 3, 3, 2, 1, 1), I),
    "layer_deconv_groups": of_module(nn.ConvTranspose2d(4, 6, 4, 2, 1, groups=2), I),
    "layer_deconv_dilation": of_module(nn.ConvTranspose2d(4, 2, 3, 1, 2, 0, dilation=2), I),
    "layer_deconv1d": of_module(nn.ConvTranspose1d(4, 3, 4, 3), I1),
    "layer_deconv3d": of_module(nn.ConvTranspose3d(2, 3, 2, 2), I3),
    "layer_bilinear": of_module(nn.Bilinear(4, 3, 5), (2, 4), (2, 3)),
    "layer_batch_norm": of_module(nn.BatchNorm2d(4), I),
    "layer_batch_norm_plain": of_module(nn.BatchNorm1d(4, affine=False), (6, 4)),
    "layer_layer_norm": of_module(nn.LayerNorm(4), V),
    "layer_layer_norm_two": of_module(nn.LayerNorm((7, 6)), I),
    "layer_group_norm": of_module(nn.GroupNorm(2, 4), I),
    "layer_instance_norm": of_module(nn.InstanceNorm2d(4, affine=True), I),
    "layer_rms_norm": of_module(nn.RMSNorm(4, eps=1e-5), V),
    "layer_prelu": of_module(nn.PReLU(4), I),
    # poolings
    "max_pool": f(lambda x: F.max_pool2d(x, 2), I),
    "max_pool_overlap": f(lambda x: F.max_pool2d(x, 3, 1, 1), I),
    "max_pool_ceil": f(lambda x: F.max_pool2d(x, 3, 2, 1, ceil_mode=True), I),
    "max_pool_dilation": f(lambda x: F.max_pool2d(x, 2, 1, 0, 2), I),
    "max_pool1d": f(lambda x: F.max_pool1d(x, 3, 2), I1),
    "max_pool3d": f(lambda x: F.max_pool3d(x, 2), I3),
    "avg_pool": f(lambda x: F.avg_pool2d(x, 2), I),
    "avg_pool_padded": f(lambda x: F.avg_pool2d(x, 3, 2, 1), I),
    "avg_pool_exclusive": f(lambda x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), I),
    "avg_pool_ceil": f(lambda x: F.avg_pool2d(x, 3, 2, 0, ceil_mode=True), I),
    "avg_pool1d": f(lambda x: F.avg_pool1d(x, 2), I1),
    "adaptive_avg_pool": f(lambda x: F.adaptive_avg_pool2d(x, 1), I),
    "adaptive_avg_pool_3": f(lambda x: F.adaptive_avg_pool2d(x, (7, 3)), I),
    "adaptive_max_pool": f(lambda x: F.adaptive_max_pool2d(x, 1), I),
    "lp_pool": f(lambda x: F.lp_pool2d(x, 2, 2), I, low=0.2),
    # moves
    "cat": f(lambda x, y: torch.cat([x, y, x], 1) ** 2, V, (3, 2)),
    "chunk": f(lambda x: torch.mul(*x.chunk(2, 1)), V),
    "split": f(lambda x: x.split([1, 3], 1)[1] * 2, V),
    "flip": f(lambda x: x.flip(1) * x, V),
    "roll": f(lambda x: x.roll(1, 1) * x, V),
    "slice": f(lambda x: x[1:, ::2] ** 2, V),
    "select": f(lambda x: x[1] ** 2, V),
    "narrow": f(lambda x: x.narrow(1, 1, 2) ** 2, V),
    "stack": f(lambda x, y: torch.stack([x, y], 1) ** 2, V, V),
    "unbind": f(lambda x: torch.mul(*x.unbind(0)[:2]), V),
    "expand": f(lambda x: x.expand(2, 3, 4) ** 2, (3, 1)),
    "repeat": f(lambda x: x.repeat(2, 1, 2) ** 2, V),
    "repeat_interleave": f(lambda x: x.repeat_interleave(2, 1) ** 2, V),
    "tile": f(lambda x: x.tile(3, 2) ** 2, V),
    "permute": f(lambda x: x.permute(2, 0, 1) ** 2, (2, 3, 4)),
    "transpose": f(lambda x: x.t() ** 2, V),
    "squeeze": f(lambda x: x.squeeze(1) ** 2, (3, 1, 4)),
    "pixel_shuffle": f(lambda x: F.pixel_shuffle(x, 2) ** 2, I),
    "pixel_unshuffle": f(lambda x: F.pixel_unshuffle(x, 3) ** 2, (1, 2, 6, 6)),
    "channel_shuffle": f(lambda x: F.channel_shuffle(x, 2) ** 2, I),
    "pad": f(lambda x: F.pad(x, (1, 2, 0, 1), value=0.5) ** 2, I),
    "pad_cut": f(lambda x: F.pad(x, (-1, 2)) ** 2, I),
    "pad_reflect": f(lambda x: F.pad(x, (2, 1, 1, 2), "reflect") ** 2, I),
    "pad_replicate": f(lambda x: F.pad(x, (2, 1, 1, 2), "replicate") ** 2, I),
    "pad_circular": f(lambda x: F.pad(x, (2, 1, 1, 2), "circular") ** 2, I),
    "resize_nearest": f(lambda x: F.interpolate(x, scale_factor=2) ** 2, I),
    "resize_nearest_down": f(lambda x: F.interpolate(x, size=(3, 4)) ** 2, I),
    "resize_linear": f(lambda x: F.interpolate(x, scale_factor=2, mode="bilinear") ** 2, I),
    "resize_corners": f(
        lambda x: F.interpolate(x, size=(9, 5), mode="bilinear", align_corners=True) ** 2, I
    ),
    "resize_cubic": f(lambda x: F.interpolate(x, scale_factor=2, mode="bicubic") ** 2, I),
    "resize_1d": f(lambda x: F.interpolate(x, scale_factor=3, mode="linear") ** 2, I1),
    "embedding": f(lambda w: F.embedding(index, w) ** 2, (4, 5)),
    "index_select": f(lambda x: x.index_select(1, index[0]) ** 2, V),
    "gather": f(lambda x: x.gather(1, torch.tensor([[0, 2], [3, 3], [1, 0]])) ** 2, V),
    "scatter": f(lambda x, u: x.scatter(1, places, u) ** 2, V, (3, 2)),
    "scatter_add": f(lambda x, u: x.scatter_add(1, places, u) ** 2, V, (3, 2)),
    "index_pairs": f(lambda x: x[index[0], index[1]] ** 2, (4, 5)),
    "index_put": f(lambda x, u: x.index_put((index[0], index[1]), u) ** 2, (4, 5), (3,)),
    "topk": f(lambda x: x.topk(2, 1)[0] ** 2, V),
    "sort": f(lambda x: x.sort(1)[0] * torch.arange(4), V),
    "tril": f(lambda x: x.tril() ** 2, (4, 4)),
    "triu": f(lambda x: x.triu(1) ** 2, (3, 5)),
    "unfold": f(lambda x: F.unfold(x, 2) ** 2, (1, 2, 4, 4)),
    "fold": f(lambda x: F.fold(x, (4, 5), (2, 3), padding=1) ** 2, (2, 12, 25)),
    "grid_sample": f(lambda x, g: F.grid_sample(x, g, align_corners=False), I, (2, 3, 5, 2)),
    "grid_sample_border": f(
        lambda x, g: F.grid_sample(x, g, "bilinear", "border", True), I, (2, 3, 5, 2)
    ),
    "grid_sample_cubic": f(
        lambda x, g: F.grid_sample(x, g, "bicubic", "reflection", False), I, (2, 3, 5, 2)
    ),
    # reductions
    "sum": f(lambda x: x.sum(1) ** 2, (2, 3, 4)),
    "sum_all": f(lambda x: torch.tanh(x.sum()), V),
    "mean": f(lambda x: x.mean((0, 2), keepdim=True) ** 2, (2, 3, 4)),
    "amax": f(lambda x: x.amax(1) ** 2, V),
    "amin": f(lambda x: x.amin(0) ** 2, V),
    "max": f(lambda x: x.max(1)[0] ** 2, V),
    "prod": f(lambda x: x.prod(1), V),
    "norm": f(lambda x: x.norm(dim=1) ** 3, V),
    "norm_l1": f(lambda x: x.norm(1, dim=1) ** 2, V),
    "logsumexp": f(lambda x: x.logsumexp(1) ** 2, V),
    "var": f(lambda x: x.var(1), V),
    "std": f(lambda x: x.std(1, unbiased=False), V),
    "softmax": f(lambda x: x.softmax(1) ** 2, V),
    "softmax_channels": f(lambda x: x.softmax(1) ** 2, I),
    "log_softmax": f(lambda x: x.log_softmax(0) ** 2, V),
    "softmin": f(lambda x: F.softmin(x, 1) ** 2, V),
    "cumsum": f(lambda x: x.cumsum(1) ** 2, V),
    "normalize": f(lambda x: F.normalize(x, dim=1), V),
    "cosine": f(lambda x, y: F.cosine_similarity(x, y, dim=1), V, V),
    # norms, without weights of their own
    "layer_norm": f(lambda x, w, b: F.layer_norm(x, (4,), w, b), V, (4,), (4,)),
    "group_norm": f(lambda x: F.group_norm(x, 2), I),
    "instance_norm": f(F.instance_norm, I),
    "local_response_norm": f(lambda x: F.local_response_norm(x, 3, 0.5), I),
}


def one(args, name, folder):
    at = lambda file: os.path.join(folder, file)
    function, shapes, low, high = TABLE[name]
    net = One(function, shapes, low, high).double()
    net.train()
    x = torch.ones(1, 1, dtype=torch.float64)
    try:
        export(net, [x], at("net.onnx"), dynamic=False)
    except Trouble:  # some operators only one of the two knows
        export(net, [x], at("net.onnx"), dynamo=True)
    begin_with(net, weights_of(at("net.onnx")))
    z = net(x)
    target = torch.rand(z.shape, dtype=torch.float64)
    F.mse_loss(z, target).backward()
    np.save(at("x.npy"), x.numpy())
    np.save(at("y.npy"), target.numpy())
    before = weights_of(at("net.onnx"))
    sinter(args, "train", at("net.onnx"), at("x.npy"), at("y.npy"), "--loss", "mse",
           "--learning-rate", "1", "--quiet", "-o", at("out.onnx"))
    after = weights_of(at("out.onnx"))
    worst = ("", 0.0)
    for weight, p in net.named_parameters():
        if p.grad is None:
            continue
        if weight not in after:
            raise Trouble("'%s' is not in the file" % weight)
        moved = (before[weight] - after[weight]).reshape(p.shape)
        scale = max(float(p.grad.abs().max()), 1e-3)
        off = float(np.abs(moved - p.grad.numpy()).max() / scale)
        if not off <= worst[1]:
            worst = (weight, off)
    return worst


def main():
    args = arguments(__doc__)
    passed = failed = 0
    folder = tempfile.mkdtemp(prefix="sinter-torch-")
    try:
        for name in TABLE:
            if args.k not in name:
                continue
            torch.manual_seed(args.seed)
            try:
                weight, off = one(args, name, folder)
                good, said = off <= ALLOWED, "%.1e (%s)" % (off, weight)
            except Trouble as e:
                good, said = False, str(e)
            passed, failed = passed + good, failed + (not good)
            if not good or args.k:
                print("%-24s %s%s" % (name, said, "" if good else "  FAILED"))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    finish(passed, failed)


main()
