# SPDX-License-Identifier: Apache-2.0
"""What the lists of operators share (operators_*.py): types, random draws, and the case, one
operator with its inputs on both sides.
"""

import functools

import ml_dtypes
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

BF16 = np.dtype(ml_dtypes.bfloat16).type
NAMES = {
    np.dtype(np.float64): "f64",
    np.dtype(np.float32): "f32",
    np.dtype(np.float16): "f16",
    np.dtype(BF16): "bf16",
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
HALVES = (np.float16, BF16)
FLOATS = (np.float32, np.float64) + HALVES
INTS = tuple(t.type for t in NAMES if t.kind in "iu")
NUMBERS = FLOATS + INTS
ANY = NUMBERS + (np.bool_,)
INDEX = (np.int64, np.int32)


def is_float(dtype):
    return np.dtype(dtype).type in FLOATS


def is_half(dtype):
    return np.dtype(dtype).type in HALVES


@functools.lru_cache(None)
def types_of(op, slot=0):
    """The types that the newest version of the operator of ONNX takes there."""
    schema = onnx.defs.get_schema(op)
    inputs = schema.inputs
    text = inputs[min(slot, len(inputs) - 1)].type_str
    texts = next(
        (t.allowed_type_strs for t in schema.type_constraints if t.type_param_str == text), [text]
    )
    proto = {"float": "f32", "double": "f64", "float16": "f16", "bfloat16": "bf16", "bool": "bool"}
    proto.update(
        {
            "%sint%d" % (u, n): ("u%d" if u else "i%d") % n
            for u in ("", "u")
            for n in (8, 16, 32, 64)
        }
    )
    ours = {proto.get(t[len("tensor(") : -1]) for t in texts}
    return tuple(t.type for t, name in NAMES.items() if name in ours)


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

    def type(self, op, slot=0, but=()):
        """One that ONNX takes there."""
        return self.pick(*(t for t in types_of(op, slot) if t not in but))

    def shape(self, lo=0, hi=8, largest=4):
        rank = (
            self.pick(*range(lo, max(lo, min(hi, 4)) + 1)) if self.chance(0.7) else self.int(lo, hi)
        )
        empty = self.chance(0.05)
        return [
            0 if empty and self.chance(0.4) else self.int(1, 2 if rank > 4 else largest)
            for _ in range(rank)
        ]

    def array(self, shape, dtype, lo=-4, hi=4):
        dtype = np.dtype(dtype)
        if is_float(dtype):
            a = self.rng.uniform(lo, hi, shape)
            if self.chance(0.2) and lo < 0:
                a = np.where(self.rng.random(shape) < 0.2, np.round(a), a)
            return np.asarray(a).astype(dtype)
        if dtype.kind == "b":
            return np.asarray(self.rng.random(shape) < 0.5)
        info = np.iinfo(dtype)
        if self.chance(0.3):
            return np.asarray(self.rng.integers(info.min, info.max, shape, dtype, endpoint=True))
        return np.asarray(self.rng.integers(max(info.min, lo), hi, shape, endpoint=True), dtype)

    def data(self, shape, dtype, lo=-4, hi=4):
        """The same, of floats now and then with NaN, infinities and zeros of both signs."""
        a = self.array(shape, dtype, lo, hi)
        if not is_float(a.dtype) or not self.chance(0.25):
            return a
        which = self.rng.integers(0, 12, a.shape)
        for k, v in enumerate((np.nan, np.inf, -np.inf, 0.0, -0.0)):
            a = np.where(which == k, np.asarray(v).astype(a.dtype), a)
        return np.asarray(a)

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

    def axes(self, rank, p=0.5):
        """Some, (as ONNX may be given them, from the front)."""
        axes = [k for k in range(rank) if self.chance(p)]
        return [k - rank if self.chance(0.4) else k for k in axes], axes


def vector(values):
    return np.asarray(values, np.int64).reshape(len(values))


def written(v):
    """A param as the text form has it."""
    if isinstance(v, (list, tuple)):
        return "[%s]" % ",".join(written(x) for x in v)
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, Text):
        return '"%s"' % v
    return repr(float(v)) if isinstance(v, float) else str(v)


class Case:
    """One operator on both sides."""

    def __init__(self, onnx, ours, inputs, attributes=None, params=None, opset=None, n_out=1):
        self.onnx, self.ours, self.inputs, self.n_out = onnx, ours, inputs, n_out
        self.attributes, self.params, self.opset = attributes or {}, params or {}, opset
        self.constants = []  # inputs of ONNX that ours has as params
        self.onnx_inputs = None  # where ONNX has them in another form
        self.of_onnx = lambda results: results  # its results in our form
        self.judge = False  # only ONNX Runtime knows
        halves = [a.dtype for a in inputs if a is not None and is_half(a.dtype)]
        self.half = halves[0] if halves else None  # what numbers in double are rounded to
        self.values = []  # attributes of ONNX that ours has as inputs
        self.numpy = None  # the function of numpy that it is, where ONNX has none
        self.order = None  # of ours in ONNX's inputs; None there: left out

    def ours_inputs(self):
        return self.inputs + self.values

    def text(self, d=None):
        """(the network in the text form, its inputs). With a draw some sizes are symbols, some
        lists of integers constants."""
        lines, args, feeds, constants = [], [], {}, []

        def size(n, i, k):
            if not d or d.chance(0.2):
                return str(n)
            return "%s>=%d" % ("s%d" % n if d.chance(0.3) else "x%da%d" % (i, k), min(n, 0))

        for i, a in enumerate(self.ours_inputs()):
            if a is None:
                args.append("_")
                continue
            name = '"x%d"' % i
            if d and a.ndim < 2 and a.dtype.type in INDEX and d.chance(0.6):
                values = ",".join(str(v) for v in a.ravel())
                constants.append(
                    "@%s = %s[%s] [%s]"
                    % (name, NAMES[a.dtype], ",".join(map(str, a.shape)), values)
                )
                args.append("@" + name)
                continue
            sizes = ",".join(size(n, i, k) for k, n in enumerate(a.shape))
            lines.append("%s = input : %s[%s]" % (name, NAMES[a.dtype], sizes))
            args.append(name)
            feeds["x%d" % i] = a
        outs = ", ".join('"y%d"' % i for i in range(self.n_out))
        params = ", ".join("%s=%s" % (k, written(v)) for k, v in self.params.items())
        lines.append(
            "%s = %s(%s)%s" % (outs, self.ours, ", ".join(args), " {%s}" % params if params else "")
        )
        return "\n".join(lines + ["output(%s)" % outs] + constants) + "\n", feeds

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
        """What onnx.reference computes; of halves in double, rounded once."""
        if self.numpy:
            feeds = {i: a for i, a in enumerate(self.inputs) if a is not None}

            def compute(feeds):
                return [self.numpy(*(feeds.get(i) for i in range(len(self.inputs))))]

        else:
            model, feeds = self.model()
            compute = functools.partial(ReferenceEvaluator(model).run, None)
        feeds = {k: a.astype(np.float64) if is_half(a.dtype) else a for k, a in feeds.items()}
        with np.errstate(all="ignore"):
            results = [np.asarray(a) for a in compute(feeds)]
            if self.half:
                results = [a.astype(self.half) if a.dtype == np.float64 else a for a in results]
        return self.of_onnx(results)

    def in_single(self):
        """The same of f32, for a judge that knows no other floats."""

        def cast(a):
            return a.astype(np.float32) if a is not None and is_float(a.dtype) else a

        c = Case(
            self.onnx,
            self.ours,
            [cast(a) for a in self.inputs],
            self.attributes,
            self.params,
            self.opset,
            self.n_out,
        )
        c.constants = [cast(a) for a in self.constants]
        c.numpy = self.numpy
        c.onnx_inputs = self.onnx_inputs and [cast(a) for a in self.onnx_inputs]
        c.of_onnx = self.of_onnx
        return c

    def runtime(self, expected):
        """What ONNX Runtime computes; None where it does not run the operator on such types."""
        if self.numpy:
            return None
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


OPERATORS = {}


def operator(name):
    """The decorated function makes a case of it from a draw."""

    def add(make):
        OPERATORS[name] = make
        return make

    return add
