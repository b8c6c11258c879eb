# SPDX-License-Identifier: Apache-2.0
"""Single nodes of ONNX files whose forms the official tests do not cover, with random inputs and
attributes: those of the domains com.microsoft and ai.onnx.ml against ONNX Runtime, others against
onnx.reference. What is quantized may differ by one step where a sum lies in the middle of two.
The interpreter computes each case, and again after `optimize`. The first cases of each operator are
compiled, too; those that no kernel can compute are counted.
"""

import os
import zlib

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto

import nodes_ml  # noqa: F401 (cases of its own)
import nodes_runtime  # noqa: F401
import peer
import sinter_arrays
from ncnn_peer import Ours
from node_cases import F16, F32, F64, OPERATORS, Case, operator, sizes, some
from operator_cases import Draw

CASES = 40
COMPILED = 3
BOUND = {np.dtype(F64): 1e-10, np.dtype(F32): 2e-5, np.dtype(F16): 4e-3}
# ---- products ------------------------------------------------------------------------------------


@operator
def fused_matmul(d):
    rank, trans = d.int(2, 4), [d.int(0, 1) for _ in range(4)]
    if rank < 3:
        trans[2:] = 0, 0
    n, k, m = (d.int(1, 5) for _ in range(3))
    batch = [d.int(1, 3) for _ in range(rank - 2)]

    def stored(matrix, trans, trans_batch):
        s = batch + (matrix[::-1] if trans else matrix)
        # What the attribute moves behind the batch comes first.
        return s[-2:-1] + s[:-2] + s[-1:] if trans_batch else s

    names = ("transA", "transB", "transBatchA", "transBatchB")
    attributes = {name: v for name, v in zip(names, trans) if v}
    if d.chance(0.5):
        attributes["alpha"] = float(F32(d.pick(0.5, -1.5, 0.125)))
    a, b = stored([n, k], trans[0], trans[2]), stored([k, m], trans[1], trans[3])
    return Case("FusedMatMul", [d.array(a, F32), d.array(b, F32)], attributes)


def activation(d, names):
    name = d.pick(*names)
    numbers = {"LeakyRelu": [0.25], "Clip": [-0.5, 1.5], "HardSigmoid": [0.25, 0.5]}
    return name, numbers.get(name, [])


@operator
def fused_conv(d):
    group, oc, ic = d.pick(1, 2), 2 * d.int(1, 3), d.int(1, 3)
    nd, k = d.int(1, 2), d.int(1, 3)
    size = [d.int(4, 7) for _ in range(nd)]
    x = d.array([d.int(1, 2), group * ic] + size, F32)
    name, numbers = activation(d, ["Relu", "Tanh", "Sigmoid", "LeakyRelu", "Clip", "HardSigmoid"])
    attributes = {"group": group, "kernel_shape": [k] * nd, "activation": name}
    if numbers:
        attributes["activation_params"] = numbers
    if d.chance(0.5):
        attributes["pads"] = [k // 2] * (2 * nd)
    pad = 2 * (k // 2) if "pads" in attributes else 0
    w, b = d.array([oc, ic] + [k] * nd, F32), some(d, d.array([oc], F32))
    shape = [x.shape[0], oc] + [n + pad - k + 1 for n in size]
    inputs = [x, w, b]
    if nd == 2 and d.chance(0.5):
        inputs.append(d.array(shape, F32))
    while inputs[-1] is None:
        inputs.pop()
    return Case("FusedConv", inputs, attributes)


@operator
def fused_gemm(d):
    n, k, m, ta, tb = d.int(1, 5), d.int(1, 5), d.int(1, 5), d.int(0, 1), d.int(0, 1)
    name, numbers = activation(d, ["Relu", "Tanh", "Sigmoid", "LeakyRelu", "HardSigmoid"])
    attributes = {"transA": ta, "transB": tb, "activation": name}
    attributes.update(zip(("activation_alpha", "activation_beta"), numbers))
    inputs = [d.array([k, n] if ta else [n, k], F32), d.array([m, k] if tb else [k, m], F32)]
    if d.chance(0.6):
        inputs.append(d.array(d.pick([m], [n, 1], [n, m]), F32))
        attributes["beta"] = d.pick(1.0, 0.5)
    return Case("FusedGemm", inputs, dict(attributes, alpha=d.pick(1.0, 2.0)))


# ---- activations ---------------------------------------------------------------------------------


@operator
def fast_gelu(d):
    s = sizes(d)
    inputs = [d.array(s, F32), d.array(s[-1:], F32)]
    return Case("FastGelu", inputs if d.chance(0.6) else inputs[:1])


@operator
def bias_gelu(d):
    s = sizes(d)
    return Case("BiasGelu", [d.array(s, F32), d.array(s[-1:], F32)])


@operator
def gelu(d):
    return Case("Gelu", [d.array(sizes(d), F32)])


@operator
def quick_gelu(d):
    attributes = {"alpha": d.pick(1.0, 0.5, 2.5)} if d.chance(0.6) else {}
    return Case("QuickGelu", [d.array(sizes(d), F32)], attributes)


# ---- normalizations ------------------------------------------------------------------------------


@operator
def simplified_layer_normalization(d):
    t, s = d.pick(F32, F64, F16), [d.int(1, 4) for _ in range(d.int(1, 4))]
    axis = d.pick(-1, d.int(0, len(s) - 1)) if t == F32 else -1
    scale = d.array(s[axis:] if axis >= 0 else s[-1:], t)
    attributes = {"axis": axis, "epsilon": float(F32(d.pick(1e-5, 1e-3)))}
    outputs = ("y", "inverse") if d.chance(0.4) and t == F32 else ("y",)
    return Case(
        "SimplifiedLayerNormalization", [d.array(s, t), scale], attributes, outputs, "runtime"
    )


def skips(d, op, n_more):
    t, s = d.pick(F32, F16), [d.int(1, 3), d.int(1, 4), d.int(2, 6)]
    skip = d.pick(s, [1] + s[1:], s[1:])
    inputs = [d.array(s, t), d.array(skip, t), d.array(s[-1:], t, 0.5, 1.5)]
    inputs += [some(d, d.array(s[-1:], t)) for _ in range(n_more)]
    while inputs[-1] is None:
        inputs.pop()
    outputs = ("y", "", "", "sum") if d.chance(0.5) else ("y",)
    return Case(op, inputs, {"epsilon": float(F32(d.pick(1e-5, 1e-3)))}, outputs)


@operator
def skip_layer_normalization(d):
    return skips(d, "SkipLayerNormalization", 2)


@operator
def skip_simplified_layer_normalization(d):
    return skips(d, "SkipSimplifiedLayerNormalization", 1)


# ---- of ONNX itself ------------------------------------------------------------------------------


@operator
def attention(d):
    """Counts of keys, windows, and scores."""
    batch, groups, per, width = d.int(1, 2), d.int(1, 2), d.int(1, 2), d.int(1, 4)
    src, now, counted = d.int(1, 4), d.int(1, 5), d.chance(0.6)
    past = 0 if counted or d.chance(0.5) else d.int(1, 3)
    dst, heads = past + now, groups * per
    q, k = (d.array([batch, h, rows, width], F32) for h, rows in ((heads, src), (groups, now)))
    v = d.array([batch, groups, now, d.int(1, 3)], F32)
    mask = None
    if d.chance(0.6):
        least = max(1, dst - 1) if counted else dst
        rows = [d.int(least, dst)]
        s = d.pick([], [heads], [batch, heads], [1, heads]) + [src] + rows
        mask = d.array(s, np.bool_ if d.chance(0.5) else F32)
    counts = None
    if counted:
        most = mask.shape[-1] if mask is not None else dst
        counts = np.asarray([d.int(0, most) for _ in range(batch)], np.int64)
    pasts = [None, None]
    if past:
        pasts = [d.array([batch, groups, past, n], F32) for n in (width, v.shape[-1])]
    mode, causal = d.int(0, 3), d.int(0, 1)
    attributes = {"is_causal": causal, "qk_matmul_output_mode": mode}
    if d.chance(0.4) and mode > 0:  # onnx.reference caps in mode 0, ONNX Runtime does not
        attributes["softcap"] = 2.0
    if d.chance(0.4):
        attributes["scale"] = 0.5
    for side in ("left", "right"):
        if d.chance(0.3):
            attributes[side + "_window_size"] = d.int(0, 2)
    if d.chance(0.4):
        q, k, v = (a.transpose(0, 2, 1, 3).reshape(batch, a.shape[2], -1) for a in (q, k, v))
        attributes.update(q_num_heads=heads, kv_num_heads=groups)
    inputs = [q, k, v, mask] + pasts + [counts]
    while inputs[-1] is None:
        inputs.pop()
    scores = d.chance(0.7) or not counted
    outputs = ["y"] + (["keys", "values"] if past else ["", ""]) + ["scores"]
    return Case("Attention", inputs, attributes, outputs if scores else ["y"], "")


@operator
def tensor_scatter(d):
    s = [d.int(1, 4) for _ in range(d.int(2, 4))]
    axis, t = d.int(1, len(s) - 1), d.pick(F32, F16, np.int32, np.int8)
    size, n = d.int(2, 5), d.int(1, 2)
    circular = d.chance(0.5)
    from_ = [d.int(0, size - 1 if circular else size - n) for _ in range(s[0])]
    attributes = {"axis": axis - len(s), "mode": "circular" if circular else "linear"}
    cache, update = (d.array(s[:axis] + [k] + s[axis + 1 :], t) for k in (size, n))
    inputs = [cache, update] + ([np.asarray(from_, np.int64)] if d.chance(0.7) else [])
    # What a compiled network is tried on is random: none that is an index.
    return Case("TensorScatter", inputs, attributes, domain="", constants=range(2, len(inputs)))


@operator
def max_roi_pool(d):
    """Regions that are inside, partly outside, beside the image, and turned around. Of quarters:
    what is rounded is the same in any type."""
    x = d.array([d.int(1, 3), d.int(1, 3), d.int(1, 6), d.int(1, 6)], F32)
    n, shape = d.int(1, 4), [d.int(1, 4), d.int(1, 4)]
    rois = d.rng.integers(-8, 32, [n, 5], endpoint=True) / 4
    rois[:, 0] = d.rng.integers(0, x.shape[0], [n])
    attributes = {"pooled_shape": shape, "spatial_scale": d.pick(0.5, 1.0, 2.0)}
    inputs = [x, np.asarray(rois, F32)]
    return Case("MaxRoiPool", inputs, attributes, domain="runtime", constants=(1,))


@operator
def mel_weight_matrix(d):
    bands, length, rate = d.int(1, 12), d.int(2, 64), d.pick(8000, 16000, 44100)
    low = d.pick(0.0, 20.0, 300.0)
    inputs = [np.asarray(n, np.int64) for n in (bands, length, rate)]
    inputs += [np.asarray(v, F64) for v in (low, d.pick(0.5, 0.4) * rate)]
    t = d.pick(TensorProto.FLOAT, TensorProto.DOUBLE)
    return Case("MelWeightMatrix", inputs, {"output_datatype": t}, domain="", constants=range(5))


INTEGERS = [np.dtype(s + n).type for s in ("i", "u") for n in ("1", "2", "4", "8")]


@operator
def shrink_of_integers(d):
    x = np.asarray(d.rng.integers(0, 100, sizes(d)), d.pick(*INTEGERS))
    if x.dtype.kind == "i":
        x = x - x.dtype.type(50)
    attributes = {"bias": d.pick(0.0, 1.5, 2.0), "lambd": d.pick(0.5, 3.0, 10.25)}
    return Case("Shrink", [x], attributes, domain="runtime")


@operator
def pad_that_wraps(d):
    """By more than the axis has, and after some is cut off."""
    s = [d.int(2, 4) for _ in range(d.int(1, 3))]
    pads = np.asarray([d.int(-1, 9) if n > 2 else d.int(0, 9) for n in s + s], np.int64)
    inputs = [d.array(s, F32), pads]
    return Case("Pad", inputs, {"mode": "wrap"}, domain="runtime", constants=(1,))


@operator
def prelu_of_wider_slopes(d):
    s = sizes(d)
    x = s[d.int(0, len(s) - 1) :]
    x = [1 if d.chance(0.3) else n for n in x]
    return Case("PRelu", [d.array(x, F32), d.array(s, F32)], domain="runtime")


@operator
def resize_of_integers(d):
    """Linear, by quarters: their means are exact in f32."""
    x = np.asarray(d.rng.integers(0, 120, [1, d.int(1, 2), d.int(1, 5), d.int(1, 5)]))
    x = x.astype(d.pick(np.uint8, np.int8, np.int32))
    scales = np.asarray([1, 1, d.pick(2, 4), d.pick(1, 2)], F32)
    inputs = [x, np.zeros(0, F32), scales]
    return Case("Resize", inputs, {"mode": "linear"}, domain="runtime", constants=(1, 2))


@operator
def layer_normalization_of_doubles(d):
    s = [d.int(1, 4) for _ in range(d.int(1, 4))]
    axis = d.int(0, len(s) - 1)
    inputs = [d.array(s, F64)] + [d.array(s[axis:], F64) for _ in range(d.int(1, 2))]
    outputs = ("y", "mean", "inverse") if d.chance(0.5) else ("y",)
    return Case("LayerNormalization", inputs, {"axis": axis}, outputs, "runtime")


# ---- the test ------------------------------------------------------------------------------------


def wrong(expected, got, where=...):
    """Why they differ there; "": they do not."""
    if got is None:
        return "missing"
    if expected.dtype != got.dtype or expected.shape != got.shape:
        return "%s%s, %s%s expected" % (
            got.dtype,
            list(got.shape),
            expected.dtype,
            list(expected.shape),
        )
    expected, got = expected[where], got[where]
    if expected.dtype.kind in "iub":
        most = 1 if expected.dtype.itemsize == 1 and expected.dtype.kind != "b" else 0
        off = np.abs(expected.astype(np.int64) - got.astype(np.int64)).max(initial=0)
        return "" if off <= most else "other integers"
    a, b = expected.astype(F64), got.astype(F64)
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        off = np.where(same, 0, np.abs(a - b) / np.maximum(1, np.abs(a)))
    return "" if (off <= BOUND[expected.dtype]).all() else "off by %g" % np.nanmax(off)


def check(case, ours, args, folder):
    """Why it is wrong; "": it is not."""
    model, path = case.model(), os.path.join(folder, "node.onnx")
    onnx.save(model, path)
    expected = case.expected(model)
    for optimize in (False, True):
        got = ours.run(path, "-", case.feeds(), optimize=optimize)
        if got["status"] != "ok":
            return got["status"]
        for name, a in zip(case.names(), expected):
            why = wrong(np.asarray(a), got["outputs"].get(name), case.compared.get(name, ...))
            if why:
                return "%s%s: %s" % (name, " (optimized)" if optimize else "", why)
    return ""


def compiled(case, args, folder):
    """The same of compiled code."""
    model, path = case.model(), os.path.join(folder, "node.onnx")
    onnx.save(model, path)
    got, why = sinter_arrays.run(args.sinter, path, case.feeds(), case.names(), folder)
    for name, a, b in zip(case.names(), case.expected(model), got or []):
        why = why or wrong(np.asarray(a), b, case.compared.get(name, ...))
    return why


def main():
    args = peer.arguments(__doc__.splitlines()[0], cases=dict(type=int, default=CASES))
    folder, passed, failed, rows = peer.folder(), 0, 0, []
    ours = Ours(args.ref_run, folder)
    onnxruntime.set_default_logger_severity(4)
    for name, f in OPERATORS.items():
        if args.k not in name:
            continue
        bad = no_kernel = 0
        for i in range(args.cases):
            case = f(Draw(zlib.crc32(("%s %d" % (name, i)).encode()) + args.seed))
            why = check(case, ours, args, folder)
            if not why and i < COMPILED:
                why = compiled(case, args, folder)
                if "no kernel can compute" in why:
                    no_kernel, why = no_kernel + 1, ""
            if why:
                bad += 1
                shapes = [None if a is None else list(a.shape) for a in case.inputs]
                print("FAILED: %s %d: %s %s: %s" % (name, i, case.attributes, shapes, why))
        rows.append([name, args.cases, bad, no_kernel])
        passed, failed = passed + args.cases - bad, failed + bad
    ours.close()
    peer.remove(folder)
    peer.table(rows, ["operator", "cases", "differ", "no kernel"])
    peer.finish(passed, failed)


if __name__ == "__main__":
    main()
