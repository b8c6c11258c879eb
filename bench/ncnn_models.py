#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What optimizing is worth in ncnn itself.

    .venv/bin/python bench/ncnn_models.py build/sinter [--older SINTER] [-k PART]
                     [--threads 1,2] [--seconds 2] [--counts]

For every model in $SINTER_MODELS: layers and multiply-accumulates (MACs) of the original, of what
an older sinter makes of it, and of what this one does; ncnnoptimize's layers, where they were
counted. Then the time that ncnn takes for one inference: the original, what passes that
ncnnoptimize has too make of it (those with `covers` in `sinter passes`), and all passes. The three
run alternating in one process, each --seconds in all; medians, and ratios to the original (below 1:
faster). Weights of networks that come without are made from a seed. ncnn's options are its
defaults. `make peers` installs what this needs into .venv. """
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "peer"))
import numpy as np  # noqa: E402
import corpus  # noqa: E402
import sinter_tool as tool  # noqa: E402
from ncnn_peer import to_mat  # noqa: E402


def optimize(sinter, param, out, pins, extra=()):
    code, text = tool.run(sinter, "optimize", param, "-o", out, *pins, *extra)
    return None if code == 0 else tool.why(code, text)


def macs(sinter, param, pins):
    code, text = tool.run(
        sinter, "optimize", param, "--passes", "drop_dead", "--verify", "off", "--json", *pins
    )
    try:
        found = json.loads(text)
        return found["macs"]["before"]
    except (ValueError, KeyError, TypeError):
        return None


def covered(sinter):
    """The passes that ncnnoptimize has, too."""
    _, text = tool.run(sinter, "passes", "--json")
    passes = json.loads(text)["passes"]
    return ",".join(["drop_copies"] + [p["name"] for p in passes if p.get("covers")])


class Network:
    def __init__(self, ncnn, param, threads):
        self.ncnn, self.net, self.times = ncnn, ncnn.Net(), []
        self.net.opt.num_threads = threads
        self.net.opt.use_vulkan_compute = False
        if self.net.load_param(param) != 0 or self.net.load_model(tool.beside(param)) != 0:
            raise OSError("ncnn does not load it")
        self.names = list(self.net.output_names())

    def run(self, inputs):
        start = time.perf_counter()
        ex = self.net.create_extractor()
        for name, mat in inputs.items():
            ex.input(name, mat)
        for name in self.names:
            ex.extract(name)
        self.times.append(time.perf_counter() - start)


def measure(params, shapes, threads, seconds):
    """Medians in ms, one a network."""
    import ncnn

    rng = np.random.default_rng(1)
    inputs = {n: to_mat(ncnn, rng.uniform(-1, 1, s)) for n, s in shapes.items()}
    nets = [Network(ncnn, p, threads) for p in params]
    for net in nets:
        net.run(inputs)
        net.run(inputs)
        net.times.clear()
    end = time.perf_counter() + seconds * len(nets)
    while time.perf_counter() < end or len(nets[0].times) < 5:
        for net in nets:
            net.run(inputs)
    return [1e3 * statistics.median(net.times) for net in nets]


def human(v):
    if v is None:
        return "?"
    for unit in ("", "K", "M", "G"):
        if v < 1000 or unit == "G":
            return f"{v:.3g}{unit}"
        v /= 1000
    return "?"


def one(args, sinter, passes, folder, name, path, shapes, weights, counted):
    work = os.path.join(folder, "original.param")
    code, text = tool.run(sinter, "convert", path, "-o", work, *weights)
    if code:
        raise OSError(tool.why(code, text))
    pins = [w for n, s in shapes.items() for w in ("--input", f"{n}={tool.sizes(s)}")]
    files = {"original": work}
    for kind, binary, extra in (
        ("same passes", sinter, ("--passes", passes)),
        ("older", args.older, ()),
        ("now", sinter, ()),
    ):
        if not binary:
            continue
        files[kind] = os.path.join(folder, kind.replace(" ", "_") + ".param")
        why = optimize(binary, work, files[kind], pins, extra)
        if why:
            raise OSError(f"{kind}: {why}")
    row = {"model": name, "ncnnoptimize": counted}
    for kind, file in files.items():
        row[kind] = {"layers": tool.n_layers(file), "macs": macs(sinter, file, pins)}
    for threads in [] if args.counts else [int(t) for t in args.threads.split(",")]:
        ms = measure(
            [files["original"], files["same passes"], files["now"]], shapes, threads, args.seconds
        )
        row[f"ms.{threads}"] = ms
    return row


def put(args, row):
    kinds = ["original", "same passes"] + (["older"] if args.older else []) + ["now"]
    line = f"{row['model'].removesuffix('.param')[:44]:44} " + " ".join(
        f"{row[k]['layers']:5}" for k in kinds[:2]
    )
    line += f" {row['ncnnoptimize'] or '-':>5} " + " ".join(
        f"{row[k]['layers']:5}" for k in kinds[2:]
    )
    line += "  " + " ".join(f"{human(row[k]['macs']):>6}" for k in ["original"] + kinds[2:])
    for threads in [] if args.counts else args.threads.split(","):
        a, b, c = row[f"ms.{threads}"]
        line += f"   {a:8.3f} {b / a:5.3f} {c / a:5.3f} {c / b:5.3f}"
    print(line, flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("sinter")
    p.add_argument("--older", help="another build of sinter, for its counts")
    p.add_argument("-k", default="", help="only models whose name has this in it")
    p.add_argument("--threads", default="1,2")
    p.add_argument("--seconds", type=float, default=2)
    p.add_argument("--counts", action="store_true", help="layers and MACs alone")
    args = p.parse_args()
    sinter, rows = os.path.abspath(args.sinter), []
    passes = covered(sinter)
    older = ", older" if args.older else ""
    heads = (
        f"{'model':44} layers: original, same passes, ncnnoptimize{older}, now; "
        f"MACs: original{older}, now"
    )
    print(
        heads
        + "".join(
            f"; {t} thread(s): original ms, same passes, now, now to same passes"
            for t in ([] if args.counts else args.threads.split(","))
        )
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, path, shapes, weights, counted in corpus.models():
            if shapes is None or args.k not in name:
                continue
            try:
                rows.append(one(args, sinter, passes, folder, name, path, shapes, weights, counted))
                put(args, rows[-1])
            except (OSError, subprocess.SubprocessError) as e:
                print(f"{name}: {e}", flush=True)
    for threads in [] if args.counts else args.threads.split(","):
        means = [
            math.exp(
                statistics.mean(
                    math.log(r[f"ms.{threads}"][i] / r[f"ms.{threads}"][j]) for r in rows
                )
            )
            for i, j in ((1, 0), (2, 0), (2, 1))
        ]
        print(
            f"geometric mean, {threads} thread(s): same passes {means[0]:.3f}, "
            f"now {means[1]:.3f}, now to same passes {means[2]:.3f}"
        )


if __name__ == "__main__":
    main()
