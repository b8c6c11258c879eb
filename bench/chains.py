#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What chains of rows are worth to the layers that are in them.

    bench/chains.py [--sinter build/sinter] [--threads 1] [--rounds 60] [--turns 4] [--target T]
        [--json FILE] [NET...]

NET is a part of a name in bench/peers/nets.txt (below SINTER_MODELS), or a .param with its sizes
(default: all). Each is timed by `sinter bench` as it is compiled, without the rule `rows`, and
without fusion, in turns; of each step the least counts. Printed is, for the layers that chains
compute, the time in chains, as single groups and one by one, and the same for the whole network."""

import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))
import nets  # noqa: E402

WAYS = {"chains": [], "groups": ["--without", "rows"], "off": ["--fusion", "off"]}
HEADS = ["net", "layers", *("ms " + w for w in WAYS), "groups/chains", "off/chains"]
HEADS += ["all: " + w for w in WAYS]


def bench(args, what):
    words = [args.sinter, "bench", *what, "--threads", str(args.threads)]
    words += ["--rounds", str(args.rounds), "--target", args.target, "--json", "--check", "off"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        sys.exit("chains: %s: %s" % (" ".join(words), done.stdout + done.stderr))
    return json.loads(done.stdout)


def layers(step):
    return set(step["layers"].split(", "))


def measure(args, net):
    """Milliseconds by way: of the layers in chains, and of the network; None: it has no chains."""
    given = [w for size in net.sizes for w in ("--input", size)]
    if not net.path.with_suffix(".bin").exists():
        given += ["--bin", "seed:1"]
    least, whole, names = {}, {}, {}
    for turn in range(args.turns):
        for way in list(WAYS)[turn % len(WAYS) :] + list(WAYS)[: turn % len(WAYS)]:
            run = bench(args, [str(net.path), *given, *WAYS[way]])
            times = [s["seconds"] for s in run["steps"]]
            least[way] = list(map(min, times, least.get(way, times)))
            whole[way] = min(run["best_seconds"], whole.get(way, math.inf))
            names[way] = run["steps"]
    chained = set().union(*(layers(s) for s in names["chains"] if s["kernel"] == "pipeline"))
    if not chained:
        return None
    inside = {
        way: sum(t for t, s in zip(least[way], names[way]) if layers(s) & chained) for way in WAYS
    }
    return {
        "net": net.name,
        "layers": len(chained),
        "chained_ms": {w: 1e3 * s for w, s in inside.items()},
        "whole_ms": {w: 1e3 * s for w, s in whole.items()},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("nets", nargs="*", metavar="NET")
    parser.add_argument("--sinter", default=str(HERE.parent / "build/sinter"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--target", default="native")
    parser.add_argument("--json")
    args = parser.parse_args()
    rows = []
    print(" | ".join(HEADS))
    for net in nets.chosen(args.nets):
        row = measure(args, net)
        if row is None:
            print("%s | none" % net.name, flush=True)
            continue
        rows.append(row)
        ms, whole = row["chained_ms"], row["whole_ms"]
        cells = [row["net"], "%d" % row["layers"], *("%.3f" % ms[w] for w in WAYS)]
        cells += ["%.2f" % (ms[w] / ms["chains"]) for w in ("groups", "off")]
        print(" | ".join(cells + ["%.3f" % whole[w] for w in WAYS]), flush=True)
    for way in ("groups", "off") if rows else ():
        ratios = [r["chained_ms"][way] / r["chained_ms"]["chains"] for r in rows]
        mean = math.exp(statistics.mean(map(math.log, ratios)))
        print("geometric mean of %d, %s / chains: %.2f" % (len(rows), way, mean))
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(rows, indent=1) + "\n")


main()
