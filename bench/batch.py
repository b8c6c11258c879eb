#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time of an image in a batch beside that of an image alone.

    bench/batch.py [--sinter build/sinter] [--batch 8] [--threads 1] [--rounds 20] [--json FILE]
        [--peers ort,openvino] [--also LABEL=TOOL] [NET...]

NET is a network of `sinter zoo`, or a .param with its sizes as `NET.param data=3,224,224` (default:
resnet18, mobilenet_v2 and vit of the zoo, weights made up), or a part of a name in
bench/peers/nets.txt, after peers: ("peers:" is all of them). Each is compiled twice, for one image
and for a batch; both take turns, as often as --rounds says, a batch against as many single runs. Of
each the minimum and the median are printed, and the ratio of the minima: below 1, the batch is
faster. Where onnxruntime or openvino can be imported, they run the same network, as
bench/peers/to_onnx.py writes it, with the same batch (--peers= for none).
--also times the batch as another build of the tool makes it, in the same turns.

With --batch 1, what is compared is a network [1, c, h, w] with [c, h, w]: its code must be the same
text.

Ends with 1 where that is not so, or an image of the batch is not, bit by bit, what a single run of
it gives.
"""

import argparse
import ctypes
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "peers"))
import nets  # noqa: E402
import worker  # noqa: E402

ZOO = ["resnet18", "mobilenet_v2", "vit"]


def command(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(words), done.stderr))
    return done.stdout


def library(args, tool, param, more, folder, batch):
    """What worker.Sinter loads; batch 0: without an axis of images."""
    prefix = "batched"
    out = os.path.join(folder, "of%d" % batch)
    os.makedirs(folder, exist_ok=True)
    command(
        tool, "compile", param, *more, "-q", "-o", out, "--prefix", prefix,
        "--threads", str(args.threads), "--no-selftest",
        *(["--batch", str(batch)] if batch else []),
    )  # fmt: skip
    with open(os.path.join(out, prefix + ".h")) as f:
        flags = re.search(r"^ \* Build: cc (.*?) \S+\.c ", f.read(), re.M).group(1).split()
    sources = [
        os.path.join(out, name)
        for name in os.listdir(out)
        if name.endswith(".c") and name != "main.c"
    ]
    path = os.path.join(out, prefix + ".so")
    command(
        os.environ.get("CC", "cc"),
        *flags,
        "-shared",
        "-fPIC",
        *sources,
        "-o",
        path,
        "-lm",
        "-lpthread",
    )
    return {
        "library": path,
        "prefix": prefix,
        "weights": os.path.join(out, prefix + ".weights"),
        "pages": "large",
    }


def code_of(made):
    """The C of a library, up to where inputs and outputs are described, and its weights."""
    folder, parts = os.path.dirname(made["library"]), []
    for name in sorted(os.listdir(folder)):
        if name.endswith((".c", ".weights")) and name != "main.c":
            with open(os.path.join(folder, name), "rb") as f:
                parts.append((name, f.read().split(b"/* ---- interface")[0]))
    return parts


def loaded(kind, files, threads, inputs, outputs):
    peer = worker.KINDS[kind]()
    peer.load(files, threads, inputs, outputs)
    return peer


def in_turns(runs, rounds):
    """Seconds of each, a list for each name; one run of each does not count."""
    times = {name: [] for name in runs}
    for k in range(rounds + 1):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            if k:
                times[name].append(time.perf_counter() - start)
    return times


def several(peer, n):
    def run():
        for _ in range(n):
            peer.run()

    return run


def onnx_of(args, param, more, folder, batch):
    """The network as ONNX with a batch of that size; None: to_onnx.py has no translation."""
    import onnx

    path = os.path.join(folder, "net.onnx")
    shown = os.path.join(folder, "shown.json")
    with open(shown, "w") as f:
        f.write(command(args.sinter, "show", "--json", param, *more))
    done = subprocess.run(
        [
            sys.executable,
            os.path.join(HERE, "peers", "to_onnx.py"),
            shown,
            param[:-6] + ".bin",
            path,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print("  no ONNX: %s" % done.stderr.strip().splitlines()[-1])
        return None
    model = onnx.load(path)
    graph = model.graph
    del graph.value_info[:]
    for value in [*graph.input, *graph.output]:
        value.type.tensor_type.shape.dim[0].dim_value = batch
    shapes = {n.input[1] for n in graph.node if n.op_type == "Reshape"}
    for t in graph.initializer:  # the batch stays in front
        if t.name in shapes:
            a = onnx.numpy_helper.to_array(t).copy()
            if a[0] == 1:
                a[0] = 0
            t.CopyFrom(onnx.numpy_helper.from_array(a, t.name))
    onnx.save(model, path)
    return path


def peers_of(args, onnx_file, images, expected):
    """Names and runs of those that can be imported and compute the same."""
    found = {}
    for kind in filter(None, args.peers.split(",")):
        if onnx_file is None:
            break
        try:
            peer = worker.KINDS[kind]()
            peer.load({"onnx": onnx_file}, args.threads, images, None)
            peer.run()
        except ImportError:
            print("  %s: not installed" % kind)
            continue
        except Exception as e:  # noqa: BLE001: theirs are of many kinds
            print("  %s: %s" % (kind, str(e).strip().splitlines()[0]))
            continue
        got = peer.results()
        worst = max(
            float(np.abs(a.reshape(b.shape) - b).max() / max(np.abs(b).max(), 1e-5))
            for a, b in zip(got, expected)
        )
        if worst > 1e-2:
            print("  %s: computes something else, distance %.2g" % (kind, worst))
            continue
        found[kind] = peer.run
    return found


def measure(args, net, folder):
    words = net.split()
    param, more = words[0], [w for size in words[1:] for w in ("--input", size)]
    if not param.endswith(".param"):
        param = os.path.join(folder, words[0] + ".param")
        command(args.sinter, "zoo", words[0], "-o", param, "-q")
    elif not os.path.exists(param[:-6] + ".bin"):
        made = os.path.join(folder, os.path.basename(param))
        command(args.sinter, "convert", param, "--bin", "seed:1", "-o", made, "-q")
        param = made
    files = {n: library(args, args.sinter, param, more, folder, n) for n in (0, args.batch)}
    module = ctypes.CDLL(files[0]["library"])
    probe = worker.Sinter.Module.in_dll(module, files[0]["prefix"] + "_module")
    random = np.random.default_rng(1)
    images = {}
    for i in range(probe.n_inputs):
        t = probe.inputs[i]
        shape = list(t.shape)[: t.rank]
        images[t.name.decode()] = random.uniform(-1, 1, [args.batch, *shape]).astype(np.float32)
    outputs = [probe.outputs[i].name.decode() for i in range(probe.n_outputs)]
    one = loaded("sinter", files[0], args.threads, {n: a[0] for n, a in images.items()}, outputs)
    many = loaded("sinter", files[args.batch], args.threads, images, outputs)
    together = [a.copy() for a in many.results()]
    same = True
    for k in range(args.batch):
        alone = loaded(
            "sinter", files[0], args.threads, {n: a[k] for n, a in images.items()}, outputs
        )
        same = same and all(
            a.tobytes() == b[k].tobytes() for a, b in zip(alone.results(), together)
        )
        alone.module.close(alone.net)
    ours = [one, many]
    runs = {"alone": several(one, args.batch), "batched": many.run}
    for label, tool in (a.split("=", 1) for a in args.also):
        other = library(args, tool, param, more, os.path.join(folder, label), args.batch)
        ours.append(loaded("sinter", other, args.threads, images, outputs))
        runs[label] = ours[-1].run
    if args.peers:
        runs.update(
            peers_of(args, onnx_of(args, param, more, folder, args.batch), images, together)
        )
    times = in_turns(runs, args.rounds)
    for peer in ours:  # their threads look at memory that goes
        peer.module.close(peer.net)
    each = {k: [1e3 * t / args.batch for t in v] for k, v in times.items()}
    row = {"net": net, "batch": args.batch, "threads": args.threads, "same_bits": same}
    for name, list_ in each.items():
        row[name] = {"best_ms": min(list_), "median_ms": statistics.median(list_)}
    row["timed"] = list(each)
    if args.batch == 1:
        row["same_code"] = code_of(files[0]) == code_of(files[1])
    row["ratio"] = row["batched"]["best_ms"] / row["alone"]["best_ms"]
    return row


def chosen(words):
    for word in words:
        if not word.startswith("peers:"):
            yield word
            continue
        for net in nets.listed():
            if word[6:] in net.name:
                yield " ".join([str(net.path), *net.sizes])


def main():
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    p.add_argument("--sinter", default=os.path.join(HERE, "..", "build", "sinter"))
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--rounds", type=int, default=20)
    p.add_argument("--peers", default="ort,openvino")
    p.add_argument("--also", action="append", default=[], metavar="LABEL=TOOL")
    p.add_argument("--json")
    p.add_argument("nets", nargs="*", default=ZOO)
    args = p.parse_args()
    rows = []
    for net in chosen(args.nets):
        print(net, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure(args, net, folder))
        r = rows[-1]
        for name in r["timed"]:
            print(
                "  %-9s best %7.3f ms an image, median %7.3f"
                % (name, r[name]["best_ms"], r[name]["median_ms"])
            )
        words = ["same bits" if r["same_bits"] else "OTHER BITS"]
        if "same_code" in r:
            words.append("same code" if r["same_code"] else "OTHER CODE")
        print("  ratio %.3f, %s" % (r["ratio"], ", ".join(words)), flush=True)
    if args.json:
        with open(args.json, "w") as f:
            json.dump(rows, f, indent=1)
    sys.exit(any(not r["same_bits"] or not r.get("same_code", True) for r in rows))


if __name__ == "__main__":
    main()
