# SPDX-License-Identifier: Apache-2.0
"""Layers whose shapes do not fit, and which ncnn runs all the same: sinter must not refuse them,
and ncnn must compute the same of the optimized file.

Each case stands between layers that can be optimized. It is run without packed channels and with
ncnn's own settings, before and after. `portable` says that ncnn's result does not depend on them;
then the interpreter must agree, too.
"""

import os

import numpy as np

import peer
import sinter_tool as tool
from model import Model, Raw, Tagged
from ncnn_peer import OFF, Ncnn, Ours, distance

BOUND = 1e-4
PACKED = [name for name in OFF if "packing" in name or "sgemm" in name]
CASES = {}


def case(portable=True):
    def add(function):
        CASES[function.__name__] = function, portable
        return function

    return add


def weights(m, *sizes):
    return Tagged(m.reals(int(np.prod(sizes))), "f32")


# ---- values with depth in 2-D layers -------------------------------------------------------------


@case()
def conv_of_depth(m, x):
    x = x((8, 3, 5, 5))
    return m.layer("Convolution", [x], {0: 8, 1: 3, 4: 1, 6: 576}, [weights(m, 576)])


@case()
def conv_depthwise_of_depth(m, x):
    x = x((8, 3, 5, 5))
    params = {0: 8, 1: 3, 3: 2, 4: -233, 6: 72, 7: 8}
    return m.layer("ConvolutionDepthWise", [x], params, [weights(m, 72)])


@case()
def deconv_of_depth(m, x):
    return m.layer(
        "Deconvolution", [x((8, 2, 4, 5))], {0: 8, 1: 2, 3: 2, 6: 256}, [weights(m, 256)]
    )


@case()
def pool_of_depth(m, x):
    return m.layer("Pooling", [x((8, 3, 6, 6))], {0: m.int(0, 1), 1: 2, 2: 2})


@case()
def global_pool_of_depth(m, x):
    return m.layer("Pooling", [x((8, 3, 6, 6))], {0: 1, 4: 1})


@case()
def unfold_of_depth(m, x):
    return m.layer("Unfold", [x((4, 3, 4, 5))], {1: 2})


@case()
def pixel_shuffle_of_depth(m, x):
    return m.layer("PixelShuffle", [x((8, 3, 4, 4))], {0: 2})


@case()
def reorg_of_depth(m, x):
    return m.layer("Reorg", [x((8, 3, 4, 4))], {0: 2})


# ---- one along an axis that is not there ---------------------------------------------------------


@case()
def softmax_without_axis(m, x):
    return m.layer("Softmax", [x(m.any_shape((2, 3)))], {0: m.pick(3, -4), 1: 1})


# ---- fewer elements than weights are made for ----------------------------------------------------


@case(portable=False)
def linear_of_fewer(m, x):
    x = x((4, 3, 3))
    return m.layer("InnerProduct", [x], {0: 8, 2: 800}, [weights(m, 800)])


@case(portable=False)
def lstm_of_fewer(m, x):
    parts = [weights(m, n) for n in (160, 16, 64)]
    return m.layer("LSTM", [x((4, 7))], {0: 4, 1: 160, 2: 0}, parts)


@case(portable=False)
def gru_of_fewer(m, x):
    parts = [weights(m, n) for n in (120, 16, 48)]
    return m.layer("GRU", [x((4, 7))], {0: 4, 1: 120, 2: 0}, parts)


@case(portable=False)
def rnn_of_fewer(m, x):
    return m.layer(
        "RNN", [x((4, 7))], {0: 4, 1: 40, 2: 0}, [weights(m, n) for n in (40, 4, 16)]
    )


@case(portable=False)
def matmul_k(m, x):
    return m.layer("MatMul", [x((4, 7)), m.random((9, 8), constant=False)], {0: 0})


@case(portable=False)
def gemm_k(m, x):
    return m.layer("Gemm", [x((4, 7)), m.random((8, 9), constant=False)], {3: 1})


@case()
def layer_norm_of_fewer(m, x):
    params, n = {0: 12, 1: 1e-3}, 12
    return m.layer("LayerNorm", [x((8, 8))], params, [Raw(m.reals(n)), Raw(m.reals(n))])


@case()
def rms_norm_of_fewer(m, x):
    return m.layer("RMSNorm", [x((8, 8))], {0: 12, 1: 1e-3}, [Raw(m.reals(12))])


@case()
def instance_norm_of_fewer(m, x):
    return m.layer("InstanceNorm", [x((8, 4, 4))], {0: 12}, [Raw(m.reals(12)), Raw(m.reals(12))])


@case(portable=False)
def group_norm_of_more(m, x):
    params = {0: 2, 1: 4}
    return m.layer("GroupNorm", [x((8, 4, 4))], params, [Raw(m.reals(4)), Raw(m.reals(4))])


# ---- several inputs ------------------------------------------------------------------------------


@case()
def eltwise_more_coeffs(m, x):
    return m.layer(
        "Eltwise",
        [x((8, 3, 4)), m.random((8, 3, 4), constant=False)],
        {0: 1, 1: [0.5, 2.0, 9.0]},
    )


@case(portable=False)
def eltwise_larger(m, x):
    return m.layer("Eltwise", [x((8, 3, 4)), m.random((8, 5, 4), constant=False)], {0: 1})


@case(portable=False)
def eltwise_vector_and_matrix(m, x):
    return m.layer("Eltwise", [x((8,)), m.random((4, 4), constant=False)], {0: 1})


@case(portable=False)
def concat_more_rows(m, x):
    return m.layer("Concat", [x((8, 3, 4)), m.random((8, 5, 5), constant=False)], {0: 2})


@case(portable=False)
def concat_other_planes(m, x):
    return m.layer("Concat", [x((8, 3, 4)), m.random((4, 4, 3), constant=False)], {0: 0})


@case(portable=False)
def concat_longer_rows(m, x):
    return m.layer("Concat", [x((8, 4)), m.random((4, 7), constant=False)], {0: 0})


@case(portable=False)
def sdpa_more_values(m, x):
    k, v = m.random((2, 5, 4), constant=False), m.random((4, 7, 6), constant=False)
    return m.layer("SDPA", [x((2, 3, 4)), k, v])


@case(portable=False)
def fold_of_more(m, x):
    return m.layer("Fold", [x((12, 20))], {1: 2, 20: 5, 21: 4})


# ---- running them --------------------------------------------------------------------------------


def network(make, seed):
    """Two layers before that become one, two behind of which one goes."""
    m = Model(seed)

    def start(shape):
        x = m.layer("Dropout", [m.random(shape, constant=False)])
        return m.layer("UnaryOp", [x], {0: 0})

    y = make(m, start)
    m.layer("ReLU", [m.layer("ReLU", [y])])
    return m


def check(args, ncnn, ours, stem, m, portable):
    """What is wrong, '' when nothing is; the distance."""
    m.save(stem)
    words = ["optimize", stem + ".param", "-o", stem + "_out.param", "-q"]
    for name, a in m.inputs.items():
        words += ["--input", "%s=%s" % (name, tool.sizes(a.shape))]
    code, text = tool.run(args.sinter, *words)
    if code != 0:
        return "sinter: " + tool.why(code, text), 0
    if not tool.n_layers(stem + "_out.param") < len(m.lines):
        return "nothing was optimized", 0
    worst, plain = 0, None
    for on in ([], PACKED):
        before = ncnn.run(stem + ".param", stem + ".bin", m.inputs, m.outputs, on=on)
        after = ncnn.run(stem + "_out.param", stem + "_out.bin", m.inputs, m.outputs, on=on)
        compared = [(before, after, "optimized")]
        plain = plain or before
        if portable and on:
            compared.append((plain, before, "with packed channels"))
        if portable and not on:
            run = ours.run(stem + ".param", stem + ".bin", m.inputs, m.outputs, pin=True)
            compared.append((before, run, "in the interpreter"))
        for a, b, what in compared:
            if a["status"] != "ok" or b["status"] != "ok":
                return "%s: %s, %s" % (what, a["status"], b["status"]), 0
            for name in m.outputs:
                d, why = distance(a["outputs"][name], b["outputs"][name])
                if not d <= BOUND:
                    return "%s: off by %s %s" % (what, peer.size(d), why), d
                worst = max(worst, d)
    return "", worst


def main():
    args = peer.arguments(__doc__.splitlines()[0], cases=dict(type=int, default=4))
    folder = peer.folder()
    ncnn, ours = Ncnn(), Ours(args.ref_run, folder)
    stem, passed, failed, rows = os.path.join(folder, "net"), 0, 0, []
    for name, (make, portable) in CASES.items():
        worst = 0
        for number in range(args.cases if args.k in name else 0):
            m = network(make, [args.seed, number])
            why, d = check(args, ncnn, ours, stem, m, portable)
            worst = max(worst, d)
            passed += not why
            failed += bool(why)
            if why:
                print("FAILED: %s: %s\n%s" % (name, why, m.param_text()))
        rows.append([name, "yes" if portable else "", peer.size(worst)])
    ncnn.close()
    ours.close()
    peer.remove(folder)
    peer.table(rows, ["case", "portable", "largest distance"])
    peer.finish(passed, failed)


if __name__ == "__main__":
    main()
