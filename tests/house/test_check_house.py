#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What tools/check_house.py finds in small trees.

usage: test_check_house.py CHECK_HOUSE"""
import pathlib
import subprocess
import sys
import tempfile

SPDX = "/* SPDX-License-Identifier: Apache-2.0 */\n"
NAMED = "a format is named outside its folder"
# files of the tree; what is reported, in order
CASES = [
    ({"src/ops/a.c": SPDX + "int a;\n"}, []),
    ({"src/ops/a.c": SPDX + "int a; /* as ncnn's */\n"}, [f"src/ops/a.c:2: {NAMED}"]),
    ({"src/kernels/a.ct": "/* Ncnn */\n"}, [f"src/kernels/a.ct:1: {NAMED}"]),
    (
        {
            "src/formats/ncnn/a.c": SPDX + "int ncnn;\n",
            "src/formats/formats.def": SPDX + "FORMAT(ncnn)\n",
            "src/cli/commands.def": SPDX + "COMMAND(ncnnoptimize)\n",
            "src/cli/cmd_ncnnoptimize.c": SPDX + "int ncnn;\n",
        },
        [],
    ),
    (
        {"src/formats/format.c": SPDX + "int sn_ncnn_a;\n"},
        [f"src/formats/format.c:2: {NAMED}"],
    ),
]


def problems_of(check_house, files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {"README.md": "# A\n", "src/base/b.c": SPDX, **files}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        run = subprocess.run(
            [sys.executable, check_house, root], capture_output=True, text=True, check=False
        )
    found = run.stdout.splitlines()[:-1]
    if run.stderr or run.returncode != bool(found):
        found.append(f"status {run.returncode}: {run.stderr}")
    return found


def main():
    n_failed = 0
    for files, expected in CASES:
        found = problems_of(sys.argv[1], files)
        if found != expected:
            n_failed += 1
            print(f"{sorted(files)}: expected {expected}, found {found}")
    print(f"{len(CASES) - n_failed} passed, {n_failed} failed")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
