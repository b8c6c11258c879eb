# SPDX-License-Identifier: Apache-2.0
"""Reductions, normalisations and pools, for test_operators.py."""

import numpy as np

from operator_cases import FLOATS, OPERATORS, Case, Skip, is_float, is_half, operator, vector
from operators_products import window


@operator("softmax")
def softmax(d):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    return Case(
        "Softmax", "softmax", [d.data(s, d.type("Softmax"))], {"axis": given}, {"axis": axis}
    )


REDUCTIONS = {
    "ReduceSum": "sum",
    "ReduceMean": "mean",
    "ReduceMax": "max",
    "ReduceMin": "min",
    "ReduceProd": "prod",
    "ReduceL1": "l1",
    "ReduceL2": "l2",
    "ReduceLogSum": "log_sum",
    "ReduceLogSumExp": "log_sum_exp",
    "ReduceSumSquare": "sum_square",
}


@operator("reduce")
def reduce(d):
    onnx = d.pick(*REDUCTIONS)
    t = d.type(onnx)
    if not is_float(t) and onnx in ("ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMean"):
        t = d.pick(*FLOATS)  # what is cut to an integer is another in onnx.reference
    s = d.shape()
    if 0 in s and (onnx in ("ReduceMax", "ReduceMin", "ReduceMean") or not is_float(t)):
        raise Skip
    x = d.data(s, t, 0.1 if onnx == "ReduceLogSum" and is_float(t) else -3, 3)
    if onnx == "ReduceProd" and is_float(t) and x.size > 64:
        x = np.clip(x, -1, 1).astype(t)
    given, axes = d.axes(len(s))
    keep, noop = d.int(0, 1), d.int(0, 1)
    c = Case(
        onnx,
        "reduce",
        [x],
        {"keepdims": keep, "noop_with_empty_axes": noop},
        {
            "op": REDUCTIONS[onnx],
            "keepdims": bool(keep),
            "noop_with_empty_axes": bool(noop),
            "axes": axes,
        },
    )
    c.constants = [vector(given)]
    c.of_onnx = lambda results: [
        np.asarray(a).astype(t) for a in results
    ]  # squares become i64 there
    return c


def running(d, onnx, op):
    s = d.shape(1)
    given, axis = d.axis(len(s))
    x = d.data(s, d.type(onnx))
    p = {"exclusive": d.int(0, 1), "reverse": d.int(0, 1)}
    c = Case(onnx, op, [x], p, dict({k: bool(v) for k, v in p.items()}, axis=axis))
    c.constants = [np.asarray(given, np.int64)]
    return c


@operator("cum_sum")
def cum_sum(d):
    return running(d, "CumSum", "cum_sum")


@operator("cum_prod")
def cum_prod(d):
    return running(d, "CumProd", "cum_prod")


@operator("batch_normalization")
def batch_normalization(d):
    t, of_scale, of_mean = d.pick(*FLOATS), d.pick(*FLOATS), d.pick(*FLOATS)
    if d.chance(0.5):
        of_scale = of_mean = t
    s = [d.int(1, 3)] + ([d.int(1, 4)] + d.shape(0, 6) if d.chance(0.8) else [])
    n = [s[1] if len(s) > 1 else 1]  # a vector has one channel
    eps = float(np.float32(d.pick(1e-5, 1e-3)))
    scale, mean = ([d.array(n, of) for _ in "12"] for of in (of_scale, of_mean))
    mean[1] = d.array(n, of_mean, 0.1, 3)
    c = Case(
        "BatchNormalization",
        "batch_normalization",
        [d.array(s, t)] + scale + mean,
        {"epsilon": eps},
        {"epsilon": eps, "axis": 1},
    )
    c.half = t if is_half(t) else None
    return c


def norm(onnx, ours, has_bias, **more):
    def make(d):
        t = d.pick(*FLOATS)
        s = d.shape(1)
        if 0 in s:
            raise Skip
        given, axis = d.axis(len(s))
        eps = float(np.float32(d.pick(1e-5, 1e-3)))
        inputs = [d.array(s, t), d.array(s[axis:], t)]
        if has_bias and d.chance(0.6):
            inputs.append(d.array(s[axis:], t))
        return Case(
            onnx,
            ours,
            inputs,
            {"axis": given, "epsilon": eps},
            {"axis": axis, "epsilon": eps},
            **more
        )

    OPERATORS[ours] = make


norm("LayerNormalization", "layer_normalization", True)
norm("RMSNormalization", "rms_normalization", False, opset=23)


@operator("instance_normalization")
def instance_normalization(d):
    s = [d.int(1, 3), d.int(1, 4)] + d.shape(1, 6)
    if 0 in s:
        raise Skip
    eps = float(np.float32(d.pick(1e-5, 1e-3)))
    t = d.pick(*FLOATS)
    v = [d.array([s[1]], t) for _ in range(2)]
    return Case(
        "InstanceNormalization",
        "instance_normalization",
        [d.array(s, t)] + v,
        {"epsilon": eps},
        {"epsilon": eps, "axis": 1},
    )


@operator("group_normalization")
def group_normalization(d):
    groups = d.int(1, 3)
    s = [d.int(1, 3), groups * d.int(1, 3)] + d.shape(1, 6)
    if 0 in s:
        raise Skip
    eps = float(np.float32(d.pick(1e-5, 1e-3)))
    t = d.type("GroupNormalization")
    if int(np.prod(s[1:])) // groups < 8:
        raise Skip  # onnx.reference has the variance from squares, in f32
    v = [d.array([s[1]], t) for _ in range(2)]
    return Case(
        "GroupNormalization",
        "group_normalization",
        [d.array(s, t)] + v,
        {"epsilon": eps, "num_groups": groups},
        {"epsilon": eps, "num_groups": groups, "axis": 1},
    )


@operator("lp_normalization")
def lp_normalization(d):
    s, p = d.shape(1), d.int(1, 2)
    given, axis = d.axis(len(s))
    return Case(
        "LpNormalization",
        "lp_normalization",
        [d.array(s, d.pick(*FLOATS))],
        {"axis": given, "p": p},
        {"axis": axis, "p": p},
    )


@operator("mean_variance_normalization")
def mean_variance_normalization(d):
    t, s = d.pick(*FLOATS), [d.int(1, 3), d.int(1, 3), d.int(2, 4), d.int(2, 4)]
    axes = sorted(int(k) for k in d.rng.choice(4, d.int(1, 4), replace=False))
    if np.prod([s[k] for k in axes]) < 4:
        raise Skip  # the variance from squares, there, loses too much
    given = {} if d.chance(0.3) else {"axes": axes}
    return Case(
        "MeanVarianceNormalization", "mean_variance_normalization", [d.array(s, t)], given, given
    )


def pool(onnx, ours, counts):
    def make(d):
        nd = d.int(1, 3)
        kernel, strides, dilations, pads, sizes = window(d, nd)
        ceil = d.int(0, 1)
        attributes = {
            "kernel_shape": kernel,
            "strides": strides,
            "dilations": dilations,
            "ceil_mode": ceil,
        }
        params = {
            "nd": nd,
            "kernel": kernel,
            "stride": strides,
            "dilation": dilations,
            "ceil_mode": bool(ceil),
        }
        how = d.pick("NOTSET", "NOTSET", "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER")
        if how == "NOTSET":
            attributes["pads"] = pads[0] + pads[1]
            params["pad_begin"], params["pad_end"] = pads
        else:
            # onnx.reference and ONNX Runtime contradict each other where these are dilated
            attributes["dilations"] = params["dilation"] = [1] * nd
            attributes["strides"] = params["stride"] = [min(a, b) for a, b in zip(strides, kernel)]
            attributes["auto_pad"], attributes["ceil_mode"], params["ceil_mode"] = how, 0, False
            if how != "VALID":
                params["pad_mode"] = how.lower()
        places = not counts and d.chance(0.5)
        if places:
            attributes["storage_order"] = by_columns = d.int(0, 1)
            params["storage_order"] = ("row_major", "column_major")[by_columns]
        if counts:
            attributes["count_include_pad"] = count = d.int(0, 1)
            params["count_include_pad"] = bool(count)
        draw = d.data if how == "NOTSET" and ceil == 0 else d.array  # the judge skips NaN
        x = draw([d.int(1, 3), d.int(1, 3)] + sizes, d.type(onnx))
        if not counts and is_float(x.dtype):  # which onnx.reference keeps or skips by the window
            x = np.where(np.isnan(x), np.asarray(1).astype(x.dtype), x)
        c = Case(onnx, ours, [x], attributes, params, n_out=2 if places else 1)
        c.judge = places  # onnx.reference takes the last of equal ones now and then
        return c

    OPERATORS[ours] = make


pool("MaxPool", "max_pool", False)
pool("AveragePool", "average_pool", True)


@operator("max_unpool")
def max_unpool(d):
    nd = d.int(1, 3)
    kernel, strides, _, pads, sizes = window(d, nd)
    s = [d.int(1, 3), d.int(1, 3)] + [min(n, 4) for n in sizes]
    pads = [[min(p, k - 1) // 2 for p, k in zip(side, kernel)] for side in pads]
    result = [
        (n - 1) * step + k - a - b for n, step, k, a, b in zip(s[2:], strides, kernel, *pads)
    ]
    attributes = {"kernel_shape": kernel, "strides": strides, "pads": pads[0] + pads[1]}
    params = {"nd": nd, "kernel": kernel, "stride": strides}
    params["pad_begin"], params["pad_end"] = pads
    inputs = []
    if d.chance(0.4):
        result = [n + d.int(0, 2) for n in result]
        inputs = [vector(s[:2] + result)]
    n, most = int(np.prod(s)), int(np.prod(s[:2] + result))
    if min(result) < 1 or most < n:
        raise Skip
    at = np.asarray(d.rng.permutation(most)[:n], np.int64).reshape(s)
    c = Case("MaxUnpool", "max_unpool", [d.data(s, d.type("MaxUnpool")), at] + inputs)
    c.attributes, c.params = attributes, params
    c.judge = bool(inputs)  # onnx.reference puts a smaller tensor into a corner
    return c


def global_pool(onnx, reduction, ours):
    def make(d):
        s = [d.int(1, 3), d.int(1, 3)] + [d.int(1, 4) for _ in range(d.int(1, 6))]
        x, nd = d.data(s, d.type(onnx)), len(s) - 2
        c = Case(onnx, ours, [x], None, {"nd": nd})
        if (
            nd > 3 or not np.isfinite(x.astype(np.float64)).all()
        ):  # the judge has 3 axes and skips NaN
            c.onnx, c.constants = reduction, [vector(range(2, len(s)))]
        return c

    OPERATORS[ours] = make


global_pool("GlobalMaxPool", "ReduceMax", "global_max_pool")
global_pool("GlobalAveragePool", "ReduceMean", "global_average_pool")


@operator("lrn")
def lrn(d):
    t, size = d.type("LRN"), d.int(1, 6)
    n = d.int(1, 4)  # onnx.reference normalises as many channels as there are images
    how = dict(alpha=d.pick(1e-4, 0.5, 2.0), beta=d.pick(0.75, 1.0), bias=d.pick(1.0, 2.0))
    x = d.array([n, n, d.int(1, 3), d.int(1, 3)], t)
    return Case("LRN", "lrn", [x], dict(how, size=size), dict(how, size=size))
