# SPDX-License-Identifier: Apache-2.0
"""Real ONNX models, found through SINTER_MODELS: each is read, optimized, compiled and run, and
gives what ONNX Runtime gives on the same random inputs, of the sizes that INDEX.tsv tells.
"""

import csv
import os

import numpy as np
import onnxruntime

import peer
import sinter_arrays

BOUND = 1e-4
# What is not compiled yet, and why.
INTERPRETED = {
    "opencv-zoo/text_detection_ch_ppocrv3_2023may.onnx": "resize of four axes is not compiled",
    "silero-vad/silero_vad_op18_ifless.onnx": "if is not compiled",
    "tract-tests/qtdnn_10x5_101_i32_biases_model.onnx": "convolutions of integers are not compiled",
}
# What is not computed yet, and why.
REFUSED = {"ort-examples/tiny-random-gpt2-fp32_past.onnx": "operators of com.microsoft"}
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


def models(folder):
    with open(os.path.join(folder, "INDEX.tsv"), newline="") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["path"].endswith(".onnx"):
                yield row["path"], sizes_of(row["run_inputs"] or "")


def feeds_of(session, sizes, rng):
    feeds = {}
    for i in session.get_inputs():
        shape = sizes.get(i.name)
        if shape is None or len(shape) != len(i.shape):
            shape = [n if isinstance(n, int) else 1 for n in i.shape]
        t = TYPES[i.type]
        if np.dtype(t).kind in "iu":
            top = 40
            a = rng.integers(1, top, shape)
            if i.name in ("sr",):
                a = np.full(shape, 16000)
            if i.name == "input_lengths":
                a = np.full(shape, 32)
            if "mask" in i.name:
                a = np.ones(shape)
            if "position" in i.name:
                a = np.zeros(shape)
        else:
            a = rng.uniform(-1, 1, shape)
        feeds[i.name] = np.asarray(a).astype(t)
    return feeds


def distance(a, b):
    if b is None or a.shape != b.shape:
        return float("inf")
    if a.dtype != b.dtype:
        return float("inf")
    if a.dtype.kind in "iub":
        return 0.0 if np.array_equal(a, b) else float("inf")
    x, y = a.astype(np.float64), b.astype(np.float64)
    ok = np.isfinite(x)
    if not np.array_equal(ok, np.isfinite(y)):
        return float("inf")
    return float(np.abs(x - y)[ok].max(initial=0) / max(1, np.abs(x[ok]).max(initial=0)))


def main():
    args = peer.arguments(__doc__.splitlines()[0], how=dict(default=""))
    folder = peer.folder()
    passed = failed = skipped = 0
    root = os.environ.get("SINTER_MODELS", "")
    if not os.path.exists(os.path.join(root, "INDEX.tsv")):
        peer.finish(0, 0, 1)
    for name, sizes in models(root):
        if args.k not in name:
            continue
        path = os.path.join(root, name)
        try:
            o = onnxruntime.SessionOptions()
            o.log_severity_level = 4
            session = onnxruntime.InferenceSession(path, o)
        except Exception as e:
            print("%-60s not in ONNX Runtime: %s" % (name, str(e)[:60]))
            continue
        feeds = feeds_of(session, sizes, np.random.default_rng(args.seed))
        try:
            expected = session.run(None, feeds)
        except Exception as e:
            print("%-60s not run by ONNX Runtime: %s" % (name, str(e)[-100:]))
            continue
        names, how = [v.name for v in session.get_outputs()], ""
        got, why = sinter_arrays.run(args.sinter, path, feeds, names, folder, *args.how.split())
        if got is None and name in INTERPRETED:
            got, why = sinter_arrays.run(args.sinter, path, feeds, names, folder, "--interpret")
            how = "interpreted: " + INTERPRETED[name]
        worst = "" if got is None else max(distance(a, b) for a, b in zip(expected, got))
        if got is None and name in REFUSED:
            skipped += 1
            print("%-60s refused: %s" % (name, REFUSED[name]))
            continue
        ok = got is not None and worst <= BOUND
        passed, failed = passed + ok, failed + (not ok)
        state = "ok    " if ok else "FAILED"
        print("%-60s %s %s %s" % (name, state, why or "%.1e" % worst, how), flush=True)
    peer.remove(folder)
    peer.finish(passed, failed, skipped)


if __name__ == "__main__":
    main()
