#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ONNX models as networks of ncnn: what `sinter convert` makes of them, beside pnnx.

    bench/onnx_to_ncnn.py [--sinter build/sinter] [--tools sinter,pnnx] [--seconds 120]
        [--rounds 2] [FILE.onnx | PART ...]

Without files: the models of SINTER_MODELS (those with PART in their names), at the sizes that its
INDEX.tsv tells; a file needs sizes of its own. Each is written for ncnn, loaded by ncnn and run on
random inputs, and every output is compared with ONNX Runtime's: max|a-b| / max(max|a|, 0.01), the
worst of all outputs and rounds. ncnn's options that trade accuracy for speed are off, and pnnx
stores no halves. "same": not further than --bound. Else what is wrong: the distance, the first
reason for which the model was refused, or what failed. Axes of size 1 are not compared. Python
needs onnxruntime, ncnn and pnnx.

The last lines count. Ends with 1 where what sinter wrote is not the same.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "peer"))
import numpy as np  # noqa: E402
import onnx_models  # noqa: E402
import sinter_tool as tool  # noqa: E402
from ncnn_peer import Ncnn  # noqa: E402

PNNX_TYPES = {"f": "f", "i": "i", "u": "u", "b": "i"}


# ---- the tools: what onnx_models.worst_of takes, or why not --------------------------------------


def by_sinter(args, path, feeds, names, folder):
    return onnx_models.to_ncnn(
        args.sinter, path, feeds, names, folder, how=args.how, seconds=args.seconds
    )


def squeezed(script):
    """Which axis of its inputs pnnx takes for images, by the script that it writes to run the
    network: of one image, blobs have no such axis."""
    with open(script) as f:
        found = re.findall(r"ncnn\.Mat\((in\d+)([^)\n]*\)[^)\n]*)", f.read())
    axes = {}
    for name, how in found:
        axis = re.search(r"(?:squeeze\(|batch_index=)(\d+)", how)
        axes[name] = int(axis.group(1)) if axis else None
    return axes


def by_pnnx(args, path, feeds, names, folder):
    import pnnx

    work = os.path.join(folder, "model.onnx")
    if os.path.lexists(work):
        os.remove(work)
    os.symlink(path, work)
    shapes = ",".join(
        "[%s]%s%d" % (tool.sizes(a.shape or (1,)), PNNX_TYPES[a.dtype.kind], 8 * a.dtype.itemsize)
        for a in feeds.values()
    )
    try:
        done = subprocess.run(
            [pnnx.EXEC_PATH, work, "inputshape=" + shapes, "fp16=0"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=args.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, "no end in %g s" % args.seconds
    said = done.stdout.decode(errors="replace")
    out = os.path.join(folder, "model.ncnn.param")
    if done.returncode < 0:
        return None, "crashed (%d)" % -done.returncode
    if done.returncode or not os.path.exists(out):
        return None, "failed: " + (said.strip().splitlines() or ["nothing said"])[-1]
    axes = squeezed(os.path.join(folder, "model_ncnn.py"))

    def blobs(feed):
        found = {}
        for i, a in enumerate(feed.values()):
            name = "in%d" % i
            if name not in axes:
                continue
            if axes[name] is not None and a.shape[axes[name] :][:1] == (1,):
                a = np.squeeze(a, axes[name])
            found[name] = onnx_models.as_blob(a, None)
        return found

    return (out, tool.beside(out), blobs, ["out%d" % i for i in range(len(names))]), ""


TOOLS = {"sinter": by_sinter, "pnnx": by_pnnx}

# ---- one model -----------------------------------------------------------------------------------


def one(args, name, path, sizes):
    """By tool, what is printed."""
    rounds, said = [], ""
    try:
        session = onnx_models.session_of(path)
        names = [v.name for v in session.get_outputs()]
        for k in range(args.rounds):
            feeds = onnx_models.feeds_of(session, sizes, np.random.default_rng(k + 1))
            rounds.append((feeds, session.run(None, feeds)))
    except Exception as e:  # noqa: BLE001: theirs are of many kinds
        said = "not in ONNX Runtime: " + str(e).strip().splitlines()[0][:60]
        rounds, names = [({n: np.zeros(s, np.float32) for n, s in sizes.items()}, None)], []
    row = {}
    for key in args.tools.split(","):
        with tempfile.TemporaryDirectory() as folder:
            net, why = TOOLS[key](args, path, rounds[0][0], names, folder)
            if net is None or said:
                row[key] = why or "written; " + said
                continue
            worst, why = onnx_models.worst_of(args.ncnn, net, rounds, args.seconds)
            row[key] = "same %.0e" % worst
            if worst > args.bound:
                row[key] = "wrong: " + (why or "%.1e" % worst)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sinter", default=os.environ.get("SINTER", "build/sinter"))
    parser.add_argument("--how", default="convert", help="the command: convert, or optimize")
    parser.add_argument("--tools", default="sinter,pnnx")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--bound", type=float, default=1e-3)
    parser.add_argument("what", nargs="*", metavar="FILE|PART")
    args = parser.parse_args()
    args.sinter = os.path.abspath(args.sinter)
    args.ncnn = Ncnn()
    tools = args.tools.split(",")
    counts = {t: collections.Counter() for t in tools}
    for name, path, sizes in onnx_models.chosen(args.what):
        row = one(args, name, path, sizes)
        print(name)
        for t in tools:
            print("    %-7s %s" % (t, row[t][:200]), flush=True)
            counts[t][re.split(r"[ :;(]", row[t])[0]] += 1
    args.ncnn.close()
    for t in tools:
        total = ", ".join("%d %s" % (n, kind) for kind, n in sorted(counts[t].items()))
        print("%-7s %d models: %s" % (t, sum(counts[t].values()), total))
    sys.exit(1 if counts.get("sinter", {}).get("wrong") else 0)


if __name__ == "__main__":
    main()
