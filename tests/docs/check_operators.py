#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/ncnn-operators.md has one row for each of ncnn's own operators, and "never" stands where an
operator has no `resolve`.

usage: check_operators.py ROOT"""
import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    folder = root / "src/formats/ncnn/ops"
    page = (root / "docs/ncnn-operators.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `ncnn\.(\w+)` \| [^|]+ \| ([^|]+) \|$", page, re.MULTILINE)
    listed = re.findall(r"^OP\((\w+), (\w+)\)$", (folder / "ops.def").read_text(), re.MULTILINE)
    problems = []
    for name in {n for n, _ in listed} ^ {n for n, _ in rows}:
        problems.append(f"ncnn.{name} stands in one of the page and ops.def")
    if len(rows) != len({n for n, _ in rows}):
        problems.append("an operator has two rows")
    when = dict(rows)
    for name, file in listed:
        text = (folder / f"{file}.c").read_text(encoding="utf-8")
        record = re.search(rf"^const sn_op sn_ncnn_op_{name} = {{$.*?^}};$", text, re.M | re.S)
        if not record or name not in when:
            continue  # one that a macro makes
        if (".resolve =" in record.group(0)) == when[name].startswith("never"):
            problems.append(f"ncnn.{name} resolves, or not, otherwise than '{when[name]}'")
    for problem in problems:
        print(f"docs/ncnn-operators.md: {problem}")
    print(f"{len(rows)} operators, {len(problems)} problems")
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
