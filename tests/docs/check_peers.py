#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds docs/peers.md to what its column `sinter` says.

usage: check_peers.py ROOT

Every row has ten cells, the marks are Y, p and -, and Y and p name data tests of which one at least
shows a rewrite (a line `fired:` in a test of a pass), or is a script of the tool. Every test that
is named exists; what p lacks is said. """
import pathlib
import re
import sys

COLUMNS = [
    "rewrite",
    "sinter",
    "ncnnoptimize",
    "pnnx",
    "ORT",
    "onnxsim",
    "OnnxSlim",
    "MNN",
    "OpenVINO",
    "TVM",
]
TEST = re.compile(r"`([\w/.-]+\.t)`")


def problems(root):
    rows = 0
    for number, line in enumerate(
        (root / "docs/peers.md").read_text(encoding="utf-8").splitlines(), 1
    ):
        for name in TEST.findall(line):
            if not (root / "tests/data" / name).is_file():
                yield f"line {number}: there is no tests/data/{name}"
        if not line.startswith("|") or line.startswith("|--"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != len(COLUMNS):
            yield f"line {number}: {len(cells)} cells, {len(COLUMNS)} expected"
            continue
        if cells[0] == COLUMNS[0]:
            if cells != COLUMNS:
                yield f"line {number}: other columns than {', '.join(COLUMNS)}"
            continue
        rows += 1
        for column, cell in zip(COLUMNS[1:], cells[1:]):
            if cell[:1] not in ("Y", "p", "-") or cell[1:2] not in ("", " "):
                yield f"line {number}: {column}: '{cell}' begins with none of Y, p, -"
        ours = cells[1]
        tests = [root / "tests/data" / name for name in TEST.findall(ours)]
        shown = [
            t
            for t in tests
            if t.is_file() and ("cli" in t.parts or "\nfired: " in t.read_text(encoding="utf-8"))
        ]
        if ours[:1] in ("Y", "p") and not shown:
            yield f"line {number}: '{cells[0]}': no test is named that shows it"
        if ours[:1] == "p" and ";" not in ours:
            yield f"line {number}: '{cells[0]}': in part, but what is missing is not said"
    if rows < 40:
        yield f"{rows} rows, 40 or more expected"


def main():
    found = list(problems(pathlib.Path(sys.argv[1])))
    for problem in found:
        print(f"docs/peers.md: {problem}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
