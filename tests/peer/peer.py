# SPDX-License-Identifier: Apache-2.0
"""What the peer tests share: the command line, where things are, tables, the last line."""

import argparse
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


RANDOM = ("cases", "chains", "pieces")  # options that say how many random cases there are


def arguments(description, **more):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("-k", default="", metavar="PART", help="only what has PART in its name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--share", type=int, default=1, metavar="N", help="only an N-th of what is like the rest"
    )
    parser.add_argument(
        "--sinter", default=os.environ.get("SINTER", os.path.join(ROOT, "build", "sinter"))
    )
    parser.add_argument(
        "--ref-run",
        default=os.environ.get("REF_RUN", os.path.join(ROOT, "build-dev", "tests", "ref_run")),
    )
    for name, options in more.items():
        parser.add_argument("--" + name, **options)
    args, _ = parser.parse_known_args()
    args.sinter = os.path.abspath(args.sinter)
    args.ref_run = os.path.abspath(args.ref_run)
    for name in set(RANDOM) & set(vars(args)):
        setattr(args, name, -(-getattr(args, name) // args.share))
    return args


def turns(args, number, things):
    """With --share N, an N-th of the things that the number-th subject could meet, others than the
    next one's, and at least one."""
    share = min(args.share, len(things))
    return [t for k, t in enumerate(things) if (number + k + args.seed) % share == 0]


def folder():
    """A temporary folder, in memory where there is one."""
    return tempfile.mkdtemp(
        prefix="sinter-peer-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    )


def remove(path):
    shutil.rmtree(path, ignore_errors=True)


def table(rows, heads):
    texts = [[str(c) for c in row] for row in [heads] + rows]
    widths = [max(len(row[i]) for row in texts) for i in range(len(heads))]
    for row in texts:
        cells = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))]
        print("  ".join(cells).rstrip())


def size(distance):
    return "0" if distance == 0 else "%.1e" % distance


def finish(passed, failed, skipped=0):
    """The last line of a test, and its status."""
    print("%d passed, %d failed%s" % (passed, failed, ", %d skipped" % skipped if skipped else ""))
    sys.stdout.flush()
    sys.exit(1 if failed else 0)
