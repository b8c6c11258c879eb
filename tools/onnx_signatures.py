#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes src/formats/onnx/ops/signatures.def: what each version of an operator takes.

    python3 tools/onnx_signatures.py > src/formats/onnx/ops/signatures.def

Facts of the schemas of the installed onnx, and of onnxruntime for its own domain, about the
operators of operators.def. A version that takes what the one before takes has no row."""

import re
from pathlib import Path

from onnx import defs

HERE = Path(__file__).resolve().parent.parent
ROWS = HERE / "src/formats/onnx/ops/operators.def"
RUNTIME = "com.microsoft"
HEAD = """/* SPDX-License-Identifier: Apache-2.0
 *
 * What each version of an operator takes: facts that tools/onnx_signatures.py takes from the
 * schemas of ONNX and of ONNX Runtime; not edited by hand. A row is for its version and later ones,
 * as far as the next row:
 *
 *     SIGNATURE(domain, name, since, outputs, "inputs")
 *
 * outputs: how many at most; -1: any number. Inputs are "name:types", with "?" behind the name of
 * one that may be left out, and "*" behind that of any number; attributes that have to be there
 * follow as "@name". Types are alternatives, types of elements, "floats" for f16, f32 and f64,
 * "ints" for integers of 8 bits and more, "f8" for the four floats of 8 bits, or the name of an
 * input in front, for the type that that one has. None: no tensor, or of any type. */
/* clang-format off */
"""
NAMES = {
    "float": "f32",
    "double": "f64",
    "float16": "f16",
    "bfloat16": "bf16",
    "bool": "bool",
    **{"%sint%d" % (u, n): (u or "i") + str(n) for u in ("", "u") for n in (2, 4, 8, 16, 32, 64)},
}
# Of old versions, and about memory alone.
NOT_ASKED_FOR = {"consumed_inputs"}
WIDTH = 100
GROUPS = {
    "floats": {"f16", "f32", "f64"},
    "ints": {s + n for s in "iu" for n in ("8", "16", "32", "64")},
    "f8": {"f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz"},
}


def type_of(text):
    """Ours, by the name of a tensor's type; None: sinter has no such tensors."""
    m = re.fullmatch(r"tensor\((\w+)\)", text)
    if not m or m[1] in ("string", "complex64", "complex128"):
        return None
    return NAMES.get(m[1], re.sub("^float", "f", m[1]))


def types_text(types):
    ours = {type_of(t) for t in types}
    if not types or any(type_of(t) is None and not t.startswith("tensor(") for t in types):
        return ""  # sequences and optionals are taken apart before anybody asks
    ours.discard(None)
    if not ours:
        return "text"
    found = []
    for name, group in GROUPS.items():
        if group <= ours:
            found.append(name)
            ours -= group
    return "|".join(found + sorted(ours))


def inputs_text(schema):
    words, seen = [], {}
    for i in schema.inputs:
        mark = {"Optional": "?", "Variadic": "*"}.get(i.option.name, "")
        homogeneous = getattr(i, "is_homogeneous", getattr(i, "isHomogeneous", True))
        own = getattr(i, "type_str", getattr(i, "typeStr", ""))
        types = types_text(list(i.types)) if homogeneous or mark != "*" else ""
        if own in seen and types:
            types = seen[own]
        elif "(" not in own:
            seen[own] = i.name
        words.append("%s%s:%s" % (i.name, mark, types))
    required = (a.name for a in schema.attributes.values() if a.required)
    words += ["@" + name for name in required if name not in NOT_ASKED_FOR]
    return " ".join(words)


def row_text(key, since, outputs, inputs):
    """On as many lines as it takes."""
    line = 'SIGNATURE("%s", "%s", %d, %d, "' % (*key, since, outputs)
    lines = []
    for word in re.findall(r"\S+ ?", inputs):
        if len(line + word) + 2 > WIDTH:
            lines.append(line + '"')
            line = '          "'
        line += word
    return "\n".join([*lines, line + '")'])


def schemas():
    from onnxruntime.capi import onnxruntime_pybind11_state as runtime

    yield from defs.get_all_schemas_with_history()
    for s in runtime.get_all_operator_schema():
        if s.domain == RUNTIME:
            yield s


def main():
    ours = re.findall(r'OPERATOR\("([^"]*)", "(\w+)", \d+', ROWS.read_text())
    by_name = {}
    for s in schemas():
        by_name.setdefault((s.domain, s.name), {})[s.since_version] = s
    print(HEAD)
    for key in dict.fromkeys(ours):
        last = None
        for since, s in sorted(by_name.get(key, {}).items()):
            if getattr(s, "deprecated", False):
                continue
            n = s.max_output if s.max_output < 1 << 15 else -1
            row = (n, inputs_text(s))
            if row != last:
                print(row_text(key, since, *row))
            last = row


if __name__ == "__main__":
    main()
