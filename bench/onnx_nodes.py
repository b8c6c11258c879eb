#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nodes that `sinter optimize` leaves of ONNX models, beside onnxsim and OnnxSlim.

    bench/onnx_nodes.py [--sinter build/sinter] [--tools sinter,onnxsim,onnxslim] [--seconds 120]
        [FILE.onnx | FOLDER | PART ...]

Without files: the models of SINTER_MODELS (those with PART in their names). Every tool is called on
its command line with nothing but the two files, so that all sizes that the model leaves open stay
open. Of each result are counted the nodes, those of bodies and of functions included. "-": the tool
failed, or took too long; onnxsim and onnxslim have to be installed where this script runs.

The last line sums up the models that all tools could do. Ends with 1 when sinter failed on one.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time

import onnx

TOOLS = {
    "sinter": lambda args, a, b: [args.sinter, "optimize", a, "-o", b, "-q"],
    "onnxsim": lambda args, a, b: [sys.executable, "-m", "onnxsim", a, b],
    "onnxslim": lambda args, a, b: [sys.executable, "-m", "onnxslim", a, b],
}


def count(nodes):
    n = 0
    for node in nodes:
        n += 1
        for a in node.attribute:
            for g in [a.g] if a.HasField("g") else a.graphs:
                n += count(g.node)
    return n


def nodes_of(path):
    model = onnx.load(path, load_external_data=False)
    return count(model.graph.node) + sum(count(f.node) for f in model.functions)


def run(args, tool, path, folder):
    """(nodes or None, seconds)"""
    out = os.path.join(folder, "out.onnx")
    if os.path.exists(out):
        os.remove(out)
    began = time.time()
    try:
        done = subprocess.run(
            TOOLS[tool](args, path, out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=args.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, args.seconds
    spent = time.time() - began
    if done.returncode or not os.path.exists(out):
        return None, spent
    return nodes_of(out), spent


def files(args):
    root = os.environ.get("SINTER_MODELS", "")
    parts = [w for w in args.what if not os.path.exists(w)]
    for w in args.what:
        if os.path.isfile(w):
            yield w, w
        elif os.path.isdir(w):
            for at, _, names in sorted(os.walk(w)):
                for n in sorted(names):
                    if n.endswith(".onnx"):
                        path = os.path.join(at, n)
                        yield os.path.relpath(path, w), path
    index = os.path.join(root, "INDEX.tsv")
    if len(parts) < len(args.what) or not os.path.exists(index):
        return
    with open(index, newline="") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            name = row["path"]
            if name.endswith(".onnx") and (not parts or any(p in name for p in parts)):
                yield name, os.path.join(root, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sinter", default=os.environ.get("SINTER", "build/sinter"))
    parser.add_argument("--tools", default="sinter,onnxsim,onnxslim")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("what", nargs="*", metavar="FILE|FOLDER|PART")
    args = parser.parse_args()
    tools = args.tools.split(",")
    heads = ["before"] + tools
    print("%-52s" % "nodes" + "".join("%10s" % h for h in heads))
    total, all_done, spent, failed = dict.fromkeys(heads, 0), 0, dict.fromkeys(tools, 0.0), 0
    with tempfile.TemporaryDirectory() as folder:
        for name, path in files(args):
            got = {"before": nodes_of(path)}
            for tool in tools:
                got[tool], seconds = run(args, tool, path, folder)
                spent[tool] += seconds
            failed += "sinter" in tools and got["sinter"] is None
            cells = ["-" if got[h] is None else str(got[h]) for h in heads]
            print("%-52s" % name[-52:] + "".join("%10s" % c for c in cells), flush=True)
            if None not in got.values():
                all_done += 1
                for h in heads:
                    total[h] += got[h]
    print("%-52s" % ("%d models" % all_done) + "".join("%10d" % total[h] for h in heads))
    print("%-52s%10s" % ("seconds", "") + "".join("%10.1f" % spent[t] for t in tools))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
