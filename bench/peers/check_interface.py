#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds worker.py to the interface of generated code that it reads through ctypes.

usage: check_interface.py ROOT

Number and names of the fields of struct sinter_module, sinter_tensor and sinter_step are those of
src/codegen/module.h."""
import pathlib
import re
import sys

STRUCTS = {"sinter_module": "Module", "sinter_tensor": "Tensor", "sinter_step": "Step"}


def names_in_header(text, struct):
    body = re.search(r"^ *struct %s \{$(.*?)^ *\};" % struct, text, re.M | re.S).group(1)
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    names = []
    for field in body.split(";"):
        of_function = re.search(r"\(\*(\w+)\)", field)
        declared = [of_function.group(1)] if of_function else []
        for one in [] if of_function else field.split(","):
            declared += re.findall(r"(\w+)(?:\[\w+\])?\s*$", one)
        names += declared
    return names


def names_in_worker(text, struct):
    body = re.search(r"^    (?:class %s\b.*?_fields_|%s\._fields_) = \[$(.*?)^ {4,8}\]$" % (struct,
                     struct), text, re.M | re.S).group(1)  # fmt: skip
    return re.findall(r'\(\s*"(\w+)"', body)


def main():
    root = pathlib.Path(sys.argv[1])
    header = (root / "src/codegen/module.h").read_text(encoding="utf-8")
    worker = (root / "bench/peers/worker.py").read_text(encoding="utf-8")
    problems = []
    number = re.search(r"#define SINTER_MODULE_ABI (\d+)", header).group(1)
    if not re.search(r"^    ABI = %s$" % number, worker, re.M):
        problems.append("worker.py: ABI is not %s, as in module.h" % number)
    for struct, name in STRUCTS.items():
        there, here = names_in_header(header, struct), names_in_worker(worker, name)
        if there != here or not there:
            problems.append(f"worker.py: {name} has {here}, struct {struct} has {there}")
    print("\n".join(problems) or f"{len(STRUCTS)} structs agree")
    return 1 if problems else 0


sys.exit(main())
