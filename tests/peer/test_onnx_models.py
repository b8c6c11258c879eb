# SPDX-License-Identifier: Apache-2.0
"""Real ONNX models, found through SINTER_MODELS: each is read, optimized, compiled and run, and
gives what ONNX Runtime gives on the same random inputs, of the sizes that INDEX.tsv tells.

`convert` writes the same bytes; what `optimize` writes is a model by onnx.checker, has the inputs
and outputs of the one that was read, and gives the same in ONNX Runtime.
"""

import os

import numpy as np
import onnx

import peer
import sinter_arrays
import sinter_tool as tool
from onnx_models import feeds_of, models, session_of

BOUND = 1e-4
# What is not compiled yet, and why.
INTERPRETED = {
    "opencv-zoo/text_detection_ch_ppocrv3_2023may.onnx": "resize of four axes is not compiled",
    "silero-vad/silero_vad_op18_ifless.onnx": "if is not compiled",
    "tract-tests/qtdnn_10x5_101_i32_biases_model.onnx": "convolutions of integers are not compiled",
}
# What is written after rewrites, and not run by ONNX Runtime, and why.
NOT_RUN = {
    "tract-tests/qtdnn_10x5_101_i32_biases_model.onnx": "rewrites inside of a QLinearConv leave a "
    "convolution of doubles, which ONNX Runtime does not have"
}


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


def copied(sinter, path, folder):
    """What is wrong with the file that `convert` writes."""
    out = os.path.join(folder, "copy.onnx")
    code, text = tool.run(sinter, "convert", path, "-o", out, "-q")
    if code:
        return "convert: %s" % tool.why(code, text)
    with open(path, "rb") as a, open(out, "rb") as b:
        return "" if a.read() == b.read() else "convert writes other bytes"


def declared(path):
    model = onnx.load(path)
    constants = {t.name for t in model.graph.initializer}
    return (
        [v for v in model.graph.input if v.name not in constants],
        list(model.graph.output),
        len(model.graph.node),
    )


def checked(path, shapes):
    """What onnx.checker says; `shapes`: of sizes that are declared, too, which some files have
    wrong."""
    try:
        onnx.checker.check_model(path, full_check=shapes)
        return ""
    except Exception as e:
        return str(e)[:200]


def optimized(args, name, path, folder, feeds, expected, *options):
    """(what is wrong with the file that `optimize` writes, what it says of nodes)"""
    out = os.path.join(folder, "optimized.onnx")
    code, text = tool.run(args.sinter, "optimize", path, "-o", out, "-q", *options)
    if code:
        return "optimize: %s" % tool.why(code, text), ""
    why = checked(out, checked(path, True) == "")
    if why:
        return "onnx.checker: " + why, ""
    before, after = declared(path), declared(out)
    for what, a, b in zip(("inputs", "outputs"), before, after):
        if [v.name for v in a] != [v.name for v in b]:
            return "other %s" % what, ""
        for x, y in zip(a, b):
            if x.type != y.type:
                return "%s '%s' are of another type" % (what, x.name), ""
    nodes = "%d -> %d nodes" % (before[2], after[2])
    if name in NOT_RUN:
        return "", "%s, not run: %s" % (nodes, NOT_RUN[name])
    try:
        got = session_of(out).run(None, feeds)
    except Exception as e:
        return "ONNX Runtime refuses what is optimized: %s" % str(e)[:200], ""
    worst = max(distance(a, b) for a, b in zip(expected, got))
    why = "" if worst <= BOUND else "what is optimized is off by %.1e" % worst
    return why, nodes


def main():
    args = peer.arguments(__doc__.splitlines()[0], how=dict(default=""))
    folder = peer.folder()
    passed = failed = 0
    root = os.environ.get("SINTER_MODELS", "")
    if not os.path.exists(os.path.join(root, "INDEX.tsv")):
        peer.finish(0, 0, 1)
    for number, (name, sizes) in enumerate(models(root)):
        if args.k not in name:
            continue
        path = os.path.join(root, name)
        try:
            session = session_of(path)
        except Exception as e:
            wrong = copied(args.sinter, path, folder)
            failed += bool(wrong)
            print("%-60s %s not in ONNX Runtime: %s" % (name, wrong, str(e)[:60]))
            continue
        feeds = feeds_of(session, sizes, np.random.default_rng(args.seed))
        try:
            expected = session.run(None, feeds)
        except Exception as e:
            print("%-60s not run by ONNX Runtime: %s" % (name, str(e)[-100:]))
            continue
        wrong, nodes = "", []
        for option in peer.turns(args, number, ["--verify=each", "--spell=onnxruntime"]):
            why, said = optimized(args, name, path, folder, feeds, expected, option)
            wrong = wrong or (why and "%s: %s" % (option, why))
            nodes.append(said)
        wrong = copied(args.sinter, path, folder) or wrong
        names, how = [v.name for v in session.get_outputs()], ""
        got, why = sinter_arrays.run(args.sinter, path, feeds, names, folder, *args.how.split())
        if got is None and name in INTERPRETED:
            got, why = sinter_arrays.run(args.sinter, path, feeds, names, folder, "--interpret")
            how = "interpreted: " + INTERPRETED[name]
        worst = "" if got is None else max(distance(a, b) for a, b in zip(expected, got))
        ok = got is not None and worst <= BOUND and not wrong
        passed, failed = passed + ok, failed + (not ok)
        state = "ok    " if ok else "FAILED"
        said = wrong or why or "%.1e, %s" % (worst, ", ".join(nodes))
        print("%-60s %s %s %s" % (name, state, said, how), flush=True)
    peer.remove(folder)
    peer.finish(passed, failed)


if __name__ == "__main__":
    main()
