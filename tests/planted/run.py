#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants mistakes into every network that SINTER_MODELS names, and into those that sinter makes,
and prints who was found.

    run.py PLANTED [--layers N] [--jobs N] [--seconds N] [MODEL.param | zoo:NAME ...]

PLANTED is the program beside this file. One process for a network; what takes longer than --seconds
counts as far as it came. A line for each network: of all mistakes how many were caught,
inconclusive, missed; then each that was missed. Status 1 where some was.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys

ZOO = ["squeezenet", "mobilenet_v2", "shufflenet_v2", "resnet18", "repvgg", "ssd", "vit"]
COLUMN = {
    "different": "caught",
    "caught": "caught",
    "inconclusive": "inconclusive",
    "same": "missed",
    "notrun": "not run",
}


def plant(planted, layers, seconds, network):
    command = [planted] + (["--layers", str(layers)] if layers else []) + [network]
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
            errors="replace",
        )
        text, note = done.stdout, (
            "" if done.returncode in (0, 1) else f"ended with {done.returncode}"
        )
    except subprocess.TimeoutExpired as e:
        text, note = (e.stdout or b"").decode(errors="replace"), "not all in time"
    rows = [line.split("\t") for line in text.splitlines()]
    rows = [r for r in rows if len(r) == 7 and r[5] in COLUMN]
    if not rows and not note:
        note = "nothing to plant"
    return network, rows, note


def main():
    args = argparse.ArgumentParser()
    args.add_argument("planted")
    args.add_argument("--layers", type=int, default=0)
    args.add_argument("--jobs", type=int, default=os.cpu_count())
    args.add_argument("--seconds", type=int, default=3600)
    args.add_argument("networks", nargs="*")
    a = args.parse_intermixed_args()
    networks = a.networks or ["zoo:" + name for name in ZOO]
    models = os.environ.get("SINTER_MODELS", "")
    if not a.networks and os.path.isdir(models):
        networks += [
            str(p)
            for p in sorted(pathlib.Path(models).rglob("*.param"))
            if p.with_suffix(".bin").exists()
        ]
    columns = ["caught", "inconclusive", "missed", "not run"]
    by_kind, missed = collections.Counter(), []
    print(f"{'network':44}" + "".join(f"{c:>14}" for c in columns))
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        for network, rows, note in pool.map(
            lambda n: plant(a.planted, a.layers, a.seconds, n), networks
        ):
            n = collections.Counter(COLUMN[r[5]] for r in rows)
            by_kind.update((r[3], COLUMN[r[5]]) for r in rows)
            missed += [r for r in rows if COLUMN[r[5]] == "missed"]
            name = "/".join(network.split("/")[-2:])
            print(
                f"{name:44}"
                + "".join(f"{n[c]:14}" for c in columns)
                + ("  " + note if note else ""),
                flush=True,
            )
    print()
    for kind in sorted({k for k, _ in by_kind}):
        print(f"{kind:44}" + "".join(f"{by_kind[kind, c]:14}" for c in columns))
    for r in missed:
        print(f"missed: {r[0]}: {r[3]} in {r[2]} {r[1]}, {r[4]}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
