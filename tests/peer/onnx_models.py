# SPDX-License-Identifier: Apache-2.0
"""The ONNX models of SINTER_MODELS, inputs for them, and networks of ncnn made of them in ncnn."""

import csv
import os
import re

import numpy as np
import onnxruntime

import sinter_tool as tool
from ncnn_peer import distance

FLOOR = 1e-2  # ONNX Runtime has sigmoids of large negative numbers wrong by 1e-7
TYPES = {
    "tensor(float)": np.float32,
    "tensor(int64)": np.int64,
    "tensor(int32)": np.int32,
    "tensor(double)": np.float64,
    "tensor(float16)": np.float16,
    "tensor(bool)": np.bool_,
    "tensor(int8)": np.int8,
    "tensor(uint8)": np.uint8,
}


def sizes_of(text):
    sizes = {}
    for part in filter(None, text.split(";")):
        name, _, shape = part.partition("=")
        sizes[name] = [int(n) for n in shape.strip("[]").split(",") if n]
    return sizes


# A mask goes over what came before, too, which ONNX Runtime does not check.
SIZES = {"ort-examples/tiny-random-gpt2-fp32_past.onnx": {"attention_mask": [1, 2]}}


def models(folder):
    """(path in the folder, sizes of inputs by name)"""
    with open(os.path.join(folder, "INDEX.tsv"), newline="") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["path"].endswith(".onnx"):
                yield row["path"], {
                    **sizes_of(row["run_inputs"] or ""),
                    **SIZES.get(row["path"], {}),
                }


def chosen(words):
    """(name, path, sizes of inputs by name) of files, or of the models of SINTER_MODELS with one of
    the words in their names: all without words."""
    root = os.environ.get("SINTER_MODELS", "")
    parts = [w for w in words if not os.path.exists(w)]
    for w in words:
        if os.path.exists(w):
            yield w, os.path.abspath(w), {}
    if len(parts) == len(words) and os.path.exists(os.path.join(root, "INDEX.tsv")):
        for name, sizes in models(root):
            if not parts or any(p in name for p in parts):
                yield name, os.path.join(root, name), sizes


def session_of(path, threads=0):
    o = onnxruntime.SessionOptions()
    o.log_severity_level = 4
    o.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(path, o)


def drawn(name, kind, shape, rng):
    """Elements of an input: a rate of sound or a length as it is common, indices that every table
    has, masks that hide nothing."""
    if np.dtype(kind).kind in "iu":
        top = 40
        a = rng.integers(1, top, shape)
        if name in ("sr",):
            a = np.full(shape, 16000)
        if name == "input_lengths":
            a = np.full(shape, 32)
        if "mask" in name:
            a = np.ones(shape)
        if "position" in name:
            a = np.zeros(shape)
    else:
        a = rng.uniform(-1, 1, shape)
    return np.asarray(a).astype(kind)


def feeds_of(session, sizes, rng):
    feeds = {}
    for i in session.get_inputs():
        shape = sizes.get(i.name)
        if shape is None or len(shape) != len(i.shape):
            shape = [n if isinstance(n, int) else 1 for n in i.shape]
        feeds[i.name] = drawn(i.name, TYPES[i.type], shape, rng)
    return feeds


# ---- as networks of ncnn -------------------------------------------------------------------------


def input_sizes(param):
    """(name of the blob, sizes that its line says, outermost first) of the Input layers"""
    found = []
    with open(param, errors="replace") as f:
        for line in f.read().splitlines()[2:]:
            words = line.split()
            if not words or words[0] != "Input":
                continue
            n = dict(w.split("=", 1) for w in words[4 + int(words[3]) :])
            letters = [int(n.get(k, 0)) for k in ("2", "11", "1", "0")]
            found.append((words[4], [d for d in letters if d]))
    return found


def as_blob(a, sizes):
    """The array as a blob holds it: of these sizes where they say as many elements; integers are
    bits of 32 in it."""
    if a.dtype.kind in "iub":
        a = a.astype(np.int32).view(np.float32)
    return a.reshape(sizes) if sizes and np.prod(sizes) == a.size else a


def from_blob(blob, like):
    """What is in a blob, with the axes of `like`: those of size 1 are not compared."""
    if blob is None:
        return None
    if like.dtype.kind in "iub":
        blob = blob.view(np.int32)
    if np.squeeze(blob).shape != np.squeeze(like).shape:
        return blob
    return blob.reshape(like.shape).astype(like.dtype)


def first_reason(text):
    """Of the warnings that refuse something the first, without what is the same in all."""
    lines = [re.sub(r"^sinter: (warning: )?", "", line) for line in text.splitlines()]
    refused = [line for line in lines if "cannot be written" in line]
    why = (refused or lines or ["nothing said"])[0]
    return re.sub(r" cannot be written for ncnn[^:]*:", ":", why)


def to_ncnn(sinter, path, feeds, names, folder, how="convert", seconds=120):
    """(param, bin, what makes {blob: array} of feeds, names of outputs) of the network that sinter
    writes for ncnn at the sizes of the feeds, and ""; or None, and why not"""
    out = os.path.join(folder, "ours.param")
    pins = []
    for name, a in feeds.items():
        pins += ["--input", "%s=%s" % (name, tool.sizes(a.shape))] if a.ndim else []
    code, text = tool.run(sinter, *how.split(), path, "-o", out, *pins, "-q", seconds=seconds)
    if code:
        state = "crashed: " if tool.crashed(code) else "refused: "
        return None, state + first_reason(text)
    inputs = input_sizes(out)

    def blobs(feed):
        return {n: as_blob(feed[n], sizes) for n, sizes in inputs if n in feed}

    return (out, tool.beside(out), blobs, names), ""


def worst_of(ncnn, net, rounds, seconds=60):
    """(worst distance, why it is infinite) over all rounds (feeds, expected) and outputs"""
    param, weights, blobs, names = net
    worst, why = 0.0, ""
    for feeds, expected in rounds:
        ran = ncnn.run(param, weights, blobs(feeds), names, seconds=seconds)
        if ran["status"] != "ok":
            return float("inf"), "ncnn: " + ran["status"]
        for name, a in zip(names, expected):
            d, said = distance(a, from_blob(ran["outputs"].get(name), a), FLOOR)
            if d > worst:
                worst, why = d, said and "%s: %s" % (name, said)
    return worst, why
