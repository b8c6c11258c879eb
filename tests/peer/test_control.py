# SPDX-License-Identifier: Apache-2.0
"""if, loop and scan with random bodies: types, captures, bodies in bodies, no trips, carried values
that grow, axes and directions of scans. Each case is built twice, as text and as an ONNX model,
from the same draws. ONNX Runtime and onnx.reference compute the latter; where they differ (the
reference stacks numbers as columns, and has scans along the first axis alone) ONNX Runtime counts.
Each case is run as it is and once more after all passes. The first cases are compiled, too, as they
are: all but those whose number of trips, or sizes, are data.
"""

import os
import pickle

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

import peer
import sinter_arrays
from ncnn_peer import Ours
from test_operators import NAMES, Draw, Skip, differs

CASES = 400
COMPILED = 40
DEPTH = 3
TYPES = (np.float32, np.float64, np.int64, np.int32)
UNARY = {
    "f": (("Neg", "neg"), ("Tanh", "tanh"), ("Abs", "abs")),
    "i": (("Neg", "neg"), ("Abs", "abs")),
}
BINARY = (("Add", "add"), ("Sub", "sub"))
COMPARE = (("Less", "less"), ("Greater", "greater"), ("Equal", "equal"))


class Value:
    def __init__(self, name, dtype, shape):
        self.name, self.dtype, self.shape = name, np.dtype(dtype), shape  # shape None: not fixed


class Scope:
    """One graph, while it is drawn: `local` is what it defines, in the order of its statements."""

    def __init__(self, case, outer=None):
        self.case, self.outer, self.depth = case, outer, outer.depth + 1 if outer else 0
        self.local, self.nodes, self.lines, self.constants, self.free = [], [], [], [], []

    def visible(self):
        return self.local + (self.outer.visible() if self.outer else [])

    def use(self, v):
        """The value is read here: where it is defined outside, it is captured all the way."""
        if v not in self.local and v not in self.free:
            self.free.append(v)
            self.outer.use(v)
        return v

    def new(self, dtype, shape):
        self.case.count += 1
        return Value("v%d" % self.case.count, dtype, shape)

    def define(self, dtype, shape):
        v = self.new(dtype, shape)
        self.local.append(v)
        return v

    def constant(self, array):
        array = np.asarray(array)
        v = self.define(array.dtype, array.shape)
        self.nodes.append(
            helper.make_node("Constant", [], [v.name], value=numpy_helper.from_array(array))
        )
        numbers = ",".join(repr(x) for x in array.astype(array.dtype).ravel().tolist())
        if array.dtype == np.bool_:
            numbers = ",".join(str(int(x)) for x in array.ravel())
        sizes = ",".join(str(n) for n in array.shape)
        self.lines.append('"%s" = constant(@"%s")' % (v.name, v.name))
        self.constants.append('@"%s" = %s[%s] [%s]' % (v.name, NAMES[array.dtype], sizes, numbers))
        return v

    def emit(self, onnx, ours, inputs, outs, attributes=None, params="", bodies=""):
        names = [self.use(v).name if v else "" for v in inputs]
        self.nodes.append(
            helper.make_node(onnx, names, [o.name for o in outs], **(attributes or {}))
        )
        args = ", ".join('"%s"' % n if n else "_" for n in names)
        self.lines.append(self.statement(ours, outs, args, params) + bodies)

    @staticmethod
    def statement(ours, outs, args, params):
        left = ", ".join('"%s"' % o.name for o in outs)
        return "%s = %s(%s)%s" % (left, ours, args, " {%s}" % params if params else "")

    def body(self, inputs, outputs):
        """The text within the braces, with inputs for captures behind the formal ones."""
        fed = ['"%s" = input' % v.name for v in inputs + self.free]
        out = ["output(%s)" % ", ".join('"%s"' % v.name for v in outputs)]
        return "{\n%s\n}" % "\n".join(fed + self.lines + out + self.constants)

    def onnx_graph(self, inputs, outputs):
        def info(v):
            return helper.make_tensor_value_info(
                v.name, helper.np_dtype_to_tensor_dtype(v.dtype), () if v.shape == () else None
            )

        return helper.make_graph(
            self.nodes, "g", [info(v) for v in inputs], [info(v) for v in outputs]
        )


class Case:
    def __init__(self, draw):
        self.d, self.count, self.feeds = draw, 0, {}
        self.side, self.unconditional = draw.int(1, 4), False
        self.root = Scope(self)
        for _ in range(draw.int(2, 4)):
            self.input(draw.pick(*TYPES), self.shape())
        for _ in range(2):
            self.input(np.bool_, ())
        self.input(np.int64, (), draw.int(0, 3))
        before = self.statements(self.root, draw.int(0, 2))
        made = []
        for _ in range(draw.int(1, 3)):
            made += self.structure(self.root)
        self.results = [v for v in before + made if v is not None]
        if not made:
            raise Skip

    # ---- values ----

    def shape(self):
        return self.d.pick((self.side,), (self.side, self.side), (self.side, self.side))

    def array(self, dtype, shape):
        if np.dtype(dtype) == np.bool_:
            return self.d.rng.integers(0, 2, shape).astype(np.bool_)
        if np.dtype(dtype).kind == "i":
            return self.d.rng.integers(-9, 10, shape).astype(dtype)
        return (self.d.rng.integers(-16, 17, shape) / 8).astype(dtype)

    def input(self, dtype, shape, number=None):
        v = self.root.define(dtype, shape)
        array = self.array(dtype, shape) if number is None else np.array(number, dtype)
        self.feeds[v.name] = np.asarray(array)

    def find(self, scope, test):
        found = [v for v in scope.visible() if test(v)]
        return found[self.d.int(0, len(found) - 1)] if found else None

    def tensor(self, scope, dtype=None):
        def test(v):
            return v.dtype.kind in "fi" and v.shape != () and (dtype is None or v.dtype == dtype)

        v = self.find(scope, test)
        return v or scope.constant(self.array(dtype or self.d.pick(*TYPES), self.shape()))

    def fixed(self, scope, dtype):
        v = self.find(scope, lambda v: v.dtype == dtype and v.shape)
        return v or scope.constant(self.array(dtype, self.shape()))

    def condition(self, scope):
        v = self.find(scope, lambda v: v.dtype == np.bool_ and v.shape == ())
        if self.d.chance(0.3) or not v:
            return scope.constant(np.array(self.d.chance(0.5)))
        return v

    # ---- statements ----

    def statements(self, scope, n):
        return [self.statement(scope) for _ in range(n)]

    def statement(self, scope):
        a = self.tensor(scope)
        kind = a.dtype.kind
        b = a.shape and self.find(scope, lambda v: v.dtype == a.dtype and v.shape == a.shape)
        if b and self.d.chance(0.5):
            onnx, ours = self.d.pick(*BINARY)
            out = scope.define(a.dtype, a.shape)
            scope.emit(onnx, ours, [a, b], [out])
        else:
            onnx, ours = self.d.pick(*UNARY[kind])
            out = scope.define(a.dtype, a.shape)
            scope.emit(onnx, ours, [a], [out])
        return out

    def structure(self, scope):
        return self.d.pick(self.draw_if, self.draw_loop, self.draw_scan)(scope)

    def fill(self, scope):
        """Statements, and a structure in between."""
        self.statements(scope, self.d.int(0, 2))
        if scope.depth < DEPTH and self.d.chance(0.35):
            self.structure(scope)
            self.statements(scope, self.d.int(0, 1))

    def finish(self, scope, what, onnx, ours, formal, inputs, outs, params, attributes, bodies):
        """bodies: (attribute, role, scope, its inputs, its results). All capture the same."""
        free = []
        for _, _, s, _, _ in bodies:
            free += [v for v in s.free if v not in free]
        for _, _, s, _, _ in bodies:
            s.free = free
        text = ""
        for attribute, role, s, fed, given in bodies:
            attributes[attribute] = s.onnx_graph(fed, given)
            text += " %s %s" % (role, s.body(fed, given))
        names = [scope.use(v).name if v else "" for v in inputs]
        scope.nodes.append(helper.make_node(onnx, names, [o.name for o in outs], **attributes))
        args = ", ".join(
            '"%s"' % n if n else "_" for n in names + [scope.use(v).name for v in free]
        )
        scope.lines.append(Scope.statement(ours, outs, args, params) + text)
        scope.local += outs
        return outs

    def draw_if(self, scope):
        cond, types = self.condition(scope), [self.d.pick(*TYPES) for _ in range(self.d.int(1, 2))]
        bodies, shapes = [], []
        for attribute, role in (("then_branch", "then"), ("else_branch", "else")):
            s = Scope(self, scope)
            self.fill(s)
            given = []
            for t in types:
                v = self.tensor(s, t)
                out = s.define(v.dtype, v.shape)  # a result of a body is defined in it
                s.emit("Identity", "identity", [v], [out])
                given.append(out)
            bodies.append((attribute, role, s, [], given))
            shapes.append([v.shape for v in given])
        outs = [scope.new(t, a if a == b else None) for t, a, b in zip(types, shapes[0], shapes[1])]
        return self.finish(scope, "if", "If", "if", [], [cond], outs, "", {}, bodies)

    def carried_result(self, s, v):
        """What comes out of a trip for v: of its shape, unless that is not fixed."""
        if v.shape is None:
            x = self.find(s, lambda w: w.dtype == v.dtype and w.shape == (self.side,))
            x = x or s.constant(self.array(v.dtype, (self.side,)))
            out = s.define(v.dtype, None)
            s.emit("Concat", "concat", [v, x], [out], {"axis": 0}, "axis=0")
            return out
        x = self.find(s, lambda w: w.dtype == v.dtype and w.shape == v.shape) or v
        out = s.define(v.dtype, v.shape)
        onnx, ours = self.d.pick(*BINARY)
        s.emit(onnx, ours, [v, x], [out])
        if v.dtype.kind == "f":
            small = s.define(v.dtype, v.shape)
            s.emit("Tanh", "tanh", [out], [small])
            return small
        return out

    def parts(self, s, n):
        """Scan outputs: of a shape that is the same in every trip."""
        given = []
        for _ in range(n):
            v = self.fixed(s, self.d.pick(*TYPES))
            out = s.define(v.dtype, v.shape)
            s.emit("Identity", "identity", [v], [out])
            given.append(out)
        return given

    def draw_carried(self, scope, s, n):
        """(values outside, values inside); one of rank 1 may grow."""
        outside, inside = [], []
        for _ in range(n):
            v = self.fixed(scope, self.d.pick(*TYPES))
            grows = len(v.shape) == 1 and self.d.chance(0.3)
            outside.append(v)
            inside.append(s.define(v.dtype, None if grows else v.shape))
        return outside, inside

    def draw_loop(self, scope):
        s = Scope(self, scope)
        trip, cond = s.define(np.int64, ()), s.define(np.bool_, ())
        outside, inside = self.draw_carried(scope, s, self.d.int(0, 2))
        trips = self.find(
            scope, lambda v: v.dtype == np.int64 and v.shape == () and scope.depth == 0
        )
        if not trips or self.d.chance(0.5):
            trips = scope.constant(np.array(self.d.pick(0, 1, 2, 3, 3, -1), np.int64))
        first = self.condition(scope) if self.d.chance(0.3) else None
        self.fill(s)
        goes = cond
        if self.d.chance(0.4) or self.d.chance(0.2):
            goes = s.define(np.bool_, ())
            onnx, ours = COMPARE[0]
            s.emit(onnx, ours, [trip, s.constant(np.array(self.d.int(0, 4), np.int64))], [goes])
            if self.d.chance(0.4):
                trips = None  # the condition alone ends it
        else:
            goes = s.define(np.bool_, ())
            s.emit("Identity", "identity", [cond], [goes])
        if trips is None and first is None:
            first = scope.constant(np.array(True))
        self.unconditional |= first is None
        given = [self.carried_result(s, v) for v in inside]
        parts = self.parts(s, self.d.int(0 if outside else 1, 2))
        outs = [scope.new(v.dtype, v.shape) for v in inside]
        outs += [scope.new(v.dtype, None) for v in parts]
        fed, given = [trip, cond] + inside, [goes] + given + parts
        return self.finish(
            scope,
            "loop",
            "Loop",
            "loop",
            [],
            [trips, first] + outside,
            outs,
            "carried=%d" % len(inside),
            {},
            [("body", "body", s, fed, given)],
        )

    def draw_scan(self, scope):
        s = Scope(self, scope)
        outside, inside = self.draw_carried(scope, s, self.d.int(0, 2))
        for v, w in zip(outside, inside):
            w.shape = v.shape  # ONNX: states keep theirs
        slices, axes, directions = [], [], []
        for _ in range(self.d.int(1, 2)):
            v = self.fixed(scope, self.d.pick(*TYPES))
            axis = self.d.int(-len(v.shape), len(v.shape) - 1)
            rest = list(v.shape)
            del rest[axis]
            outside.append(v)
            slices.append(s.define(v.dtype, tuple(rest)))
            axes.append(axis)
            directions.append(self.d.int(0, 1))
        self.fill(s)
        given = [self.carried_result(s, v) for v in inside]
        parts = self.parts(s, self.d.int(0 if inside else 1, 2))
        out_axes = [self.d.int(-len(v.shape) - 1, len(v.shape)) for v in parts]
        out_directions = [self.d.int(0, 1) for _ in parts]
        outs = [scope.new(v.dtype, v.shape) for v in inside]
        outs += [scope.new(v.dtype, None) for v in parts]
        lists = {"input_axes": axes, "input_directions": directions}
        if parts:
            lists.update({"output_axes": out_axes, "output_directions": out_directions})
        params = ["states=%d" % len(inside), "inputs=%d" % len(slices)]
        params += ["%s=[%s]" % (k, ",".join(map(str, v))) for k, v in lists.items()]
        attributes = {"scan_" + k: v for k, v in lists.items()}
        attributes["num_scan_inputs"] = len(slices)
        return self.finish(
            scope,
            "scan",
            "Scan",
            "scan",
            [],
            outside,
            outs,
            ", ".join(params),
            attributes,
            [("body", "body", s, inside + slices, given + parts)],
        )

    # ---- both sides ----

    def text(self):
        inputs = [
            '"%s" = input : %s[%s]' % (n, NAMES[a.dtype], ",".join(map(str, a.shape)))
            for n, a in self.feeds.items()
        ]
        out = ["output(%s)" % ", ".join('"%s"' % v.name for v in self.results)]
        return "\n".join(inputs + self.root.lines + out + self.root.constants) + "\n"

    def model(self):
        infos = [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
            for n, a in self.feeds.items()
        ]
        outs = [
            helper.make_tensor_value_info(v.name, helper.np_dtype_to_tensor_dtype(v.dtype), None)
            for v in self.results
        ]
        graph = helper.make_graph(self.root.nodes, "g", infos, outs)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)

    def runtime(self):
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(
            self.model().SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        return session.run(None, self.feeds)

    def reference(self):
        if self.unconditional:
            raise Skip("onnx.reference runs no trip of a loop without a condition")
        with np.errstate(all="ignore"):
            return [np.asarray(a) for a in ReferenceEvaluator(self.model()).run(None, self.feeds)]

    def differs(self, expected, outputs):
        for v, a in zip(self.results, expected):
            mine = outputs[v.name]
            if a.shape == (0,) and mine.shape[:1] == (0,) and a.dtype == mine.dtype:
                continue  # ONNX Runtime does not know what a part would look like
            why = differs(a, outputs[v.name])
            if why:
                return "%s %s" % (v.name, why)
        return ""


def attempt(compute):
    try:
        return compute(), ""
    except Exception as e:
        return None, str(e).splitlines()[0][:100]


def apart(compute):
    """attempt() in a process of its own: ONNX Runtime crashes on some bodies."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(theirs, "wb") as f:
            pickle.dump(attempt(compute), f)
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as f:
        data = f.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else (None, "it crashed")


def check(case, ours, stem):
    """(what is wrong, who computed it: both, runtime, reference, nobody)"""
    runtime, why_not = apart(case.runtime)
    reference, _ = attempt(case.reference)
    if runtime is None and reference is None:
        return "", "nobody: " + why_not
    with open(stem + ".snt", "w") as f:
        f.write(case.text())
    for flags in ({}, {"optimize": True}):
        got = ours.run(stem + ".snt", "-", case.feeds, **flags)
        if got["status"] != "ok":
            return got["status"] + (" when optimized" if flags else ""), "runtime"
        why = case.differs(runtime if runtime is not None else reference, got["outputs"])
        if why:
            return why + (" when optimized" if flags else ""), "runtime"
    if runtime is None:
        return "", "reference"
    both = reference is not None and not case.differs(reference, got["outputs"])
    return "", "both" if both else "runtime"


def compiled(case, sinter, stem):
    """The same of compiled code: what is wrong, or None where no kernel can compute it."""
    expected, _ = apart(case.runtime)
    if expected is None:
        return None
    onnx.save(case.model(), stem + ".onnx")
    names, folder = [v.name for v in case.results], os.path.dirname(stem)
    got, why = sinter_arrays.run(sinter, stem + ".onnx", case.feeds, names, folder, "--as-is")
    if got is None:
        return None if "no kernel can compute" in why else why
    return case.differs(expected, dict(zip(names, got)))


def main():
    args = peer.arguments(
        __doc__.splitlines()[0], cases=dict(type=int, default=CASES), show=dict(type=int, default=2)
    )
    folder = peer.folder()
    ours, stem = Ours(args.ref_run, folder), os.path.join(folder, "case")
    by, failed, seen, built = {}, 0, {}, 0
    for number in range(args.cases):
        try:
            case = Case(Draw([args.seed, number]))
        except Skip:
            continue
        why, who = check(case, ours, stem)
        by[who] = by.get(who, 0) + 1
        if not why and number < COMPILED:
            why = compiled(case, args.sinter, stem)
            built += why is not None
        for word in ("if(", "loop(", "scan("):
            seen[word[:-1]] = seen.get(word[:-1], 0) + case.text().count(" " + word)
        failed += bool(why)
        if why and failed <= args.show:
            print("FAILED: %d: %s\n%s" % (number, why, case.text()))
    ours.close()
    peer.remove(folder)
    peer.table([[who, n] for who, n in sorted(by.items())], ["computed by", "cases"])
    print("compiled: %d" % built)
    print("nodes: " + ", ".join("%s %d" % pair for pair in sorted(seen.items())))
    left_out = sum(n for who, n in by.items() if who.startswith("nobody"))
    peer.finish(sum(by.values()) - left_out - failed, failed, left_out)


if __name__ == "__main__":
    main()
