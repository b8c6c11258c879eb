#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times networks in ncnn, ONNX Runtime, OpenVINO and as compiled by sinter, side by side.

    bench/peers/peers.py [--sinter build/sinter] [options] [NET ...]

NET is a part of a name in nets.txt, or a .param with sizes ("face.param data=3,240,320"); none: all
of nets.txt. Every peer runs in a process of its own; all compute from the same input first and are
compared; then they are timed in turn, round by round. See README.md.
"""
import argparse
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PEERS = ["ncnn", "ncnn+", "ort", "openvino"]
DETECTION = {
    "DetectionOutput": 2,  # what it reads; the priors behind are constants
    "YoloDetectionOutput": None,
    "Yolov3DetectionOutput": None,
}


def environment(cache):
    """The Python of a virtual environment that has the pinned wheels; made on first use."""
    venv = cache / "venv"
    python, wanted = venv / "bin" / "python", (HERE / "requirements.txt").read_bytes()
    stamp = venv / "requirements.txt"
    if not stamp.exists() or stamp.read_bytes() != wanted:
        print("installing the peers into %s" % venv, file=sys.stderr)
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]
        subprocess.run([str(python), *words, str(HERE / "requirements.txt")], check=True)
        stamp.write_bytes(wanted)
    return python


class Failed(Exception):
    pass


# ---- networks ------------------------------------------------------------------------------------


class Net:
    def __init__(self, path, sizes):
        self.path, self.sizes = pathlib.Path(path), sizes
        self.name = "%s/%s" % (self.path.parent.name, self.path.stem)
        self.short = self.name.removeprefix("ncnn-benchmark/")


def listed():
    folder = os.environ.get("SINTER_MODELS", "")
    if not os.path.isdir(folder):
        sys.exit("peers: SINTER_MODELS names no folder with models")
    for line in (HERE / "nets.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, *sizes = line.split()
            yield Net(os.path.join(folder, name + ".param"), sizes)


def chosen(words):
    if not words:
        return list(listed())
    found, known = [], None
    for word in words:
        path, *sizes = word.split()
        if path.endswith(".param"):
            found.append(Net(path, sizes))
            continue
        known = known or list(listed())
        exact = [n for n in known if word in (n.short, n.name)]
        some = exact or [n for n in known if word in n.name]
        if not some:
            sys.exit("peers: no network in nets.txt has '%s' in its name" % word)
        found += [n for n in some if n not in found]
    return found


def layers(param):
    """(type, bottoms, tops) of each layer of a .param."""
    for line in param.read_text(errors="replace").splitlines()[2:]:
        words = line.split()
        if len(words) >= 4:
            n_in, n_out = int(words[2]), int(words[3])
            yield words[0], words[4 : 4 + n_in], words[4 + n_in : 4 + n_in + n_out]


class Prepared:
    """A network written for each peer, into a folder."""

    def __init__(self, args, net):
        import numpy as np

        self.args, self.net, self.folder = args, net, args.cache / "work"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.pins = [w for size in net.sizes for w in ("--input", size)]
        self.refused = {}  # peer -> why it has no such file
        self.files = {"param": self.file("net.param"), "bin": self.file("net.bin")}
        self.original()
        shown = json.loads(self.sinter("show", self.files["param"], *self.pins, "--json"))
        if shown["sizes"] not in ("given", "hinted"):
            raise Failed("sizes of its inputs must be given")
        self.macs, self.weight_bytes = (shown["totals"][k] for k in ("macs", "weight_bytes"))
        self.shapes = {v["name"]: v["shape"] for v in shown["inputs"]}
        self.outputs = [v["name"] for v in shown["outputs"]]
        self.out_shapes = [v["shape"] for v in shown["outputs"]]
        rng = np.random.default_rng(args.seed)
        self.inputs = self.file("inputs.npz")
        arrays = {n: rng.uniform(-1, 1, s).astype(np.float32) for n, s in self.shapes.items()}
        np.savez(self.inputs, **arrays)
        if "ncnn+" in args.peers:
            self.optimized()
        if "ort" in args.peers or "openvino" in args.peers:
            self.onnx(shown)

    def file(self, name):
        return str(self.folder / name)

    def sinter(self, *words):
        p = subprocess.run(
            [self.args.sinter, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if p.returncode:
            said = (p.stderr.strip() or p.stdout.strip() or "nothing said").splitlines()[-1]
            raise Failed("sinter %s: %s" % (words[0], said))
        return p.stdout

    def original(self):
        """The file itself, with weights, cut before what picks boxes: that is no arithmetic."""
        weights = [] if self.net.path.with_suffix(".bin").exists() else ["--bin", "seed:1"]
        shown = json.loads(self.sinter("show", str(self.net.path), *weights, *self.pins, "--json"))
        ends = [v["name"] for v in shown["outputs"]]
        for kind, bottoms, tops in layers(self.net.path):
            if kind in DETECTION and tops[0] in ends:
                at = ends.index(tops[0])
                ends[at : at + 1] = bottoms[: DETECTION[kind]]
        cut = [] if len(ends) == len(shown["outputs"]) == 1 else ["--to", ",".join(ends)]
        if ends == [v["name"] for v in shown["outputs"]]:
            cut = []
        words = ["convert", str(self.net.path), "-o", self.files["param"], *weights, *cut]
        self.sinter(*words, *(self.pins if cut else []))

    def optimized(self):
        self.files["param+"], self.files["bin+"] = self.file("opt.param"), self.file("opt.bin")
        try:
            words = ["optimize", self.files["param"], "-o", self.files["param+"], "--verify", "off"]
            self.sinter(*words, *self.pins)
        except Failed as e:
            self.refused["ncnn+"] = str(e)

    def onnx(self, shown):
        import onnx
        import to_onnx

        self.files["onnx"] = self.file("net.onnx")
        with open(self.files["bin"], "rb") as f:
            data = f.read()
        try:
            onnx.save(to_onnx.translate(shown, data), self.files["onnx"])
        except to_onnx.Refused as e:
            self.refused["ort"] = self.refused["openvino"] = "not written as ONNX: %s" % e

    def of(self, peer):
        if peer == "ncnn+":
            return {"param": self.files["param+"], "bin": self.files["bin+"]}
        return self.files


# ---- peers ---------------------------------------------------------------------------------------


class Peer:
    """A worker process."""

    def __init__(self, kind, label):
        self.kind, self.label, self.ms = kind, label, []
        self.process = subprocess.Popen(
            [sys.executable, "-u", str(HERE / "worker.py"), kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, do, **more):
        try:
            self.process.stdin.write(json.dumps({"do": do, **more}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Failed("crashed with status %s" % self.process.wait())
        answer = json.loads(line)
        if "error" in answer:
            raise Failed(answer["error"])
        return answer

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()


def distance(a, b):
    """max |a - b| / max |a|, the worst of all outputs."""
    import numpy as np

    worst = 0.0
    for x, y in zip(a, b):
        if x.size != y.size or not (np.isfinite(x).all() and np.isfinite(y).all()):
            return math.inf
        x, y = x.reshape(-1).astype(np.float64), y.reshape(-1).astype(np.float64)
        worst = max(worst, float(np.abs(x - y).max() / max(np.abs(x).max(), 1e-30)))
    return worst if len(a) == len(b) else math.inf


class Run:
    """One network with one number of threads: all peers."""

    def __init__(self, args, prepared, threads):
        self.args, self.net, self.threads = args, prepared, threads
        self.peers, self.said, self.results = [], dict(prepared.refused), {}

    def measure(self):
        try:
            for kind in self.args.peers:
                if kind not in self.said:
                    self.load(kind)
            self.compare()
            for turn in range(self.args.rounds):
                # Who follows whom changes, so that nobody always runs on what another left behind.
                for i in range(len(self.peers)):
                    peer = self.peers[(i + turn) % len(self.peers)]
                    peer.ms += peer.ask("time", seconds=self.args.seconds)["ms"]
        finally:
            for peer in self.peers:
                peer.close()
        for peer in self.peers:
            self.results[peer.label].update(
                min=min(peer.ms), median=statistics.median(peer.ms), runs=len(peer.ms)
            )
        return {"threads": self.threads, "peers": self.results, "without": self.said}

    def load(self, kind):
        peer = Peer(kind, kind)
        try:
            loaded = peer.ask(
                "load",
                files=self.net.of(kind),
                threads=self.threads,
                inputs=self.net.inputs,
                outputs=self.net.outputs,
            )
            peer.ask("save", path=self.net.file(kind + ".npz"))
            loaded.update(peer.ask("memory"))
        except Failed as e:
            self.said[kind] = str(e)
            peer.close()
            return
        self.results[kind] = loaded
        self.peers.append(peer)

    def compare(self):
        """All with the first of the peers; who differs is not timed."""
        import numpy as np

        outputs = {}
        for peer in self.peers:
            with np.load(self.net.file(peer.label + ".npz")) as found:
                outputs[peer.label] = [found[name] for name in found.files]
        for peer in list(self.peers):
            first = outputs[self.peers[0].label]
            off = self.results[peer.label]["distance"] = distance(first, outputs[peer.label])
            if not off <= self.args.bound:
                self.said[peer.label] = "its output is off by %.1e" % off
                self.results.pop(peer.label)
                self.peers.remove(peer)
                peer.close()


# ---- report --------------------------------------------------------------------------------------


def mean(ratios):
    return math.exp(statistics.mean(map(math.log, ratios))) if ratios else math.nan


def best_of(run, key, without=()):
    found = [r[key] for p, r in run["peers"].items() if p not in without]
    return min(found) if found else None


def table(args, rows, threads, key):
    """Milliseconds by peer, and how often ours goes into the best of the others."""
    others = [p for p in args.peers if p != "sinter"]
    heads = ["net"] + args.peers + (["best/sinter"] if "sinter" in args.peers else ["best"])
    lines, ratios = [heads], {p: [] for p in others + ["best"]}
    for row in rows:
        run = next((r for r in row["runs"] if r["threads"] == threads), None)
        if run is None:
            continue
        cells = [row["net"]]
        cells += ["%.3f" % run["peers"][p][key] if p in run["peers"] else "-" for p in args.peers]
        best = best_of(run, key, ("sinter",))
        mine = run["peers"].get("sinter")
        if mine and best:
            cells.append("%.2f" % (best / mine[key]))
            ratios["best"].append(best / mine[key])
            for p in others:
                if p in run["peers"]:
                    ratios[p].append(run["peers"][p][key] / mine[key])
        else:
            cells.append("-" if mine or not best else next(
                p for p in others if p in run["peers"] and run["peers"][p][key] == best))
        lines.append(cells)
    put(lines)
    for p, values in ratios.items():
        if values:
            print("geometric mean of %s / sinter: %.3f over %d nets, least %.3f" % (
                p, mean(values), len(values), min(values)))
    for p in others if "sinter" not in args.peers else ():
        to_best = [
            r["peers"][p][key] / best_of(r, key)
            for row in rows for r in row["runs"] if r["threads"] == threads and p in r["peers"]
        ]
        if to_best:
            print("geometric mean of %s / best: %.3f over %d nets" % (p, mean(to_best), len(to_best)))


def put(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        cells = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())


def memory_table(args, rows):
    lines = [["net"] + args.peers + ["weights"]]
    for row in rows:
        run = row["runs"][0]
        cells = ["%.1f" % (run["peers"][p]["bytes"] / 1e6) if p in run["peers"] else "-" for p in args.peers]
        lines.append([row["net"]] + cells + ["%.1f" % (row["weight_bytes"] / 1e6)])
    put(lines)


def report(args, rows):
    keys = ["min", "median"] if args.median else ["min"]
    for threads in args.threads:
        for key in keys:
            print("\n%d thread%s, ms, %s of %d rounds" % (
                threads, "" if threads == 1 else "s", key, args.rounds))
            table(args, rows, threads, key)
    if args.memory:
        print("\npeak memory, MB: of the process beyond what it was before it loaded the network")
        memory_table(args, rows)
    said = {}
    for row in rows:
        for run in row["runs"]:
            for peer, why in run["without"].items():
                said.setdefault((row["net"], peer), why)
    if said:
        print("\nnot measured")
    for (net, peer), why in said.items():
        print("  %s, %s: %s" % (net, peer, why))
    worst = max((r["distance"], p, row["net"]) for row in rows for run in row["runs"]
                for p, r in run["peers"].items()) if rows else (0, "", "")
    print("\noutputs agree: worst distance %.1e (%s, %s), allowed %.0e" % (*worst, args.bound))


def arguments():
    p = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    p.add_argument("nets", nargs="*", metavar="NET", help="part of a name in nets.txt, or a .param")
    p.add_argument("--sinter", default=str(ROOT / "build" / "sinter"), help="the tool")
    p.add_argument("--peers", default=",".join(PEERS), help="which, in which order")
    p.add_argument("--threads", default="1,2", help="numbers of threads")
    p.add_argument("--rounds", type=int, default=8, help="turns of each peer")
    p.add_argument("--seconds", type=float, default=0.3, help="of a turn")
    p.add_argument("--bound", type=float, default=1e-3, help="on the distance of outputs")
    p.add_argument("--seed", type=int, default=1, help="of the input")
    p.add_argument("--median", action="store_true", help="medians, too")
    p.add_argument("--memory", action="store_true", help="peak memory, too")
    p.add_argument("--json", metavar="FILE", help="all figures")
    p.add_argument("--cache", default=os.path.expanduser("~/.cache/sinter-bench"), help="where wheels and files go")
    args = p.parse_args()
    args.peers = args.peers.split(",")
    args.threads = [int(t) for t in args.threads.split(",")]
    args.cache = pathlib.Path(args.cache).resolve()
    args.sinter = shutil.which(args.sinter) or args.sinter
    if not os.path.exists(args.sinter):
        sys.exit("peers: there is no %s; 'make' builds it" % args.sinter)
    return args


def main():
    args = arguments()
    python = environment(args.cache)
    if pathlib.Path(sys.prefix).resolve() != (args.cache / "venv").resolve():
        os.execv(python, [str(python), *sys.argv])
    sys.path.insert(0, str(HERE))
    rows = []
    for net in chosen(args.nets):
        try:
            prepared = Prepared(args, net)
            row = {"net": net.short, "macs": prepared.macs, "weight_bytes": prepared.weight_bytes}
            row["runs"] = [Run(args, prepared, threads).measure() for threads in args.threads]
            rows.append(row)
            print(progress(row), file=sys.stderr, flush=True)
        except Failed as e:
            print("%s: %s" % (net.name, e), file=sys.stderr, flush=True)
        if args.json:
            with open(args.json, "w") as f:
                json.dump({"peers": args.peers, "rounds": args.rounds, "nets": rows}, f, indent=1)
    report(args, rows)


def progress(row):
    texts = []
    for run in row["runs"]:
        times = " ".join("%s %.2f" % (p, r["min"]) for p, r in run["peers"].items())
        texts.append("%dt %s" % (run["threads"], times))
    return "%s: %s" % (row["net"], "; ".join(texts))


if __name__ == "__main__":
    main()
