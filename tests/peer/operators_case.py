# SPDX-License-Identifier: Apache-2.0
"""What operators are compared on: random draws, and cases as ONNX and as sinter have them."""

import numpy as np
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

NAMES = {
    np.dtype(np.float64): "f64",
    np.dtype(np.float32): "f32",
    np.dtype(np.float16): "f16",
    np.dtype(np.int64): "i64",
    np.dtype(np.int32): "i32",
    np.dtype(np.int16): "i16",
    np.dtype(np.int8): "i8",
    np.dtype(np.uint64): "u64",
    np.dtype(np.uint32): "u32",
    np.dtype(np.uint16): "u16",
    np.dtype(np.uint8): "u8",
    np.dtype(np.bool_): "bool",
}
FLOATS = (np.float32, np.float64, np.float16)
INTS = tuple(t.type for t in NAMES if t.kind in "iu")
NUMBERS = FLOATS + INTS
ANY = NUMBERS + (np.bool_,)
BOUND = {"f64": 1e-12, "f32": 1e-5, "f16": 1e-3}
SINGLE = {
    "erf",
    "gelu",
    "attention",
    "resize",
    "mean_variance_normalization",
}  # onnx.reference has constants of f32
WIDE_INTS = (np.int32, np.int64, np.uint32, np.uint64)


class Skip(Exception):
    """A draw that is no case."""


class Text(str):
    """A param that is written in quotes."""


class Draw:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def int(self, lo, hi):
        return int(self.rng.integers(lo, hi + 1))

    def pick(self, *what):
        return what[self.int(0, len(what) - 1)]

    def chance(self, p):
        return self.rng.random() < p

    def shape(self, lo=0, hi=8, largest=4):
        rank = self.pick(*range(lo, min(hi, 4) + 1)) if self.chance(0.8) else self.int(lo, hi)
        empty = self.chance(0.05)
        return [
            0 if empty and self.chance(0.4) else self.int(1, 2 if rank > 4 else largest)
            for _ in range(rank)
        ]

    def array(self, shape, dtype, lo=-4, hi=4):
        dtype = np.dtype(dtype)
        if dtype.kind == "f":
            a = self.rng.uniform(lo, hi, shape)
            if self.chance(0.2) and lo < 0:
                a = np.where(self.rng.random(shape) < 0.2, np.round(a), a)
            return np.asarray(a, dtype)
        if dtype.kind == "b":
            return np.asarray(self.rng.random(shape) < 0.5)
        info = np.iinfo(dtype)
        if self.chance(0.3):
            return self.rng.integers(info.min, info.max, shape, dtype, endpoint=True)
        return np.asarray(self.rng.integers(max(info.min, lo), hi, shape, endpoint=True), dtype)

    def special(self, a):
        """With NaN and infinities."""
        if a.dtype.kind != "f" or not self.chance(0.25):
            return a
        which = self.rng.integers(0, 8, a.shape)
        for k, v in enumerate((np.nan, np.inf, -np.inf)):
            a = np.where(which == k, np.asarray(v, a.dtype), a)
        return a

    def operand(self, shape):
        """A shape that broadcasts to that one."""
        s = [1 if self.chance(0.25) else n for n in shape]
        return s[self.int(0, len(s)) :] if self.chance(0.3) else s

    def operands(self, n):
        whole = self.shape()
        return [self.operand(whole) for _ in range(n)]

    def axis(self, rank):
        """(as ONNX may be given it, from the front)"""
        if rank < 1:
            raise Skip
        k = self.int(0, rank - 1)
        return (k - rank if self.chance(0.4) else k), k


class Case:
    """One operator on both sides."""

    def __init__(self, onnx, ours, inputs, attributes=None, params=None, opset=None, n_out=1):
        self.onnx, self.ours, self.inputs, self.n_out = onnx, ours, inputs, n_out
        self.attributes, self.params, self.opset = attributes or {}, params or {}, opset
        self.constants = []  # inputs of ONNX that ours has as params
        self.onnx_inputs = None  # where ONNX has them in another form
        self.of_onnx = lambda results: results  # its results in our form
        self.judge = False  # only ONNX Runtime knows
        self.values = []  # attributes of ONNX that ours has as inputs
        self.order = None  # of ours in ONNX's inputs; None there: left out

    def ours_inputs(self):
        return self.inputs + self.values

    def text(self, declared=True):
        def sizes(a):
            if declared:
                return ",".join(str(n) for n in a.shape)
            return ",".join("_" for _ in a.shape)

        def value(v):
            if isinstance(v, (list, tuple)):
                return "[%s]" % ",".join(value(x) for x in v)
            if isinstance(v, bool):
                return "true" if v else "false"
            if isinstance(v, Text):
                return '"%s"' % v
            return repr(float(v)) if isinstance(v, float) else str(v)

        lines = [
            '"x%d" = input : %s[%s]' % (i, NAMES[a.dtype], sizes(a))
            for i, a in enumerate(self.ours_inputs())
            if a is not None
        ]
        args = ", ".join(
            "_" if a is None else '"x%d"' % i for i, a in enumerate(self.ours_inputs())
        )
        outs = ", ".join('"y%d"' % i for i in range(self.n_out))
        params = ", ".join("%s=%s" % (k, value(v)) for k, v in self.params.items())
        lines.append("%s = %s(%s)%s" % (outs, self.ours, args, " {%s}" % params if params else ""))
        return "\n".join(lines + ["output(%s)" % outs]) + "\n"

    def model(self, types=()):
        inputs = (self.inputs if self.onnx_inputs is None else self.onnx_inputs) + self.constants
        if self.order:
            inputs = [None if i is None else inputs[i] for i in self.order]
        names = ["" if a is None else "x%d" % i for i, a in enumerate(inputs)]
        outs = ["y%d" % i for i in range(self.n_out)]
        node = helper.make_node(self.onnx, names, outs, **self.attributes)
        infos = [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
            for n, a in zip(names, inputs)
            if a is not None
        ]
        types = types or [TensorProto.UNDEFINED] * len(outs)
        results = [helper.make_tensor_value_info(n, t, None) for n, t in zip(outs, types)]
        graph = helper.make_graph([node], "g", infos, results)
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", self.opset or 22)], ir_version=10
        )
        return model, {n: a for n, a in zip(names, inputs) if a is not None}

    def reference(self):
        model, feeds = self.model()
        half = any(a.dtype == np.float16 for a in feeds.values())
        if half:
            feeds = {
                k: a.astype(np.float64) if a.dtype == np.float16 else a for k, a in feeds.items()
            }
        with np.errstate(all="ignore"):
            results = [np.asarray(a) for a in ReferenceEvaluator(model).run(None, feeds)]
            if half and self.ours != "cast":  # which says itself what it makes
                results = [a.astype(np.float16) if a.dtype == np.float64 else a for a in results]
        return self.of_onnx(results)

    def in_single(self):
        """The same of f32, for a judge that knows no other floats."""

        def cast(a):
            return a.astype(np.float32) if a is not None and a.dtype.kind == "f" else a

        c = Case(self.onnx, self.ours, [cast(a) for a in self.inputs], self.attributes, self.params,
                 self.opset, self.n_out)
        c.constants = [cast(a) for a in self.constants]
        c.onnx_inputs = self.onnx_inputs and [cast(a) for a in self.onnx_inputs]
        c.of_onnx = self.of_onnx
        return c

    def runtime(self, expected):
        """What ONNX Runtime computes; None where it does not run the operator on such types."""
        types = [helper.np_dtype_to_tensor_dtype(np.asarray(a).dtype) for a in expected]
        model, feeds = self.model(types)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        try:
            session = onnxruntime.InferenceSession(
                model.SerializeToString(), options, providers=["CPUExecutionProvider"]
            )
            return self.of_onnx(session.run(None, feeds))
        except Exception:
            return None


def window(d, nd, dilated=True):
    """kernel, strides, dilations, pads of nd axes, and sizes that hold a window."""
    kernel = [d.int(1, 3) for _ in range(nd)]
    strides = [d.int(1, 3) for _ in range(nd)]
    dilations = [d.int(1, 2) if dilated else 1 for _ in range(nd)]
    pads = [[d.int(0, k - 1) for k in kernel] for _ in "12"]
    reach = [(k - 1) * f + 1 for k, f in zip(kernel, dilations)]
    sizes = [r + d.int(0, 4) for r in reach]
    return kernel, strides, dilations, pads, sizes


OPERATORS = {}


def operator(name):
    def add(make):
        OPERATORS[name] = make
        return make

    return add
