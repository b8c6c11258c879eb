# SPDX-License-Identifier: Apache-2.0
"""What was measured, as tables."""

import math
import statistics

APART = ("ncnn+", "openvino-bf16")  # these are no peers of float32, whatever column they have


def mean(ratios):
    return math.exp(statistics.mean(map(math.log, ratios))) if ratios else math.nan


def best_of(args, run, key):
    apart = (*APART, *args.variants)
    found = [r[key] for p, r in run["peers"].items() if p not in apart]
    return min(found) if found else None


def table(args, rows, threads, key):
    """Milliseconds by peer, and how often ours goes into the best of the others."""
    others = [p for p in args.peers if p not in args.variants]
    ours = [p for p in args.peers if p in args.variants and p not in args.modes]
    columns = others + ours
    heads = ["net"] + columns + (["best/sinter"] if "sinter" in args.peers else ["best"])
    lines, ratios = [heads], {p: [] for p in others + args.also + ["best"]}
    for row in rows:
        run = next((r for r in row["runs"] if r["threads"] == threads), None)
        if run is None:
            continue
        cells = [row["net"]]
        cells += ["%.3f" % run["peers"][p][key] if p in run["peers"] else "-" for p in columns]
        best = best_of(args, run, key)
        mine = run["peers"].get("sinter")
        for p in others + args.also if mine else ():
            if p in run["peers"]:
                ratios[p].append(run["peers"][p][key] / mine[key])
        if mine and best:
            cells.append("%.2f" % (best / mine[key]))
            ratios["best"].append(best / mine[key])
        else:
            cells.append(
                "-"
                if mine or not best
                else next(p for p in others if p in run["peers"] and run["peers"][p][key] == best)
            )
        lines.append(cells)
    put(lines)
    for p, values in ratios.items():
        if values:
            print(
                "geometric mean of %s / sinter: %.3f over %d nets, least %.3f"
                % (p, mean(values), len(values), min(values))
            )
    for p in args.also:
        runs = [r for row in rows for r in row["runs"] if r["threads"] == threads]
        both = [(best_of(args, r, key), r["peers"][p][key]) for r in runs if p in r["peers"]]
        values = [best / mine for best, mine in both if best]
        if values:
            print("geometric mean of best / %s: %.3f over %d nets" % (p, mean(values), len(values)))
    for p in others if "sinter" not in args.peers else ():
        to_best = [
            r["peers"][p][key] / best_of(args, r, key)
            for row in rows
            for r in row["runs"]
            if r["threads"] == threads and p in r["peers"]
        ]
        if to_best:
            print(
                "geometric mean of %s / best: %.3f over %d nets" % (p, mean(to_best), len(to_best))
            )


def put(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        cells = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())


def memory_table(args, rows):
    lines = [["net"] + args.peers + ["weights"]]
    for row in rows:
        run = row["runs"][0]
        cells = [
            "%.1f" % (run["peers"][p]["bytes"] / 1e6) if p in run["peers"] else "-"
            for p in args.peers
        ]
        lines.append([row["net"]] + cells + ["%.1f" % (row["weight_bytes"] / 1e6)])
    put(lines)


def fusion_table(args, rows, threads):
    """The same kernels with other groups."""
    lines = [["net"]]
    for label in args.modes:
        mode = label.partition(":")[2]
        lines[0] += [mode + " ms", "kernels", "moved MB", "workspace MB"]
    for row in rows:
        run = next(r for r in row["runs"] if r["threads"] == threads)
        cells = [row["net"]]
        for label in args.modes:
            r = run["peers"].get(label)
            cells += (
                ["-"] * 4
                if r is None
                else [
                    "%.3f" % r["min"],
                    "%d" % r["steps"],
                    "%.1f" % (r["moved_bytes"] / 1e6),
                    "%.2f" % (r["workspace_bytes"] / 1e6),
                ]
            )
        lines.append(cells)
    put(lines)
    for label in args.modes:
        both = [
            r["peers"]
            for row in rows
            for r in row["runs"]
            if r["threads"] == threads and args.modes[0] in r["peers"] and label in r["peers"]
        ]
        if both and label != args.modes[0]:
            ratio = mean([p[args.modes[0]]["min"] / p[label]["min"] for p in both])
            print(
                "geometric mean of %s / %s: %.3f over %d nets"
                % (args.modes[0].partition(":")[2], label.partition(":")[2], ratio, len(both))
            )


SINTER_LOADS = {  # what is known of ours alone: key, factor
    "cold s": ("cold_s", 1),
    "cached s": ("cached_s", 1),
    "C code s": ("emit_s", 1),
    "compiler s": ("cc_s", 1),
    "code MB": ("source_bytes", 1e-6),
    "library MB": ("library_bytes", 1e-6),
}


def load_table(args, rows):
    """Until the first result is there."""
    peers = [p for p in args.peers if p not in args.modes]
    more = SINTER_LOADS if "sinter" in peers else {}
    lines = [["net"] + peers + list(more)]
    for row in rows:
        found = row["runs"][0]["peers"]
        cells = [row["net"]]
        for r in map(found.get, peers):
            cells.append("-" if r is None else "%.1f" % (r["load_ms"] + r["first_ms"]))
        for key, factor in more.values():
            cells.append("%.2f" % (found["sinter"][key] * factor) if "sinter" in found else "-")
        lines.append(cells)
    put(lines)


def report(args, rows):
    keys = ["min", "median"] if args.median else ["min"]
    for threads in args.threads:
        for key in keys:
            print(
                "\n%d thread%s, ms, %s of %d rounds"
                % (threads, "" if threads == 1 else "s", key, args.rounds)
            )
            table(args, rows, threads, key)
        if args.modes:
            print("\nsinter by fusion, %d threads" % threads)
            fusion_table(args, rows, threads)
    if args.load:
        print("\nms to load and run once; `sinter run` as a whole, cold and cached; its parts")
        load_table(args, rows)
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
    busy = [run["others"] for row in rows for run in row["runs"]]
    if busy and statistics.mean(busy) > 0.03:
        share = 100 * statistics.mean(busy)
        print("\nnot alone: other processes used %.0f%% of the processors meanwhile" % share)
    worst = (
        max(
            (r["distance"], p, row["net"])
            for row in rows
            for run in row["runs"]
            for p, r in run["peers"].items()
            if p != "openvino-bf16"
        )
        if rows
        else (0, "", "")
    )
    print("\noutputs agree: worst distance %.1e (%s, %s), allowed %.0e" % (*worst, args.bound))
