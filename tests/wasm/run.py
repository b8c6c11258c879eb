#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles networks to WebAssembly and runs them in node; tests/wasm/run.sh says more."""
import argparse
import array
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "peer")]
import corpus  # noqa: E402
import onnx_file as o  # noqa: E402

NODE = shutil.which("node") or "nodejs"
CODES = {"f32": "f", "f64": "d", "i32": "i", "i64": "q", "u8": "B", "bool": "B"}
# Of the largest element: sums in another order.
ALLOWED = 2e-4

FACE = """7767517
5 6
Input        data 0 1 data
Convolution  conv1 1 1 data c1 0=10 1=3 4=1 5=1 6=270
Split        s 1 2 c1 a b
Sigmoid      sig 1 1 a g
BinaryOp     mul 2 1 b g out 0=2
"""
EMBED = """7767517
4 4
Input ids 0 1 ids 0=3
Input data 0 1 data 0=2
Embed e 1 1 ids rows 0=2 1=4 3=8
InnerProduct p 1 1 data out 0=2 2=4
"""
RELU = """7767517
2 2
Input toString 0 1 toString 0=7 1=5 2=3
ReLU  r 1 1 toString out
"""


def typed():
    layers = [
        o.node("Mul", ["x", "x"], ["square"], "square"),
        o.node("ArgMax", ["square"], ["most"], "most", axis=1),
        o.node("Cast", ["x"], ["small"], "small", to=o.U8),
        o.node("NonZero", ["small"], ["where"], "where"),
    ]
    results = [o.value(n) for n in ("square", "most", "small", "where")]
    return o.model(o.graph(layers, [o.value("x", o.F64, [2, 9])], results))


# name, network, arguments of compile, sizes of inputs by set
CASES = [
    ("mobilenet_v2", "zoo", [], [["3,224,224"]]),
    ("squeezenet", "zoo", ["--small"], [["3,227,227"]]),
    ("face", FACE, ["--input", "data=3,9,20"], [["3,9,20"]]),
    ("embedded", FACE, ["--input", "data=3,9,20", "--embed-weights"], [["3,9,20"]]),
    (
        "sets",
        FACE,
        ["--input", "data=3,9,20", "--input", "data=3,12,20"],
        [["3,9,20"], ["3,12,20"]],
    ),
    ("images", FACE, ["--input", "data=3,9,20", "--batch", "1,3"], [["1,3,9,20"], ["3,3,9,20"]]),
    ("embed", EMBED, [], [["3", "2"]]),
    ("relu", RELU, [], [["3,5,7"]]),
    ("typed", typed, [], [["2,9"]]),
]


LARGEST = 6 << 20  # of a real model's files, in bytes: the interpreter runs it, too


class Failed(Exception):
    pass


class LeftOut(Exception):
    pass


def call(*command, **options):
    done = subprocess.run(
        [str(c) for c in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        **options,
    )
    if done.returncode:
        words = " ".join(str(c) for c in command)
        raise Failed(f"{words}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def build(source, built):
    call("cmake", "-S", source, "-B", built)
    call("cmake", "--build", built)


def read_npy(path, code):
    data = path.read_bytes()
    start = 10 + int.from_bytes(data[8:10], "little")
    out = array.array(code)
    out.frombytes(data[start:])
    return out


def write_inputs(name, built, sizes, seed):
    """Of whole numbers where indices are read; returns the files."""
    numbers = random.Random(seed)
    files = []
    for i, text in enumerate(sizes):
        n = 1
        for size in text.split(","):
            n *= int(size)
        if name == "embed" and i == 0:
            values = array.array("i", [numbers.randrange(4) for _ in range(n)])
        else:
            code = "d" if name == "typed" else "f"
            values = array.array(code, [round(numbers.uniform(0, 3), 2) for _ in range(n)])
        (built / f"in_{i}").write_bytes(values.tobytes())
        files.append(built / f"in_{i}")
    return files


def interpreted(sinter, model, extra, sizes, names, files, folder):
    command = [sinter, "run", model, "--interpret", "-q", "-o", folder] + extra
    for name, text, path in zip(names, sizes, files):
        command += ["--input", f"{name}={text}", "--input-file", f"{name}={path}"]
    call(*command)


def compare(built, results, outputs):
    arrays = {}
    for i, t in enumerate(outputs):
        arrays[t["name"]] = array.array(CODES[t["type"]])
        arrays[t["name"]].frombytes((built / f"out_{i}").read_bytes())
    counts = {t["counted"]["by"] for t in outputs if "counted" in t}
    for t in outputs:
        if t["name"] in counts:
            continue
        found = arrays[t["name"]]
        expected = read_npy(results / (t["name"] + ".npy"), CODES[t["type"]])
        if "counted" in t:  # of axis 1 of 2 there is room for more than there is
            rows, room = t["shape"]
            n = arrays[t["counted"]["by"]][0]
            found = [x for r in range(rows) for x in found[r * room : r * room + n]]
        if len(found) != len(expected) or not len(found):
            raise Failed(f"{t['name']}: {len(found)} elements, {len(expected)} are expected")
        largest = max(abs(x) for x in expected)
        for k, (x, y) in enumerate(zip(found, expected)):
            if not abs(x - y) <= ALLOWED * largest:
                raise Failed(f"{t['name']}: element {k} is {x}, {y} is expected")


def case(sinter, work, name, network, options, sets):
    folder = work / name
    folder.mkdir()
    model = folder / (name + ".param")
    weights = ["--bin", "seed:1"]
    if network == "zoo":
        call(sinter, "zoo", name, "-o", model)
        weights = []
    elif callable(network):
        model = folder / (name + ".onnx")
        o.save(str(model), network())
        weights = []
    else:
        model.write_text(network)
    source, built = folder / "c", folder / "built"
    call(
        sinter, "compile", model, "-o", source, "--target", "wasm", "--prefix", "face", "-q",
        *weights, *options,
    )
    build(source, built)
    said = call(NODE, built / "main.js", "--selftest")
    if "all steps compute what they should" not in said:
        raise Failed(said)
    text = (source / "face.js").read_text()
    inputs = re.findall(r'inputs: \[\n((?:      tensor.*\n)*)', text)[0]
    names = re.findall(r'tensor\("([^"]*)"', inputs)
    for k, sizes in enumerate(sets):
        files = write_inputs(name, built, sizes, k + 1)
        known = json.loads(call(NODE, HERE / "compare.mjs", built, "face", k))
        if known["imports"]:
            raise Failed(f"the module has {known['imports']} imports")
        results = folder / f"results_{k}"
        extra = list(weights)
        given = sizes
        if name == "images":
            extra += ["--batch", sizes[0].split(",")[0]]
            given = [sizes[0].split(",", 1)[1]]
        interpreted(sinter, model, extra, given, names, files, results)
        compare(built, results, known["outputs"])
    return built


def command(work):
    """The one in the head of the header, in a folder of its own."""
    folder = work / "command"
    shutil.copytree(work / "face" / "c", folder)
    text = (folder / "face.h").read_text()
    line = re.search(r"Build: (clang.*?face\.wasm)\n", text, re.S)[1]
    call("sh", "-c", line.replace("\n *", " "), cwd=folder)
    if not call(NODE, folder / "main.js").startswith("out  10,9,20  "):
        raise Failed("the network does not run")


def cut(work, face):
    """What main.js says of a .npy that ends early."""
    head = b"\x93NUMPY"
    for data, wanted in (
        (head, "at least 10 bytes, the file has 6"),
        (head + b"\1\0\x76", "at least 10 bytes, the file has 9"),
        (head + b"\2\0\x76\0\0", "at least 12 bytes, the file has 11"),
        (head + b"\1\0\x76\0{'descr': '<f4'", "should end at byte 128, the file has 25"),
    ):
        path = work / "cut.npy"
        path.write_bytes(data)
        done = subprocess.run([NODE, face / "main.js", path], capture_output=True, text=True)
        lines = done.stderr.splitlines()
        if done.returncode != 1 or len(lines) != 1 or not lines[0].startswith(f"face: {path}: "):
            raise Failed(f"{len(data)} bytes: status {done.returncode}, {done.stderr}")
        if wanted not in lines[0]:
            raise Failed(f"'{lines[0]}', '{wanted}' is expected")


def types(work, face):
    """By the compiler of TypeScript, where there is one."""
    if not shutil.which("tsc"):
        print("skipped: no tsc (Debian: node-typescript)")
        return
    folder = work / "types"
    folder.mkdir()
    shutil.copy(face / "face.d.ts", folder)
    shutil.copy(HERE / "use.ts", folder)
    call(
        "tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "es2022",
        "--moduleResolution", "node", "use.ts", cwd=folder,
    )


def real_models():
    """Name, file and arguments of compile."""
    folder = pathlib.Path(os.environ.get("SINTER_MODELS", "nowhere"))
    if not folder.is_dir():
        print("skipped: no models")
        return
    for name, path, shapes, words, _ in corpus.models():
        if shapes is None or words:
            continue
        given = [f"{n}={','.join(str(v) for v in sizes)}" for n, sizes in shapes.items()]
        yield name, pathlib.Path(path), [a for text in given for a in ("--input", text)]
    for path in sorted(folder.rglob("*.onnx")):
        yield str(path.relative_to(folder)), path, []


def real(sinter, work, path, inputs):
    """A model tests itself; what cannot be compiled for any target is left out."""
    if sum(p.stat().st_size for p in path.parent.glob(path.stem + ".*")) > LARGEST:
        raise LeftOut("it is large")
    source, built = work / "real", work / "real_built"
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(built, ignore_errors=True)
    command = ["compile", path, "-o", source, "--prefix", "face", "-q", "--check=off"] + inputs
    try:
        call(sinter, *command, "--target", "wasm")
    except Failed as error:
        try:
            call(sinter, *command, "--target", "generic", "--no-selftest")
        except Failed:
            raise LeftOut(str(error).strip().splitlines()[-1]) from error
        raise
    build(source, built)
    call(NODE, built / "main.js", "--selftest")


def page_refused(sinter, work):
    """What examples/browser/build.sh says of what it cannot take."""
    script = HERE.parent.parent / "examples" / "browser" / "build.sh"
    model, sizeless = work / "net.param", work / "sizeless.json"
    model.write_text(RELU)
    sizeless.write_text('{\n  "height": 5\n}\n')
    for given, wanted in (
        ([], "usage: "),
        ([work / "nowhere.param", work / "site", sinter], "nowhere.param: there is no such file"),
        ([model, work / "site", work / "none"], "none: there is no such program"),
        ([model, work / "site", sinter], "net.json: there is no such file, which says what net"),
        ([model, work / "site", sinter, sizeless], '"height" and "width" are expected'),
    ):
        environment = dict(os.environ)
        if len(given) == 4:
            environment["DETECTOR"] = str(given.pop())
        done = subprocess.run([script, *given], capture_output=True, text=True, env=environment)
        if done.returncode != 1 or wanted not in done.stderr or (work / "site").exists():
            raise Failed(f"{given}: {done.returncode}, '{done.stderr}', '{wanted}' is expected")


def without_vectors(sinter, work):
    """MobileNetV2 as scalar C, by the same flags and the same script."""
    built, source, plain = (work / n for n in ("scalar_built", "scalar", "scalar_c"))
    model = work / "mobilenet_v2" / "mobilenet_v2.param"
    shutil.copytree(work / "mobilenet_v2" / "c", source)
    call(
        sinter, "compile", model, "-o", plain, "--target", "generic", "--prefix", "face", "-q",
        "--no-selftest",
    )
    for path in source.glob("face*.[ch]"):
        if path.name != "face_wasm.c":
            path.unlink()
    for path in plain.glob("face*"):
        shutil.copy(path, source)
    header = (plain / "face.h").read_text()
    weights = re.search(r"WEIGHTS_BYTES (\d+)", header).group(1)
    script, code, cmake = source / "face.js", source / "face_wasm.c", source / "CMakeLists.txt"
    script.write_text(
        re.sub(r"WEIGHTS_BYTES = \d+", f"WEIGHTS_BYTES = {weights}", script.read_text())
    )
    code.write_text(re.sub(r"workspace\[\d+\]", "workspace[64000000]", code.read_text()))
    files = " ".join(sorted(p.name for p in plain.glob("face*.c")))
    text = cmake.read_text().split("\n# The module again")[0]
    cmake.write_text(re.sub(r"add_executable\(face .*\)", f"add_executable(face {files} "
                            "face_wasm.c)", text))
    build(source, built)
    return built


def time_of(built):
    return float(re.search(r"best ([\d.]+) ms", call(NODE, built / "main.js", "-n", "40"))[1])


def times(sinter, work):
    vectors, scalar = work / "mobilenet_v2" / "built", without_vectors(sinter, work)
    rounds = [(time_of(vectors), time_of(scalar)) for _ in range(3)]
    fast, slow = min(r[0] for r in rounds), min(r[1] for r in rounds)
    print(f"mobilenet_v2 in node: {fast:.1f} ms, {slow:.1f} ms without vectors")
    for name in ("wasm", "weights"):
        print(f"  face.{name}: {(vectors / ('face.' + name)).stat().st_size} bytes")
    if fast * 1.5 > slow:
        raise Failed("code with vectors is hardly faster than code without")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sinter", required=True)
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--models", action="store_true", help="those of SINTER_MODELS as well")
    parser.add_argument("-k", default="", help="cases with this in their name")
    args = parser.parse_args()
    passed = failed = 0

    def step(name, function, *given):
        nonlocal passed, failed
        try:
            function(*given)
            passed += 1
            print(f"passed  {name}", flush=True)
        except LeftOut as why:
            print(f"left out  {name}: {why}", flush=True)
        except (Failed, subprocess.TimeoutExpired, OSError) as error:
            failed += 1
            print(f"FAILED  {name}: {error}", flush=True)

    with tempfile.TemporaryDirectory(prefix="sinter-wasm-") as folder:
        work = pathlib.Path(folder)
        for name, network, options, sets in CASES:
            if args.k in name:
                step(name, case, args.sinter, work, name, network, options, sets)
        if not args.k:
            built = [work / name / "built" for name in ("face", "relu", "sets")]
            relu = work / "other"
            shutil.copytree(built[1], relu)
            (relu / "face.weights").write_bytes(b"\0" * 64)
            step("errors", call, NODE, HERE / "errors.mjs", built[0], relu, built[2])
            step("command", command, work)
            step("cut .npy", cut, work, built[0])
            step("types", types, work, built[0])
            step("page refused", page_refused, args.sinter, work)
        for name, path, inputs in real_models() if args.models else ():
            if args.k in name:
                step(name, real, args.sinter, work, path, inputs)
        if args.time:
            step("times", times, args.sinter, work)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
