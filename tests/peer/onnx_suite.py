# SPDX-License-Identifier: Apache-2.0
"""The official backend tests of ONNX as its wheel 1.22.0 has them on disk: the cases, how outputs
are compared, and what runs a case.

A runner takes a case and one of its data sets, and returns a list of outputs by place, None for one
that is missing, and ""; or None, and why: "refused: ...", "crashed ..." or "hung".
"""

import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import threading

import ml_dtypes
import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test.runner import Runner

import peer
import sinter_arrays
from ncnn_peer import Ours

DATA = os.path.join(peer.ROOT, ".venv", "onnx-1.22.0", "onnx", "backend", "test", "data")
# Where the stored results are not what the specification says.
OTHERWISE = {
    "test_resize_downsample_scales_cubic_align_corners": "the resized length is an integer",
    "test_resize_downsample_scales_linear_align_corners": "the resized length is an integer",
    "test_dft_inverse": "what is 0 is the rounding error of a sum in f32 there, 2e-7",
    "test_dft_inverse_opset19": "what is 0 is the rounding error of a sum in f32 there, 2e-7",
    "test_maxunpool_export_with_output_shape": "indices count through the shape that is given",
}


# ---- cases ---------------------------------------------------------------------------------------


class Case:
    """A model and its data sets: (files of inputs or None, arrays of inputs, arrays of outputs)."""

    def __init__(self, kind, name, path, sets):
        self.kind, self.name, self.path, self.folders = kind, name, path, sets
        self.model = onnx.load(path, load_external_data=False)
        graph = self.model.graph
        known = {t.name for t in graph.initializer}
        self.inputs = [v for v in graph.input if v.name not in known or self.model.ir_version < 4]
        if kind == "light":
            self.inputs = [v for v in graph.input if v.name not in known]
        self.outputs = list(graph.output)
        self.constants = []  # inputs that a runner made constants

    def sets(self):
        if self.kind == "light":  # as onnx's own runner makes the input
            feeds = {v.name: Runner.generate_dummy_data(v) for v in self.inputs}
            yield None, feeds, [tensor(self.path.replace(".onnx", "_output_0.pb"))]
        for folder in self.folders:
            n_in = len(glob.glob(os.path.join(folder, "input_*.pb")))
            n_out = len(glob.glob(os.path.join(folder, "output_*.pb")))
            files = [os.path.join(folder, "input_%d.pb" % i) for i in range(n_in)]
            for v in self.inputs[:n_in] + self.outputs[:n_out]:
                if v.type.WhichOneof("value") != "tensor_type":
                    raise ValueError("a %s" % v.type.WhichOneof("value").replace("_type", ""))
            feeds = {v.name: tensor(f) for v, f in zip(self.inputs, files)}
            expected = [tensor(os.path.join(folder, "output_%d.pb" % i)) for i in range(n_out)]
            yield dict(zip(feeds, files)), feeds, expected


def tensor(path):
    t = onnx.TensorProto()
    with open(path, "rb") as f:
        t.ParseFromString(f.read())
    a = numpy_helper.to_array(t)
    if a.dtype == object or t.data_type == onnx.TensorProto.STRING:
        raise ValueError("texts")
    return a


def cases(data, part=""):
    for path in sorted(glob.glob(os.path.join(data, "*", "*", "model.onnx"))):
        where = os.path.dirname(path)
        kind, name = where.split(os.sep)[-2:]
        if part in name:
            yield kind, name, path, sorted(glob.glob(os.path.join(where, "test_data_set_*")))
    for path in sorted(glob.glob(os.path.join(data, "light", "light_*.onnx"))):
        name = "test_" + os.path.basename(path)[len("light_") : -len(".onnx")]
        if part in name:
            yield "light", name, path, []


# ---- groups --------------------------------------------------------------------------------------

SMALL = re.compile("U?INT[24]$|FLOAT[48]E")
RANDOM = {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform"}
RANDOM |= {"RandomUniformLike"}
QUANTIZED = {"QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear", "ConvInteger"}
QUANTIZED |= {"QLinearConv", "QLinearMatMul", "MatMulInteger"}
BY_DATA = {"NonZero", "Unique", "NonMaxSuppression", "Compress", "ImageDecoder"}
# Which operands say what sizes results have, or which axes are meant.
SAYS = {"Reshape": [1], "Expand": [1], "Tile": [1], "Slice": [1, 2, 3, 4], "Pad": [1, 3]}
SAYS |= {"Resize": [1, 2, 3], "Upsample": [1], "Squeeze": [1], "Unsqueeze": [1], "Split": [1]}
SAYS |= {"ConstantOfShape": [0], "Range": [0, 1, 2], "TopK": [1], "OneHot": [1], "DFT": [1, 2]}
SAYS |= {"STFT": [1, 3], "MaxUnpool": [2], "CenterCropPad": [1], "AffineGrid": [1]}
SAYS |= {"Col2Im": [1, 2]}
SAYS |= {"CumSum": [1], "CumProd": [1], "BlackmanWindow": [0], "HannWindow": [0]}
SAYS |= {"HammingWindow": [0], "MelWeightMatrix": [0, 1, 2, 3, 4], "Loop": [0, 1]}
SAYS |= {"ReduceMax": [1], "ReduceMin": [1], "ReduceProd": [1], "ReduceMean": [1]}
SAYS |= {"Reduce" + name: [1] for name in ("L1", "L2", "LogSum", "LogSumExp", "Sum", "SumSquare")}


def type_names(values):
    return {
        onnx.TensorProto.DataType.Name(v.type.tensor_type.elem_type)
        for v in values
        if v.type.WhichOneof("value") == "tensor_type"
    }


def captures(node):
    """What the bodies of a node read, also of themselves."""
    bodies = [a.g for a in node.attribute if a.type == onnx.AttributeProto.GRAPH]
    inner = [n for body in bodies for n in body.node]
    return [name for n in inner for name in list(n.input) + captures(n)]


def says_sizes(case):
    """The inputs whose elements sizes of results hang on, and whether on the way there something is
    computed of them."""
    of = {v.name: {v.name} for v in case.inputs}  # the inputs whose elements a value hangs on
    found, direct = set(), True
    for node in case.model.graph.node:
        read = [of.get(name, set()) for name in list(node.input) + captures(node)]
        for i in SAYS.get(node.op_type, []):
            if i < len(read) and read[i]:
                found |= read[i]
                direct = direct and read[i] == {node.input[i]}
        hangs = set() if node.op_type in ("Shape", "Size") else set().union(*read)
        of |= {name: hangs for name in node.output}
    return found, not direct


def group(case):
    """What a test needs beside plain tensors of f32."""
    graph = case.model.graph
    domains = {node.domain for node in graph.node}
    operators = {node.op_type for node in graph.node}
    said, computed = says_sizes(case)
    data = [v for v in case.inputs if v.name not in said] + case.outputs
    types = type_names(data)
    named = {onnx.TensorProto.DataType.Name(t.data_type) for t in graph.initializer}
    for node in graph.node:
        named |= {onnx.TensorProto.DataType.Name(a.i) for a in node.attribute if a.name == "to"}
    if any(v.type.WhichOneof("value") != "tensor_type" for v in data) or "STRING" in types | named:
        return "strings, sequences, optionals"
    if any("Sequence" in name or "Optional" in name for name in operators):
        return "strings, sequences, optionals"
    if operators & {"If", "Loop", "Scan"}:
        return "control flow"
    if "ai.onnx.preview.training" in domains or "training" in case.name:
        return "training"
    if "Gradient" in operators:
        return "training"
    if operators & RANDOM:
        return "random numbers"
    if "ai.onnx.ml" in domains:
        return "ai.onnx.ml"
    if any(SMALL.match(t) for t in types | named):
        return "types of a byte or less"
    if operators & QUANTIZED:
        return "quantization"
    if operators & BY_DATA or computed:
        return "sizes are computed"
    plain = types <= {"FLOAT"} or operators <= {"Shape", "Size"}
    return ("f32" if plain else "other types") + (", inputs say sizes" if said else "")


# ---- comparing -----------------------------------------------------------------------------------


def close(a, b):
    """What is wrong with b by the tolerances of onnx's own runner: rtol 1e-3 (of bfloat16 2^-6),
    atol 1e-7; "" where nothing is."""
    if a.dtype != b.dtype:
        return "type %s, %s expected" % (b.dtype, a.dtype)
    if a.shape != b.shape:
        return "shape %s, %s expected" % (list(b.shape), list(a.shape))
    if a.dtype.kind in "iub":
        return "" if np.array_equal(a, b) else "other integers"
    x, y = a.astype(np.float64), b.astype(np.float64)
    relative = 2.0**-6 if a.dtype == ml_dtypes.bfloat16 else 1e-3
    with np.errstate(all="ignore"):
        off = np.abs(x - y)
        ok = (x == y) | (np.isnan(x) & np.isnan(y)) | (off <= 1e-7 + relative * np.abs(x))
    return "" if ok.all() else "%d of %d differ, by %g" % ((~ok).sum(), ok.size, np.nanmax(off))


def units(a, b):
    """The largest distance in units in the last place, as emx-onnx-cgen counts: numbers that are no
    further apart than the machine epsilon are equal, +0 and -0 are one unit apart, all but f16, f32
    and f64 has to be equal. Of arrays that `close` can compare."""
    if a.size == 0:
        return 0
    with np.errstate(all="ignore"):
        if a.dtype not in (np.float16, np.float32, np.float64):
            same = (a == b) | ((a != a) & (b != b))
            return 0 if same.all() else float("inf")
        off = np.abs(a.astype(np.float64) - b.astype(np.float64)) <= np.finfo(a.dtype).eps
    nan = np.isnan(a), np.isnan(b)
    if (nan[0] != nan[1]).any():
        return float("inf")
    off |= nan[0]

    def place(v):
        bits = np.abs(v).view("u%d" % v.dtype.itemsize).astype(object)
        return np.where(np.signbit(v), -1 - bits, bits)

    apart = np.abs(place(np.atleast_1d(a)) - place(np.atleast_1d(b)))
    return int(np.where(np.atleast_1d(off), 0, apart).max())


# ---- runners -------------------------------------------------------------------------------------


class Interpreter:
    def __init__(self, args, folder):
        self.optimize, self.ours = bool(args.optimize), Ours(args.ref_run, folder)

    def run(self, case, files, feeds, expected):
        got = self.ours.run(case.path, "-", feeds, optimize=self.optimize, seconds=60)
        if got["status"] != "ok":
            crash = got["status"].startswith(("crashed", "hung"))
            return None, ("" if crash else "refused: ") + got["status"]
        return [got["outputs"].get(v.name) for v in case.outputs], ""

    def close(self):
        self.ours.close()


class Compiled:
    """`sinter run`. What it compiles is compared with what is stored, not with the interpreter.
    Where sizes hang on what is fed, these inputs become constants."""

    def __init__(self, args, folder):
        self.sinter, self.folder, self.more = args.sinter, folder, ["--check=off", "--threads", "1"]

    def once(self, case, files, feeds, expected, constants):
        names = [v.name for v in case.outputs[: len(expected)]]
        more = []
        for name in sorted(constants):
            more += ["--constant", "%s=%s" % (name, files[name])]
        rest = {name: a for name, a in feeds.items() if name not in constants}
        got, why = sinter_arrays.run(
            self.sinter, case.path, rest, names, self.folder, *self.more, *more, files=files
        )
        if got is None:
            return None, why if why.startswith(("crashed", "hung")) else "refused: " + why
        # numpy's files have no small types, but bytes.
        return [
            b.view(a.dtype) if b is not None and b.dtype.kind == "V" else b
            for a, b in zip(expected, got)
        ], ""

    def run(self, case, files, feeds, expected):
        got, why = self.once(case, files, feeds, expected, ())
        constants = says_sizes(case)[0] & set(feeds)
        if got is not None or not constants or not files:
            return got, why
        case.constants = sorted(constants)
        return self.once(case, files, feeds, expected, constants)

    def close(self):
        pass


class OnnxRuntime:
    """ONNX Runtime itself, to be counted beside sinter."""

    def __init__(self, args, folder):
        pass

    def run(self, case, files, feeds, expected):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = 1
        try:
            session = onnxruntime.InferenceSession(case.path, options)
            return session.run([v.name for v in case.outputs[: len(expected)]], feeds), ""
        except Exception as e:  # whatever it throws is why it does not run
            return None, "refused: " + str(e).strip().splitlines()[0]

    def close(self):
        pass


class Emx:
    """emx-onnx-cgen by its own `verify`: C that cc builds, to 100 units in the last place."""

    def __init__(self, args, folder):
        words = [args.emx, os.path.join(peer.HERE, "emx_worker.py")]
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def verdict(self, case):
        """(state, units, why)"""
        worst = 0
        for folder in case.folders:
            words = ["verify", case.path, "--test-data-dir", folder, "--color", "never"]
            print(json.dumps(words), file=self.process.stdin, flush=True)
            status, said = json.loads(self.process.stdout.readline())
            why = said.rpartition("Result: ")[2].strip().splitlines() or ["nothing said"]
            units = re.search(r"max ULP (\d+)", why[0])
            if status:
                state = "wrong" if "ULP" in why[0] else "refused"
                return state, float("inf"), why[0]
            worst = max(worst, int(units.group(1)) if units else 0)
        return ("passed", worst, "") if case.folders else ("refused", 0, "there is no data")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


# ---- running -------------------------------------------------------------------------------------

Result = collections.namedtuple("Result", "kind name group state units constants why")


def run_case(runner, kind, name, path, folders):
    case = Case(kind, name, path, folders)
    worst, n = 0, 0

    def result(state, why=""):
        constants = ",".join(case.constants)
        return Result(kind, name, group(case), state, worst, constants, why)

    if hasattr(runner, "verdict"):
        state, worst, why = runner.verdict(case)
        return result(state, why)
    sets = case.sets()
    while True:
        try:
            files, feeds, expected = next(sets)
        except StopIteration:
            return result("passed" if n else "refused", "" if n else "there is no data")
        except Exception as e:
            return result("refused", "data: %s" % str(e)[:60])
        n += 1
        got, why = runner.run(case, files, feeds, expected)
        if got is None:
            refused = why.startswith("refused: ")
            return result("refused" if refused else "crashed", why.removeprefix("refused: "))
        for i, a in enumerate(expected):
            b = got[i] if i < len(got) else None
            why = "missing" if b is None else close(a, b)
            if why:
                worst = float("inf")
                state = "otherwise" if name in OTHERWISE else "wrong"
                return result(state, "output %d: %s" % (i, why))
            worst = max(worst, units(a, b))


def run_all(make_runner, args, jobs=1):
    """The results of all cases, in their order. make_runner(args, folder) for each job."""
    todo, mine, made = list(cases(args.data, args.k)), threading.local(), []

    def one(what):
        if not hasattr(mine, "runner"):
            folder = peer.folder()
            mine.runner = make_runner(args, folder)
            made.append((mine.runner, folder))
        return run_case(mine.runner, *what)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for i, r in enumerate(pool.map(one, todo)):
            yield r
            if (i + 1) % 200 == 0:
                print("... %d of %d" % (i + 1, len(todo)), flush=True)
    for runner, folder in made:
        runner.close()
        peer.remove(folder)


def reason(why):
    """A reason without the names of values and sizes in it, so that reasons can be counted."""
    why = re.sub(r"^\S*model\.onnx: ?", "", why)
    why = re.sub(r"'[^']*'( has the)", r"a value\1", why)
    return re.sub(r"\[[\d, ]+\]|\d+(,\d+)+", "..", why)[:110]


# ---- results -------------------------------------------------------------------------------------


def write(path, tool, results):
    """A line for each case, behind those of other tools; path None: nothing."""
    if path:
        with open(path, "a") as f:
            for r in results:
                print(tool, *r, sep="\t", file=f)


def read(path):
    """Results by tool."""
    by_tool = {}
    with open(path) as f:
        for line in f:
            tool, *words = line.rstrip("\n").split("\t")
            words[4] = float(words[4])
            by_tool.setdefault(tool, []).append(Result(*words))
    return by_tool


def table(by_tool):
    """Per group: how many tests there are, and of each tool how many it passes, refuses, fails."""
    groups = sorted({r.group for results in by_tool.values() for r in results})
    rows, heads = [], ["group", "tests"]
    for tool in by_tool:
        heads += [tool, "100 units", "refused", "failed"]
    for g in groups + ["all"]:
        row = [g]
        for results in by_tool.values():
            mine = [r for r in results if g in ("all", r.group)]
            states = collections.Counter(r.state for r in mine)
            row += [] if len(row) > 1 else [len(mine)]
            near = sum(r.state == "passed" and r.units <= 100 for r in mine)
            row += [states["passed"], near, states["refused"]]
            row += [states["wrong"] + states["crashed"] + states["otherwise"]]
        rows.append(row)
    peer.table(rows, heads)
