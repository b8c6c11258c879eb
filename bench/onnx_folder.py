#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Everything that sinter does with ONNX models, on all models of folders: a line for each.

    bench/onnx_folder.py [--sinter build/sinter] [--steps show,optimize,run,...] [--nodes]
        [--seconds 120] [--bound 1e-4] FILE.onnx | FOLDER ...

Inputs: MODEL.npz beside MODEL.onnx where there is one, with arrays called ROUND/INPUT, rounds of
several sizes among them; else random ones, of 1 for each size that the file leaves open, then of
3. What ONNX Runtime gives, without rewrites of its own, decides. The steps:

    show        prints the network
    optimize    what is written gives the same in ONNX Runtime, in every round
    verify      `sinter verify` says so, too
    interpret   `run --interpret`, in every round
    run         `run`, in the first round and the last
    compile     what is written builds with -Wall -Wextra and nothing said
    convert     what is written for ncnn, where it is not refused, gives the same in ncnn (first
                round)
    bench       the time of the compiled network beside ONNX Runtime's, on one thread

Each cell is "ok", or what is wrong; of bench, times in ms and their quotient. --nodes counts nodes:
before, by sinter, onnxsim and OnnxSlim. Distances are max|a-b| / max(max|a|, 0.01); a model with
elements of 16 bits may be off by 100 times the bound. Python needs what bench/onnx_nodes.py and
bench/onnx_to_ncnn.py need. Ends with 1 where something is wrong.
"""

import argparse
import glob
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "peer"))
import numpy as np  # noqa: E402
import onnx  # noqa: E402
import onnxruntime  # noqa: E402

import onnx_models  # noqa: E402
import onnx_nodes  # noqa: E402
import sinter_arrays  # noqa: E402
import sinter_tool as tool  # noqa: E402
from ncnn_peer import Ncnn, distance  # noqa: E402

STEPS = "show,optimize,verify,interpret,run,compile,convert,bench"


# ---- inputs, and what comes of them --------------------------------------------------------------


def drawn_feeds(session, n, seed):
    """Inputs with n for each size that is open."""
    inputs = session.get_inputs()
    sizes = {i.name: [k if isinstance(k, int) else n for k in i.shape] for i in inputs}
    return onnx_models.feeds_of(session, sizes, np.random.default_rng(seed))


def rounds_of(path, session):
    beside = os.path.splitext(path)[0] + ".npz"
    if not os.path.exists(beside):
        is_open = any(not isinstance(k, int) for i in session.get_inputs() for k in i.shape)
        return [drawn_feeds(session, n, n) for n in ([1, 3] if is_open else [1])]
    known = {i.name for i in session.get_inputs()}
    rounds = {}
    with np.load(beside) as arrays:
        for key in arrays.files:
            n, _, name = key.partition("/")
            if name in known:
                rounds.setdefault(int(n), {})[name] = arrays[key]
    return [rounds[n] for n in sorted(rounds)]


def compared(expected, got, names, bound):
    """ "ok", or the worst output, and how far it is off."""
    worst, said = 0.0, ""
    for name, a, b in zip(names, expected, got):
        if b is not None and a.dtype != b.dtype:
            return "WRONG: %s is %s, not %s" % (name, b.dtype, a.dtype)
        d, why = distance(a, b, onnx_models.FLOOR)
        allowed = 0 if a.dtype.kind in "iub" else bound
        if d > allowed and d >= worst:
            worst, said = d, "WRONG: %s %s" % (name, why or "is off by %.1e" % d)
    return said or "ok"


def short(code, text):
    lines = [w for w in text.splitlines() if "error" in w or not w.startswith("sinter: warning")]
    said = (lines or text.splitlines() or ["nothing said"])[-1]
    return ("CRASH %d: " % code if tool.crashed(code) else "no: ") + said[-200:]


# ---- the steps: each takes the job and gives its cell --------------------------------------------


def plain(path):
    """ONNX Runtime without rewrites of its own, which round otherwise."""
    o = onnxruntime.SessionOptions()
    o.log_severity_level = 4
    o.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(path, o)


def has_halves(path):
    small = (onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16)
    graph = onnx.load(path, load_external_data=False).graph
    return any(t.data_type in small for t in graph.initializer)


class Job:
    def __init__(self, args, path, folder):
        self.args, self.path, self.folder = args, path, folder
        self.session = plain(path)
        self.names = [v.name for v in self.session.get_outputs()]
        self.rounds = [(f, self.session.run(None, f)) for f in rounds_of(path, self.session)]
        self.out = os.path.join(folder, "out.onnx")
        self.nodes = ""
        self.bound = args.bound * (100 if has_halves(path) else 1)

    def call(self, *words):
        return tool.run(self.args.sinter, *words, seconds=self.args.seconds)

    def pins(self, k=0):
        feeds = self.rounds[k][0]
        words = []
        for name, a in feeds.items():
            words += ["--input", "%s=%s" % (name, tool.sizes(a.shape))] if a.ndim else []
        return words


def show(job):
    code, text = job.call("show", job.path)
    return short(code, text) if code else "ok"


def optimize(job):
    before = onnx_nodes.nodes_of(job.path)
    code, text = job.call("optimize", job.path, "-o", job.out)
    if code:
        return short(code, text)
    job.nodes = "%d>%d" % (before, onnx_nodes.nodes_of(job.out))
    if "not checked" in text or "inconclusive" in text:
        job.nodes += "?"
    try:
        session = plain(job.out)
        for k, (feeds, expected) in enumerate(job.rounds):
            said = compared(expected, session.run(None, feeds), job.names, job.bound)
            if said != "ok":
                return "%s (round %d)" % (said, k)
    except Exception as e:  # noqa: BLE001: theirs are of many kinds
        return "WRONG: ONNX Runtime: " + str(e).strip().splitlines()[0][:200]
    return "ok"


def verify(job):
    if not os.path.exists(job.out):
        return "-"
    code, text = job.call("verify", job.path, job.out)
    return "ok" if code == 0 else short(code, text)


def ran(job, k, *more):
    feeds, expected = job.rounds[k]
    got, why = sinter_arrays.run(
        job.args.sinter, job.path, feeds, job.names, job.folder, *more, seconds=job.args.seconds
    )
    if got is None:
        return ("CRASH " if why.startswith(("crashed", "hung")) else "no: ") + why
    said = compared(expected, got, job.names, job.bound)
    return said if said == "ok" else "%s (round %d)" % (said, k)


def first_bad(cells):
    return next((c for c in cells if c != "ok"), "ok")


def interpret(job):
    return first_bad(ran(job, k, "--interpret") for k in range(len(job.rounds)))


def run(job):
    return first_bad(ran(job, k) for k in sorted({0, len(job.rounds) - 1}))


def compile_step(job):
    out = os.path.join(job.folder, "code")
    shutil.rmtree(out, ignore_errors=True)
    code, text = job.call("compile", job.path, "-o", out, "--check", "off", "-q", *job.pins())
    if code:
        return short(code, text)
    files = [f for f in glob.glob(os.path.join(out, "*.c"))]
    flags = ["-std=c11", "-O1", "-march=native", "-Wall", "-Wextra", "-c", "-o", "/dev/null"]
    for f in files:
        built = subprocess.run(["cc", *flags, f], capture_output=True, text=True, check=False)
        if built.returncode or built.stderr:
            lines = [w for w in built.stderr.splitlines() if "warning" in w or "error" in w]
            return "WRONG: " + (lines or ["cc failed"])[0][-200:]
    return "ok"


def convert(job):
    feeds, expected = job.rounds[0]
    net, why = onnx_models.to_ncnn(
        job.args.sinter, job.path, feeds, job.names, job.folder, seconds=job.args.seconds
    )
    if net is None:
        return "CRASH " + why if why.startswith("crashed") else "no: " + why[-200:]
    worst, why = onnx_models.worst_of(job.args.ncnn, net, [(feeds, expected)], job.args.seconds)
    return "ok" if worst <= 1e-3 else "WRONG: " + (why or "off by %.1e" % worst)


def theirs(job):
    """Milliseconds of a run in ONNX Runtime on one thread."""
    o = onnxruntime.SessionOptions()
    o.intra_op_num_threads = 1
    o.log_severity_level = 4
    session = onnxruntime.InferenceSession(job.path, o)
    times, began = [], time.time()
    while len(times) < 5 or (time.time() - began < 1 and len(times) < 50):
        at = time.perf_counter()
        session.run(None, job.rounds[0][0])
        times.append(time.perf_counter() - at)
    return 1000 * float(np.median(times))


def bench(job):
    words = [job.args.sinter, "bench", job.path, "--json", "-q", "--check", "off", *job.pins()]
    done = subprocess.run(
        tool.limited(words, job.args.seconds), capture_output=True, text=True, check=False
    )
    if done.returncode:
        return short(done.returncode, done.stderr.strip())
    ours, other = 1000 * json.loads(done.stdout)["median_seconds"], theirs(job)
    return "%.2f/%.2f=%.2f" % (ours, other, ours / other)


CALLS = {
    "show": show,
    "optimize": optimize,
    "verify": verify,
    "interpret": interpret,
    "run": run,
    "compile": compile_step,
    "convert": convert,
    "bench": bench,
}


def counted(args, path, folder):
    """Nodes before, and by every tool."""
    cells = ["%s %d" % ("before", onnx_nodes.nodes_of(path))]
    for t in onnx_nodes.TOOLS:
        n, _ = onnx_nodes.run(args, t, path, folder)
        cells.append("%s %s" % (t, "-" if n is None else n))
    return "  ".join(cells)


def one(args, name, path):
    with tempfile.TemporaryDirectory() as folder:
        bad, began = False, time.time()
        try:
            job = Job(args, path, folder)
        except Exception as e:  # noqa: BLE001
            print("%s: not in ONNX Runtime: %s" % (name, str(e).strip().splitlines()[0][:200]))
            return False
        print("%s" % name)
        for step in args.steps.split(","):
            at = time.time()
            said = CALLS[step](job)
            bad |= said.startswith(("WRONG", "CRASH"))
            more = "  " + job.nodes if step == "optimize" else ""
            print("    %-10s %s%s  (%.1f s)" % (step, said, more, time.time() - at), flush=True)
        if args.nodes:
            print("    %-10s %s" % ("nodes", counted(args, path, folder)), flush=True)
        return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sinter", default=os.environ.get("SINTER", "build/sinter"))
    parser.add_argument("--steps", default=STEPS)
    parser.add_argument("--nodes", action="store_true")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--bound", type=float, default=1e-4)
    parser.add_argument("what", nargs="+", metavar="FILE|FOLDER")
    args = parser.parse_args()
    args.sinter = os.path.abspath(args.sinter)
    args.ncnn = Ncnn()
    wrong = [name for name, path in onnx_nodes.files(args) if one(args, name, path)]
    args.ncnn.close()
    print("wrong: " + (", ".join(wrong) or "none"))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
