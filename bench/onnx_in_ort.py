#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ONNX models in ONNX Runtime as they are and as `sinter optimize` writes them: outputs and times.

    bench/onnx_in_ort.py [--sinter build/sinter] [--threads 1] [--rounds 7] [--seconds 0.05]
        [--spell onnxruntime] [FILE.onnx | PART ...]

Without files: the models of SINTER_MODELS (those with PART in their names), at the sizes that its
INDEX.tsv tells; sizes that a file leaves open stay open in what is written. Of both networks
ONNX Runtime makes what it can, with all its own rewrites; they take turns, --rounds times
--seconds each. Printed are the nodes, the minima in ms, before over after, and the distance of the
outputs, max|a-b| / max(max|a|, 0.01). The last line has the geometric mean of the quotients. Python
needs onnx and onnxruntime. Ends with 1 where outputs are further apart than --bound, 100 times that
for elements of 16 bits, or a file is not written or not loaded.
"""

import argparse
import math
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "peer"))
import numpy as np  # noqa: E402
import onnx  # noqa: E402
import onnx_models  # noqa: E402
import onnx_nodes  # noqa: E402
import sinter_tool as tool  # noqa: E402
from ncnn_peer import distance  # noqa: E402


def first_line(e):
    return str(e).strip().splitlines()[0][:80]


def minimum(session, feeds, seconds):
    best, end = math.inf, time.perf_counter() + seconds
    while True:
        begin = time.perf_counter()
        session.run(None, feeds)
        now = time.perf_counter()
        best = min(best, now - begin)
        if now > end:
            return best


def nodes_of(path):
    model = onnx.load(path, load_external_data=False)
    return onnx_nodes.count(model.graph.node)


def one(args, path, sizes, folder):
    """(nodes before, after, ms before, after, distance), or why not."""
    out = os.path.join(folder, "out.onnx")
    words = ["--spell", args.spell] if args.spell else []
    try:
        before = onnx_models.session_of(path, args.threads)
    except Exception as e:  # noqa: BLE001: theirs are of many kinds
        return "not loaded as it is: " + first_line(e), False
    args_of = ["optimize", path, "-o", out, "-q", *words]
    code, text = tool.run(args.sinter, *args_of, seconds=args.limit)
    if code:
        return "not written: " + (text.strip().splitlines() or ["nothing said"])[-1][:100], True
    try:
        after = onnx_models.session_of(out, args.threads)
        feeds = onnx_models.feeds_of(before, sizes, np.random.default_rng(1))
        pairs = list(zip(before.run(None, feeds), after.run(None, feeds)))
    except Exception as e:  # noqa: BLE001
        return "not loaded or not run: " + first_line(e), True
    worst = max([distance(a, b, onnx_models.FLOOR)[0] for a, b in pairs] + [0.0])
    best = [math.inf, math.inf]
    for k in range(args.rounds):
        for i in (0, 1) if k % 2 else (1, 0):
            session = (before, after)[i]
            best[i] = min(best[i], minimum(session, feeds, args.seconds))
    return (nodes_of(path), nodes_of(out), 1e3 * best[0], 1e3 * best[1], worst), False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sinter", default=os.environ.get("SINTER", "build/sinter"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--spell", default="")
    parser.add_argument("--bound", type=float, default=1e-4)
    parser.add_argument("--limit", type=int, default=120, help="seconds for `optimize`")
    parser.add_argument("what", nargs="*", metavar="FILE|PART")
    args = parser.parse_args()
    args.sinter = os.path.abspath(args.sinter)
    logs, bad = [], 0
    heads = ("model", "nodes", "after", "ms", "after", "times", "off")
    print("%-52s %6s %6s %9s %9s %6s %8s" % heads)
    for name, path, sizes in onnx_models.chosen(args.what):
        with tempfile.TemporaryDirectory() as folder:
            row, failed = one(args, path, sizes, folder)
        bad += failed
        if isinstance(row, str):
            print("%-52s %s" % (name[:52], row), flush=True)
            continue
        n, m, a, b, worst = row
        bound = args.bound * (100 if "half" in name or "fp16" in name else 1)
        bad += not worst <= bound
        logs.append(math.log(a / b))
        print(
            "%-52s %6d %6d %9.3f %9.3f %6.2f %8.1e" % (name[:52], n, m, a, b, a / b, worst),
            flush=True,
        )
    mean = math.exp(sum(logs) / len(logs)) if logs else 0
    print("%d models, before / after: geometric mean %.3f; %d wrong" % (len(logs), mean, bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
