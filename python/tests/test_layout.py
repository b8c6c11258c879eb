# SPDX-License-Identifier: Apache-2.0
"""Every structure of the package is that of the header, field by field, and every function is in
it: a C compiler says where fields are."""
import ctypes
import os
import pathlib
import re
import shlex
import subprocess

from common import Case, main

from sinter_nn import _lib

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = "".join(
    re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    for path in sorted((ROOT / "include/sinter").glob("*.h"))
)


def fields_in_header(name):
    """Names of the fields of a structure, in order."""
    body = re.search(r"typedef struct " + name + r" \{(.*?)\n\} " + name + ";", HEADER, re.S)
    names = []
    for declaration in body.group(1).split(";"):
        pointer = re.search(r"\(\*(\w+)\)\(", declaration)  # a function
        if pointer:
            names.append(pointer.group(1))
        elif declaration.strip():
            for part in declaration.split(","):
                names.append(re.search(r"(\w+)(\[\d+\])?\s*$", part).group(1))
    return names


def spoken(kind):
    """A ctypes type of an argument or a result as the words of C that it may be."""
    return "pointer" if kind in (_lib.TEXT, _lib.P) or hasattr(kind, "contents") or (
        isinstance(kind, type) and issubclass(kind, ctypes._CFuncPtr)
    ) else {
        None: "void",
        ctypes.c_bool: "bool",
        ctypes.c_int: "int",
        ctypes.c_uint32: "uint32_t",
        ctypes.c_uint64: "uint64_t",
        ctypes.c_size_t: "uint64_t",
        ctypes.c_double: "double",
    }[kind]


def kind_in_header(text):
    text = text.strip()
    if "*" in text or "sn_write_fn" in text:
        return "pointer"
    word = [w for w in text.split() if w not in ("const", "SN_API")][0]
    if word in ("sn_status", "sn_verify_mode"):
        return "int"
    return "uint64_t" if word == "size_t" else word


class Layout(Case):
    def test_fields_are_those_of_the_header(self):
        for name, structure in _lib.STRUCTURES.items():
            with self.subTest(name):
                self.assertEqual([f for f, _ in structure._fields_], fields_in_header(name))

    def test_places_are_those_of_the_compiler(self):
        compiler = shlex.split(os.environ.get("CC", "cc"))
        lines = []
        for name, structure in _lib.STRUCTURES.items():
            lines.append(f'printf("%zu\\n", sizeof({name}));')
            lines += [f'printf("%zu\\n", offsetof({name}, {f}));' for f, _ in structure._fields_]
            lines += [
                f'printf("%zu\\n", sizeof((({name} *)0)->{f}));' for f, _ in structure._fields_
            ]
        source = self.put(
            "layout.c",
            (
                '#include <stdio.h>\n#include "sinter/sinter.h"\nint main(void)\n{\n'
                + "\n".join(lines)
                + "\nreturn 0;\n}\n"
            ).encode(),
        )
        program = self.folder / "layout"
        subprocess.run(
            [*compiler, "-I", ROOT / "include", source, "-o", program], check=True, timeout=300
        )
        said = subprocess.run([program], capture_output=True, text=True, check=True).stdout
        found = iter(map(int, said.split()))
        for name, structure in _lib.STRUCTURES.items():
            with self.subTest(name):
                self.assertEqual(ctypes.sizeof(structure), next(found))
                for field, _ in structure._fields_:
                    self.assertEqual(getattr(structure, field).offset, next(found), field)
                for field, _ in structure._fields_:
                    self.assertEqual(getattr(structure, field).size, next(found), field)

    def test_functions_are_those_of_the_header(self):
        for name, (result, *arguments) in _lib.FUNCTIONS.items():
            with self.subTest(name):
                found = re.search(r"SN_API ([^;]*?)\b" + name + r"\s*\(([^;]*)\);", HEADER, re.S)
                self.assertIsNotNone(found)
                self.assertEqual(spoken(result), kind_in_header(found.group(1)))
                kinds = [kind_in_header(a) for a in found.group(2).split(",")]
                self.assertEqual(list(map(spoken, arguments)), [k for k in kinds if k != "void"])


if __name__ == "__main__":
    main()
