#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time of a step of training by sinter and by PyTorch, side by side.

    bench/training/training.py [--sinter build/sinter] [--python PYTHON] [--batch 8] [--size 224]
        [--threads 1,2] [--rounds 5] [--compiled] [--also LABEL=OPTIONS] [--json FILE] [NET...]

NET is one of networks.py (default: all): the module is written by PyTorch's exporter, and trained
from there by the C that `sinter train -o` makes of it, and by PyTorch itself with contiguous
tensors and with channels_last; --compiled adds torch.compile to both. PYTHON has the wheels of
tests/torch/requirements.txt. SGD with momentum, softmax cross-entropy. Each trainer has a process
of its own; they take turns, a step each, in an order that rotates; of each the minimum is printed,
and the most memory, less what it had before there was a network. --also trains with further options
of `sinter train`, in the same turns (--also exact=--exact)."""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NETS = ["resnet18", "resnet50", "mobilenet_v2", "densenet121"]
EXPORT = """
import sys, torch, networks
net, path, batch, size = sys.argv[1:]
torch.manual_seed(1)
module, x = networks.NETWORKS[net](), torch.randn(int(batch), 3, int(size), int(size))
module.train()
torch.onnx.export(module, (x,), path, dynamo=False, do_constant_folding=False,
                  training=torch.onnx.TrainingMode.TRAINING, input_names=["x"], output_names=["y"])
"""


def call(command, **more):
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )
    if done.returncode:
        sys.exit("training: %s:\n%s" % (" ".join(map(str, command)), done.stdout[-2000:]))
    return done.stdout


class Trainer:
    """A process that does a step when it is asked to."""

    def __init__(self, args, job):
        words = [args.python, str(HERE / "worker.py"), json.dumps(job)]
        self.run = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HERE
        )
        if self.run.stdout.readline().strip() != "ready":
            sys.exit("training: a worker ended: %s" % json.dumps(job))
        self.times, self.losses = [], []

    def ask(self, line):
        self.run.stdin.write(line + "\n")
        self.run.stdin.flush()
        return json.loads(self.run.stdout.readline())

    def step(self, counts):
        ms, loss = self.ask("step")
        self.losses.append(loss)
        if counts:
            self.times.append(ms)

    def end(self):
        most, before = self.ask("end")
        self.run.wait()
        return most - before


def library(folder, threads):
    """The library of a folder that `sinter train -o` wrote."""
    build = folder / "build"
    call(["cmake", "-S", str(folder), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release",
          "-DCMAKE_POSITION_INDEPENDENT_CODE=ON"])  # fmt: skip
    call(["cmake", "--build", str(build), "-j2"])
    parts = sorted(str(p) for p in build.rglob("*.a"))
    out = str(folder / "libnet.so")
    call(["cc", "-shared", "-o", out, "-Wl,--whole-archive", *parts, "-Wl,--no-whole-archive",
          "-lm", "-lpthread"])  # fmt: skip
    return out


def states_bytes(folder):
    for line in open(folder / "net_train.h", encoding="utf-8"):
        if "NET_STATES_BYTES " in line and line.startswith("#define"):
            return int(line.split()[2])
    sys.exit("training: no size of the states in %s" % folder)


def jobs(args, net, threads, temp):
    usual = {"net": net, "threads": threads, "batch": args.batch, "size": args.size}
    for layout in ("contiguous", "channels_last"):
        for compiled in (False, True) if args.compiled else (False,):
            name = layout + (", compiled" if compiled else "")
            yield name, {"kind": "torch", "layout": layout, "compiled": compiled, **usual}
    model = temp / (net + ".onnx")
    words = [net, str(model), str(args.batch), str(args.size)]
    call([args.python, "-c", EXPORT, *words], cwd=HERE)
    for label, options in [("sinter", ""), *(a.split("=", 1) for a in args.also)]:
        folder = temp / ("%s-%s-%d" % (net, label, threads))
        call([args.sinter, "train", str(model), "--loss", "softmax_cross_entropy", "--optimizer",
              "sgd:momentum=0.9", "--batch", str(args.batch), "--check", "off", "--no-selftest",
              "--threads", str(threads), "--prefix", "net", "-o", str(folder),
              *options.split()])  # fmt: skip
        yield label, {"kind": "sinter", "folder": str(folder), **usual,
                      "library": library(folder, threads),
                      "sizes": {"states": states_bytes(folder)}}  # fmt: skip


def measure(args, net, threads, temp):
    trainers = {name: Trainer(args, job) for name, job in jobs(args, net, threads, temp)}
    names = list(trainers)
    for turn in range(args.rounds + 1):
        for k in range(len(names)):
            trainers[names[(k + turn) % len(names)]].step(counts=turn > 0)
    row = {}
    for name, trainer in trainers.items():
        if any(not math.isfinite(v) for v in trainer.losses):
            sys.exit("training: the loss of %s is %s" % (name, trainer.losses))
        row[name] = {"ms": min(trainer.times), "bytes": trainer.end(), "loss": trainer.losses}
    return row


def report(net, threads, row):
    peers = [n for n in row if n.startswith(("contiguous", "channels_last"))]
    best, least = min(row[n]["ms"] for n in peers), min(row[n]["bytes"] for n in peers)
    ours = row["sinter"]
    words = ["%s %.0f ms %.0f MB" % (n, v["ms"], v["bytes"] / 1e6) for n, v in row.items()]
    print("%s, %d thread%s: %s; best / sinter %.2f, memory %.2f" % (
        net, threads, "s" * (threads > 1), ", ".join(words), best / ours["ms"],
        ours["bytes"] / least), flush=True)  # fmt: skip
    return best / ours["ms"], ours["bytes"] / least


def mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    p.add_argument("nets", nargs="*", metavar="NET", help=", ".join(NETS))
    p.add_argument("--sinter", default=str(ROOT / "build" / "sinter"), help="the tool")
    p.add_argument("--python", default=sys.executable, help="one that has PyTorch")
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--size", type=int, default=224, help="of the images")
    p.add_argument("--threads", default="1,2", help="numbers of threads")
    p.add_argument("--rounds", type=int, default=5, help="steps of each that count")
    p.add_argument("--compiled", action="store_true", help="torch.compile, too")
    p.add_argument("--also", action="append", default=[], metavar="LABEL=OPTIONS")
    p.add_argument("--json", metavar="FILE", help="all figures")
    args = p.parse_args()
    if set(args.nets) - set(NETS):
        p.error("networks are %s" % ", ".join(NETS))
    args.sinter = os.path.abspath(args.sinter)
    found = []
    for threads in map(int, args.threads.split(",")):
        ratios = []
        for net in args.nets or NETS:
            with tempfile.TemporaryDirectory() as temp:
                row = measure(args, net, threads, pathlib.Path(temp))
            ratios.append(report(net, threads, row))
            found.append({"net": net, "threads": threads, "trainers": row})
        times, memory = zip(*ratios)
        print("geometric mean of %d: best / sinter %.2f, least %.2f; memory %.2f" % (
            len(times), mean(times), min(times), mean(memory)), flush=True)  # fmt: skip
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(found))


main()
