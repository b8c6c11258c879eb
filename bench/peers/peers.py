#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times networks in ncnn, ONNX Runtime, OpenVINO and as compiled by sinter, side by side.

    bench/peers/peers.py [--sinter build/sinter] [options] [NET ...]

NET is a part of a name in nets.txt, or a .param or .onnx with sizes ("face.param data=3,240,320");
none: all of nets.txt, or of another --list. Every peer runs in a process of its own; all compute
from the same input first and are compared; then they are timed in turn, round by round. See
README.md.
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
import tempfile

from nets import HERE, OF_ONNX, Failed, Prepared, chosen
from tables import APART, report

ROOT = HERE.parent.parent
PEERS = ["ncnn", "ort", "openvino", "sinter"]
KINDS = (*PEERS, *APART, "emx")
BF16_BOUND = 5e-2  # numbers of 8 bits
BUSY = 0.05  # share of the processors, beyond those that we leave, that others may use in a round
PATIENCE = 3  # rounds that are made, at most, for one that counts


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


# ---- peers ---------------------------------------------------------------------------------------


class Variant:
    """One way of making a library with sinter: a build of the tool, and what it is asked for."""

    def __init__(self, tool, target, fusion="full", without="", pages="large"):
        self.tool, self.target, self.fusion, self.pages = tool, target, fusion, pages
        self.without = without


def variant(text, args):
    """(label, Variant) of LABEL=TOOL[,target=T][,fusion=F][,without=R][,pages=P]; no TOOL: that of
    --sinter. R: rules of fusion, with + between them."""
    label, _, rest = text.partition("=")
    tool, *words = rest.split(",")
    if "=" in tool:
        tool, words = "", [tool, *words]
    more = dict(word.partition("=")[::2] for word in words)
    if not label or label in KINDS or set(more) - {"target", "fusion", "without", "pages"}:
        sys.exit(
            "peers: --also '%s': LABEL=TOOL,target=T,fusion=F,without=R,pages=P is expected" % text
        )
    return label, Variant(
        tool and found_tool(tool) or args.sinter, more.pop("target", args.target), **more
    )


def found_tool(path):
    found = shutil.which(path) or path
    if not os.path.exists(found):
        sys.exit("peers: there is no %s; 'make' builds it" % found)
    return found


class Peer:
    """A worker process."""

    def __init__(self, kind, label):
        self.kind, self.label = kind, label
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


class Meter:
    """How much of the machine others use."""

    def __init__(self, pids):
        self.pids = pids
        self.last = self.now()

    def now(self):
        """(ticks that the processors had, ticks that were used, ticks that our processes used)"""
        fields = [
            int(v) for v in pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:9]
        ]
        idle, mine = fields[3] + fields[4], 0
        for pid in self.pids:
            stat = pathlib.Path("/proc/%d/stat" % pid).read_text().rpartition(")")[2].split()
            mine += int(stat[11]) + int(stat[12])
        return sum(fields), sum(fields) - idle, mine

    def others(self):
        """The share since the last call."""
        now = self.now()
        had, used, mine = (b - a for a, b in zip(self.last, now))
        self.last = now
        return max(used - mine, 0) / max(had, 1)


FLOOR = 1e-2  # ONNX Runtime has sigmoids of large negative numbers wrong by 1e-7


def distance(a, b):
    """max |a - b| / max(max |a|, FLOOR), the worst of all outputs."""
    import numpy as np

    worst = 0.0
    for x, y in zip(a, b):
        if x.size != y.size or not (np.isfinite(x).all() and np.isfinite(y).all()):
            return math.inf
        x, y = x.reshape(-1).astype(np.float64), y.reshape(-1).astype(np.float64)
        worst = max(worst, float(np.abs(x - y).max() / max(np.abs(x).max(), FLOOR)))
    return worst if len(a) == len(b) else math.inf


class Run:
    """One network with one number of threads: all peers."""

    def __init__(self, args, prepared, threads):
        self.args, self.net, self.threads = args, prepared, threads
        self.peers, self.said, self.results = [], dict(prepared.refused), {}
        self.allowed = BUSY + max(0, 1 - threads / os.cpu_count())

    def measure(self):
        try:
            for label in self.args.peers:
                if label not in self.said:
                    self.load(label)
            self.compare()
            rounds = self.rounds()
        finally:
            for peer in self.peers:
                peer.close()
        return self.summary(rounds)

    def rounds(self):
        """[(share that others used, {peer: ms})]: as many as asked for, more if busy."""
        done = []
        meter = Meter([peer.process.pid for peer in self.peers])
        while len(done) < PATIENCE * self.args.rounds and self.peers:
            # Who follows whom changes, so that nobody always runs on what another left behind.
            turn = len(done) % len(self.peers)
            order = self.peers[turn:] + self.peers[:turn]
            how = {"seconds": self.args.seconds, "realtime": self.args.realtime}
            ms = {p.label: p.ask("time", **how)["ms"] for p in order}
            done.append((meter.others(), ms))
            if sum(others <= self.allowed for others, _ in done) == self.args.rounds:
                break
        return done

    def summary(self, rounds):
        """The quietest of the rounds count."""
        counted = sorted(rounds, key=lambda one: one[0])[: self.args.rounds]
        for peer in self.peers:
            ms = [t for _, times in counted for t in times[peer.label]]
            self.results[peer.label].update(min=min(ms), median=statistics.median(ms), runs=len(ms))
        return {
            "threads": self.threads,
            "peers": self.results,
            "without": self.said,
            "others": statistics.mean(others for others, _ in counted) if counted else 0,
        }

    def load(self, label):
        how = self.args.variants.get(label)
        kind, compiled = "sinter" if how else label, {}
        peer = Peer(kind, label)
        try:
            if how:
                files, compiled = self.net.compile(label, how, self.threads)
                if self.args.load and label == "sinter":
                    compiled.update(self.net.waits(self.threads))
            else:
                files = self.net.of(kind)
            loaded = peer.ask(
                "load",
                files=files,
                threads=self.threads,
                inputs=self.net.inputs[kind in OF_ONNX],
                outputs=self.net.outputs,
            )
            peer.ask("save", path=self.net.file(label + ".npz"))
            loaded.update(peer.ask("memory"), **compiled)
        except Failed as e:
            self.said[label] = str(e)
            peer.close()
            return
        self.results[label] = loaded
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
            if not off <= (BF16_BOUND if peer.kind == "openvino-bf16" else self.args.bound):
                self.said[peer.label] = "its output is off by %.1e" % off
                self.results.pop(peer.label)
                self.peers.remove(peer)
                peer.close()


def arguments():
    p = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    p.add_argument("nets", nargs="*", metavar="NET", help="a part of a name, or a file")
    p.add_argument("--list", default=str(HERE / "nets.txt"), help="networks, or onnx: ONNX models")
    p.add_argument("--sinter", default=str(ROOT / "build" / "sinter"), help="the tool")
    p.add_argument(
        "--peers",
        default=",".join(PEERS),
        help="of %s; who is left out has no column" % ", ".join(KINDS),
    )
    p.add_argument("--target", default="native", help="that sinter compiles for")
    p.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="LABEL=TOOL,target=T,fusion=F,without=R,pages=P",
        help="sinter once more in a column LABEL: another build, target, fusion, "
        "rules of fusion that are switched off, or pages (small, large)",
    )
    p.add_argument(
        "--fusion", default="", metavar="MODES", help="sinter once more with each of off, tvm, full"
    )
    p.add_argument("--threads", default="1,2", help="numbers of threads")
    p.add_argument("--rounds", type=int, default=8, help="turns of each peer")
    p.add_argument("--seconds", type=float, default=0.3, help="of a turn")
    p.add_argument("--bound", type=float, default=1e-3, help="on the distance of outputs")
    p.add_argument(
        "--realtime",
        action="store_true",
        help="peers go before all else while they are timed; for root, on a busy machine",
    )
    p.add_argument("--seed", type=int, default=1, help="of the input")
    p.add_argument("--median", action="store_true", help="medians, too")
    p.add_argument("--memory", action="store_true", help="peak memory, too")
    p.add_argument("--load", action="store_true", help="time to load and to compile, too")
    p.add_argument("--json", metavar="FILE", help="all figures")
    p.add_argument(
        "--cache",
        default=os.path.expanduser("~/.cache/sinter-bench"),
        help="where wheels and files go",
    )
    args = p.parse_args()
    args.threads = [int(t) for t in args.threads.split(",")]
    args.cache = pathlib.Path(args.cache).resolve()
    args.sinter = found_tool(args.sinter)
    args.peers = args.peers.split(",")
    modes = list(filter(None, args.fusion.split(",")))
    args.modes = ["sinter:" + mode for mode in modes]
    args.variants = {"sinter": Variant(args.sinter, args.target)}
    args.variants.update(
        ("sinter:" + mode, Variant(args.sinter, args.target, mode)) for mode in modes
    )
    also = dict(variant(text, args) for text in args.also)
    unknown = [p for p in args.peers if p not in KINDS]
    if unknown:
        sys.exit("peers: nobody is called '%s'" % unknown[0])
    words = [args.sinter, "compile", "--help"]
    if subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        print("peers: this sinter does not compile; it has no column", file=sys.stderr)
        args.peers, args.modes = [p for p in args.peers if p != "sinter"], []
    args.variants.update(also)
    args.also = list(also)
    args.peers += args.modes + args.also
    return args


def main():
    args = arguments()
    python = environment(args.cache)
    if pathlib.Path(sys.prefix).resolve() != (args.cache / "venv").resolve():
        os.execv(python, [str(python), *sys.argv])
    rows = []
    for net in chosen(args.nets, args.list):
        try:
            with tempfile.TemporaryDirectory(prefix="peers-", dir=args.cache) as folder:
                rows.append(one(args, net, folder))
            print(progress(rows[-1]), file=sys.stderr, flush=True)
        except Failed as e:
            print("%s: %s" % (net.name, e), file=sys.stderr, flush=True)
        if args.json:
            with open(args.json, "w") as f:
                json.dump({"peers": args.peers, "rounds": args.rounds, "nets": rows}, f, indent=1)
    report(args, rows)


def one(args, net, folder):
    prepared = Prepared(args, net, folder)
    row = {"net": net.short, "macs": prepared.macs, "weight_bytes": prepared.weight_bytes}
    row["runs"] = [Run(args, prepared, threads).measure() for threads in args.threads]
    return row


def progress(row):
    texts = []
    for run in row["runs"]:
        times = " ".join("%s %.2f" % (p, r["min"]) for p, r in run["peers"].items())
        texts.append("%dt %s" % (run["threads"], times))
    return "%s: %s" % (row["net"], "; ".join(texts))


if __name__ == "__main__":
    main()
