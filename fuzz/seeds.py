#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""seeds.py TARGET FOLDER [DICTIONARY]: first inputs of a fuzz target, made from the tests, and its
dictionary, made from layers.def, ops.def and the params of the operators."""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 2048  # bytes of a seed
MAGIC = "7767517"


def in_sections():
    """What stands under '--- in' in the data tests."""
    for path in sorted((ROOT / "tests/data").rglob("*.t")):
        found = re.search(
            r"^--- in\n(.*?)(?=^--- |\Z)", path.read_text(errors="replace"), re.S | re.M
        )
        if found and len(found[1]) <= MOST and "file" not in found[1]:
            yield found[1]


def networks():
    """The texts of networks.def."""
    for text in re.findall(
        r"^NETWORK\(\w+, ((?:\s*\"[^\"]*\")+)\)", (ROOT / "fuzz/networks.def").read_text(), re.M
    ):
        yield "".join(re.findall(r'"([^"]*)"', text)).replace("\\n", "\n")


def params():
    """The text of small ncnn models."""
    yield from networks()
    for path in sorted((ROOT / "tests/holes").glob("*.param")):
        if path.stat().st_size <= MOST:
            yield path.read_text()
    for text in in_sections():
        if text.startswith(MAGIC):
            yield text


def layer_types():
    return {
        name: int(index)
        for index, name in re.findall(
            r"^LAYER\((\d+), (\w+)\)", (ROOT / "src/formats/ncnn/layers.def").read_text(), re.M
        )
    }


def words_of(token):
    """id=value of the text as words of the binary form."""
    key, value = token.split("=", 1)
    key = int(key)
    number = lambda s: (
        struct.pack("<f", float(s)) if re.search("[.eE]", s) else struct.pack("<q", int(s))[:4]
    )
    if key <= -23300:
        items = [v for v in value.split(",")[1:] if v]
    elif "," in value:
        key, items = -23300 - key, [v for v in value.split(",") if v]
    elif value[:1].isalpha() or value[:1] == '"':
        data = value.strip('"').encode()
        return struct.pack("<ii", -23400 - key, len(data)) + data + b"\0" * (-len(data) % 4)
    else:
        return struct.pack("<i", key) + number(value)
    return struct.pack("<ii", key, len(items)) + b"".join(number(v) for v in items)


def binary(text):
    """The .param.bin of a .param; ValueError or KeyError where there is none."""
    types, blobs = layer_types(), {}
    lines = [line.split() for line in text.splitlines() if line.strip()]
    n_layers = int(lines[1][0])
    out = b""
    for line in lines[2:2 + n_layers]:
        n_in, n_out = int(line[2]), int(line[3])
        names = line[4:4 + n_in + n_out]
        out += struct.pack("<iii", types[line[0]], n_in, n_out)
        for name in names:
            out += struct.pack("<i", blobs.setdefault(name, len(blobs)))
        out += b"".join(words_of(token) for token in line[4 + n_in + n_out :]) + struct.pack(
            "<i", -233
        )
    return struct.pack("<iii", int(MAGIC), n_layers, len(blobs)) + out


def binaries():
    for text in params():
        try:
            yield binary(text)
        except (KeyError, ValueError, IndexError, struct.error):
            continue  # meant to be wrong


def weight_files():
    """Every network of networks.def with every tag before weights that are all small."""
    n = len(list(networks()))
    tags = [0, 0x01306B47, 0x000D4B38, 0x0002C056, 1]
    for network in range(n):
        for tag in tags:
            for size in (4, 12, 40, 400):
                yield bytes([network]) + struct.pack("<I", tag) + struct.pack("<f", 0.5) * size
        yield bytes([network]) + b"\0" * 1200


def ways_and_networks():
    """Each network behind a byte that says how it is compiled."""
    for i, text in enumerate([*params(), *in_sections()]):
        yield bytes([i * 37 % 256]) + text.encode()


def onnx_files():
    """What the data tests of ONNX files make."""
    env = dict(
        os.environ, SINTER=":", SINTER_TESTS=str(ROOT / "tests"), PYTHONDONTWRITEBYTECODE="1"
    )
    for path in sorted((ROOT / "tests/data/cli/onnx").glob("*.t")):
        script = re.search(r"^--- run\n(.*?)^--- ", path.read_text(), re.S | re.M)[1]
        with tempfile.TemporaryDirectory() as folder:
            nothing = subprocess.DEVNULL  # where the tool is not run, not all that follows works
            subprocess.run(
                ["sh", "-c", script], cwd=folder, env=env, stdout=nothing, stderr=nothing
            )
            files = sorted(pathlib.Path(folder).rglob("*.onnx"))
            if "make.py" in script and not files:
                sys.exit(f"{path}: its script makes no file")
            for file in files:
                yield file.read_bytes()


SEEDS = {
    "fuzz_param": params,
    "fuzz_param_bin": binaries,
    "fuzz_bin": weight_files,
    "fuzz_text": lambda: (t for t in in_sections() if not t.startswith(MAGIC)),
    "fuzz_optimize": lambda: [*params(), *in_sections()],
    "fuzz_compile": ways_and_networks,
    "fuzz_onnx": onnx_files,
}


def ncnn_words():
    yield from layer_types()
    yield from (f" {i}=" for i in range(32))
    yield from (f" -233{i:02}=" for i in (0, 1, 2, 3, 4, 30))
    yield from (
        "=-233",
        "1.0",
        "=0",
        "2147483647",
        "-2147483648",
        "1e38",
        " 1 1 ",
        " 2 1 ",
        " 1 2 ",
        "\n",
        "in",
        "out",
        "nan",
    )


def text_words():
    yield from re.findall(r"^OP\((\w+),", (ROOT / "src/ops/ops.def").read_text(), re.M)
    for path in sorted((ROOT / "src/ops").glob("*.c")):
        yield from (
            f"{name}=" for name in re.findall(r"SN_P_\w+\(\s*\w+,\s*(\w+)", path.read_text())
        )
    yield from (
        '"x" = ',
        "output(",
        " : f32[",
        "f32[?]",
        "f16",
        "i8",
        "i32",
        "weight ",
        "name=",
        "rank=",
        "{",
        "}",
        "[",
        "]",
        "_",
        "relu",
        "clip(",
        "-233",
        "2147483647",
        "full(",
        "nan",
        "inf",
        "%1",
    )


def binary_words():
    for i in (
        *range(32),
        -233,
        -23300,
        -23301,
        -23400,
        7767517,
        0x7FFFFFFF,
        -0x80000000,
        255,
        65536,
    ):
        yield struct.pack("<i", i)


def onnx_words():
    """Names of operators, of attributes, and of domains."""
    table = (ROOT / "src/formats/onnx/ops/operators.def").read_text()
    yield from re.findall(r'^OPERATOR\("[^"]*", "(\w+)"', table, re.M)
    for path in sorted((ROOT / "src/formats/onnx/ops").glob("*.c")):
        yield from re.findall(r'\(c, "(\w+)"', path.read_text())
    yield from ("body", "then_branch", "else_branch", "num_scan_inputs", "ai.onnx", "com.microsoft")


WORDS = {
    "fuzz_onnx": onnx_words,
    "fuzz_param": ncnn_words,
    "fuzz_param_bin": binary_words,
    "fuzz_bin": lambda: [
        struct.pack("<I", v)
        for v in (0, 0x01306B47, 0x000D4B38, 0x0002C056, 1, 0x7F800000, 0x7FC00000)
    ],
    "fuzz_text": text_words,
    "fuzz_optimize": lambda: [*ncnn_words(), *text_words()],
    "fuzz_compile": lambda: [*ncnn_words(), *text_words()],
}


def as_bytes(text):
    return text if isinstance(text, bytes) else text.encode()


def main():
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for i, seed in enumerate(dict.fromkeys(map(as_bytes, SEEDS[target]()))):
        (folder / f"seed-{i:04}").write_bytes(seed)
    if len(sys.argv) > 3:
        with open(sys.argv[3], "w") as out:
            for word in dict.fromkeys(map(as_bytes, WORDS[target]())):
                out.write('"%s"\n' % "".join(f"\\x{b:02x}" for b in word))


if __name__ == "__main__":
    main()
