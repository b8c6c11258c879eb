# SPDX-License-Identifier: Apache-2.0
"""What tests of the package share: a folder, small networks of ONNX, the tool."""
import os
import pathlib
import subprocess
import tempfile
import unittest
import warnings

import numpy
from onnx_file import F32, I64, graph, model, node, tensor, value

import sinter_nn

TOOL = os.environ["SINTER_NN_TOOL"]


def tool(*arguments, code=0):
    """Runs the tool: what it prints, or what it says on stderr where it is to fail."""
    done = subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == code, f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stderr if code else done.stdout


def numbers(seed, *shape):
    return numpy.random.default_rng(seed).standard_normal(shape).astype("f4")


def weight(name, array):
    kind = {"f": F32, "i": I64}[array.dtype.kind]
    return tensor(name, kind, array.shape, array.reshape(-1).tolist())


def conv_net(n="n", seed=1):
    """A convolution, a batch norm and a ReLU; the size of a batch is open."""
    r = numpy.random.default_rng(seed)
    weights = [
        weight("w", numbers(seed, 4, 3, 3, 3)),
        weight("scale", r.uniform(0.5, 1.5, 4).astype("f4")),
        weight("shift", numbers(seed + 1, 4)),
        weight("mean", numbers(seed + 2, 4)),
        weight("var", r.uniform(0.5, 1.5, 4).astype("f4")),
    ]
    nodes = [
        node("Conv", ["x", "w"], ["c"], "conv", pads=[1, 1, 1, 1]),
        node("BatchNormalization", ["c", "scale", "shift", "mean", "var"], ["b"], "bn"),
        node("Relu", ["b"], ["y"], "relu"),
    ]
    inputs, outputs = [value("x", F32, [n, 3, 8, 8])], [value("y", F32, [n, 4, 8, 8])]
    return model(graph(nodes, inputs, outputs, weights))


def conv_net_by_numpy(x, seed=1):
    r = numpy.random.default_rng(seed)
    w, shift, mean = numbers(seed, 4, 3, 3, 3), numbers(seed + 1, 4), numbers(seed + 2, 4)
    scale, var = (r.uniform(0.5, 1.5, 4).astype("f4") for _ in range(2))
    padded = numpy.pad(x.astype("f8"), ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = numpy.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    c = numpy.einsum("nchwij,ocij->nohw", windows, w.astype("f8"))
    each = (slice(None), numpy.newaxis, numpy.newaxis)
    b = (c - mean[each]) / numpy.sqrt(var[each] + 1e-5) * scale[each] + shift[each]
    return numpy.maximum(b, 0)


NCNN = b"""7767517
5 5
Input data 0 1 data 0=16 1=16 2=3
Convolution conv 1 1 data c 0=8 1=3 4=1 5=1 6=216
BatchNorm bn 1 1 c b 0=8
ReLU relu 1 1 b r
InnerProduct fc 1 1 r out 0=4 1=1 2=8192
"""


def put_ncnn(folder, name, *options):
    """A small network of ncnn in files, with weights from a seed: the path of its .param."""
    (folder / "without.param").write_bytes(NCNN)
    path = folder / f"{name}.param"
    tool("convert", folder / "without.param", "--bin", "seed:1", "-q", "-o", path, *options)
    return path


def two_results():
    """Sum and product of two inputs, whose names are no identifiers."""
    nodes = [node("Add", ["a:0", "b/1"], ["sum:0"]), node("Mul", ["a:0", "b/1"], ["product:0"])]
    inputs = [value(name, F32, [2, 3]) for name in ("a:0", "b/1")]
    return model(graph(nodes, inputs, [value(n, F32, [2, 3]) for n in ("sum:0", "product:0")]))


def perceptron(seed=1):
    """Two layers of 5 numbers to 3 classes."""
    weights = [
        weight("w1", numbers(seed, 5, 8)),
        weight("b1", numbers(seed + 1, 8)),
        weight("w2", numbers(seed + 2, 8, 3)),
        weight("b2", numbers(seed + 3, 3)),
    ]
    nodes = [
        node("Gemm", ["x", "w1", "b1"], ["h"], "fc1"),
        node("Relu", ["h"], ["r"], "relu"),
        node("Gemm", ["r", "w2", "b2"], ["y"], "fc2"),
    ]
    return model(
        graph(nodes, [value("x", F32, ["n", 5])], [value("y", F32, ["n", 3])], weights)
    )


class Case(unittest.TestCase):
    """In a folder of its own; a warning that no test expects is an error."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sinter-python-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("error")

    def put(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def raises(self, cls, part):
        return self.assertRaisesRegex(cls, part)

    def assert_close(self, a, b, most=1e-5):
        self.assertEqual(numpy.shape(a), numpy.shape(b))
        far = numpy.abs(numpy.asarray(a, "f8") - b).max() / max(numpy.abs(b).max(), 1e-5)
        self.assertLess(far, most)


def main():
    unittest.main(verbosity=1)


__all__ = [name for name in dir() if not name.startswith("_")]
assert sinter_nn.__version__
