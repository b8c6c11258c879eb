# SPDX-License-Identifier: Apache-2.0
"""The hole cases: small models that ncnn's own optimizer computes or writes wrong, or crashes on.

Each is optimized twice, with the sizes of its inputs and without. Real ncnn must then compute, by
name and shape, the outputs of EXPECT.tsv from its inputs. Cases without numbers there ('see note')
have a rule each, below.
"""

import collections
import os
import re

import numpy as np

import peer
import sinter_tool as tool
from ncnn_peer import Ncnn, Ours, distance

FOLDER = os.path.join(os.path.dirname(peer.HERE), "holes")
BOUND = 1e-4
Case = collections.namedtuple("Case", "name must inputs outputs expected")


def parse_expected(text):
    """{output: (shape, first values)} from 'out dims=3 w=3 h=3 d=1 c=4: 0.9 1.3 ... | out2 ...'."""
    found = {}
    for part in filter(None, text.split(" | ")):
        m = re.match(r"(\S+) dims=(\d) w=(\d+) h=(\d+) d=(\d+) c=(\d+): ?(.*)$", part)
        dims, w, h, d, c = (int(m.group(i)) for i in range(2, 7))
        shape = {1: (w,), 2: (h, w), 3: (c, h, w), 4: (c, d, h, w)}[dims]
        found[m.group(1)] = (shape, np.array([float(v) for v in m.group(7).split()]))
    return found


def read_cases():
    cases = []
    with open(os.path.join(FOLDER, "EXPECT.tsv")) as f:
        for line in f.read().splitlines()[1:]:
            name, must, inputs, outputs, expected = (line.split("\t") + [""] * 5)[:5]
            shapes = [
                (n, tuple(int(v) for v in reversed(s.split(","))))
                for n, s in (i.split(":") for i in inputs.split(";") if ":" in i)
            ]
            cases.append(Case(name, must, shapes, outputs.split(";"), parse_expected(expected)))
    return cases


def contents(shapes):
    """The inputs that the numbers of EXPECT.tsv come from."""
    s, inputs = 1, {}
    for name, shape in shapes:
        values = []
        for _ in range(int(np.prod(shape))):
            s = (s * 1664525 + 1013904223) % 2**32
            values.append(((s >> 16) % 2000 - 1000) / 500)
        inputs[name] = np.array(values, dtype=np.float32).reshape(shape)
    return inputs


class Wrong(Exception):
    pass


class Crashed(Exception):
    pass


class Test:
    def __init__(self, args):
        self.args, self.folder = args, peer.folder()
        self.ncnn, self.ours = Ncnn(), Ours(args.ref_run, self.folder)

    def close(self):
        self.ncnn.close()
        self.ours.close()
        peer.remove(self.folder)

    def path(self, case):
        return os.path.join(FOLDER, case.name + ".param")

    def tool(self, case, pins, *more):
        out = os.path.join(self.folder, "out.param")
        for name in ("out.param", "out.bin"):
            if os.path.exists(os.path.join(self.folder, name)):
                os.remove(os.path.join(self.folder, name))
        words = ["optimize", self.path(case), "-o", out] + list(more)
        for name, shape in case.inputs if pins else ():
            words += ["--input", "%s=%s" % (name, tool.sizes(shape))]
        code, text = tool.run(self.args.sinter, *words)
        if tool.crashed(code):
            raise Crashed(tool.why(code, text))
        return code, text, out

    def optimize(self, case, pins, *more):
        code, text, out = self.tool(case, pins, *more)
        if code != 0:
            raise Wrong("refused, " + tool.why(code, text))
        return out

    def run_ncnn(self, param, inputs, outputs):
        theirs = self.ncnn.run(param, tool.beside(param), inputs, outputs)
        if theirs["status"] != "ok":
            raise Wrong("ncnn on the optimized file: " + theirs["status"])
        return theirs["outputs"]

    # ---- what must hold --------------------------------------------------------------------------
    def expected(self, case, pins):
        got = self.run_ncnn(self.optimize(case, pins), contents(case.inputs), case.outputs)
        for name, (shape, values) in case.expected.items():
            if got[name] is None or got[name].shape != shape:
                raise Wrong(
                    "%s has shape %s, expected %s"
                    % (name, None if got[name] is None else got[name].shape, shape)
                )
            d, why = distance(values, got[name].ravel()[: len(values)].astype(np.float64))
            if not d <= BOUND:
                raise Wrong("%s is off by %s %s" % (name, peer.size(d), why))

    def as_ncnn_on_the_original(self, case, pins, shapes=None):
        inputs = contents(shapes or case.inputs)
        before = self.run_ncnn(self.path(case), inputs, case.outputs)
        after = self.run_ncnn(self.optimize(case, pins), inputs, case.outputs)
        self.same(before, after)

    def as_reference(self, case, pins, in_ncnn=False):
        """The interpreter on the original decides; the optimized file runs in ncnn, or where ncnn
        cannot, there too."""
        inputs = contents(case.inputs)
        before = self.ours.run(self.path(case), tool.beside(self.path(case)), inputs)
        out = self.optimize(case, pins)
        if in_ncnn:
            after = {"status": "ok", "outputs": self.run_ncnn(out, inputs, case.outputs)}
        else:
            after = self.ours.run(out, tool.beside(out), inputs)
        if before["status"] != "ok" or after["status"] != "ok":
            raise Wrong("before: %s, after: %s" % (before["status"], after["status"]))
        self.same(before["outputs"], after["outputs"])

    @staticmethod
    def same(before, after):
        if set(before) != set(after):
            raise Wrong("outputs %s became %s" % (sorted(before), sorted(after)))
        for name, a in before.items():
            d, why = distance(a, after[name])
            if not d <= BOUND:
                raise Wrong("%s is off by %s %s" % (name, peer.size(d), why))

    def refused(self, case, pins, word):
        code, text, _ = self.tool(case, pins)
        if code == 0:
            raise Wrong("was not refused")
        if word not in text:
            raise Wrong("refused without naming '%s': %s" % (word, text))

    def kept(self, case, pins):
        before, after = tool.layers(self.path(case)), tool.layers(self.optimize(case, pins))
        if [l[0] for l in before] != [l[0] for l in after] or before[-1][3] != after[-1][3]:
            raise Wrong("the custom layer or its output is gone")


def invalid(t, case, pins):
    """Refused, or the convolution is still one."""
    code, _, out = t.tool(case, pins)
    if code == 0 and "Convolution" not in [l[0] for l in tool.layers(out)]:
        raise Wrong("the convolution is gone")


def custom(t, case, pins):
    t.refused(case, pins, "MyOp")
    out = t.optimize(case, pins, "--weights-of", "MyOp=R2")
    if "MyOp" not in [l[0] for l in tool.layers(out)]:
        raise Wrong("the custom layer is gone")


RULES = {
    # What is added was never written: only the same memory gives the same numbers.
    "h16_memorydata000": lambda t, c, p: t.as_ncnn_on_the_original(c, p),
    "h09c_reshape_multi": lambda t, c, p: t.as_reference(c, p),
    "h12b_noop_multi_noshape": lambda t, c, p: t.as_ncnn_on_the_original(
        c, False, [("in0", (2,)), ("in1", (2,))]
    ),
    "h20b_gap_conv3x3": invalid,
    "h26_custom": custom,
    "h27_multi": lambda t, c, p: t.as_ncnn_on_the_original(c, p),
    "h27_multi_light": lambda t, c, p: t.as_ncnn_on_the_original(c, p),
    "h27b_multi_noinputshape": lambda t, c, p: t.as_ncnn_on_the_original(
        c, False, [("in0", (2, 2, 2))]
    ),
    "h51_string14b": lambda t, c, p: t.as_reference(c, p, in_ncnn=True),
    "h52_clip_noparams": lambda t, c, p: t.refused(c, p, "activation"),
    "h70_custom_hint_dup": lambda t, c, p: t.kept(c, p),
    "h71_old_hint_id40": lambda t, c, p: t.as_reference(c, p, in_ncnn=True),
}


def main():
    args = peer.arguments(__doc__.splitlines()[0])
    t = Test(args)
    counts = {"right": 0, "wrong": 0, "crashed": 0}
    cases = [c for c in read_cases() if args.k in c.name]
    for case in cases:
        verdict = "right"
        for pins in (True, False):
            try:
                if case.name in RULES:
                    RULES[case.name](t, case, pins)
                else:
                    t.expected(case, pins)
            except (Wrong, Crashed) as e:
                verdict = "crashed" if isinstance(e, Crashed) else "wrong"
                print(
                    "%s: %s %s: %s"
                    % (verdict.upper(), case.name, "with --input" if pins else "as it is", e)
                )
                break
        counts[verdict] += 1
    t.close()
    print(
        "%d cases: %d right, %d wrong, %d crashed"
        % (len(cases), counts["right"], counts["wrong"], counts["crashed"])
    )
    peer.finish(counts["right"], counts["wrong"] + counts["crashed"])


if __name__ == "__main__":
    main()
