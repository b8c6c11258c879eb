# SPDX-License-Identifier: Apache-2.0
"""Operators against onnx.reference, or plain numpy where that has gaps: each with a namesake in
ONNX, and floor_divide, with random attributes, ranks 0 to 8, each type that ONNX allows there,
empty tensors, NaN and infinities. Both get the same inputs; results have to have equal types and
shapes, integers and what is only moved or computed exactly equal bits, numbers the distance that
rounding explains. What is expected of halves is what is computed of the same numbers in double,
rounded once. Where onnx.reference fails or says something else, ONNX Runtime has to agree with
sinter; a case that neither of them computes is left out.

Each case runs twice: with sizes as numbers, and with some as symbols and some lists of integers as
constants. Every type and shape that inference claims has to be what the run finds, symbols standing
for the sizes that are fed.
"""

import os

import numpy as np

import operators_elementwise  # noqa: F401 (they register what they have)
import operators_indices  # noqa: F401
import operators_moves  # noqa: F401
import operators_products  # noqa: F401
import operators_sums  # noqa: F401
import peer
from ncnn_peer import Ours
from operator_cases import NAMES, OPERATORS, Draw, Skip, is_float

CASES = 250
BOUND = {"f64": 1e-12, "f32": 1e-5, "f16": 1e-3, "bf16": 8e-3}
# onnx.reference has constants of f32
SINGLE = {
    "erf",
    "gelu",
    "attention",
    "resize",
    "mean_variance_normalization",
    "deform_conv",
    "lrn",
    "group_normalization",
    "one_hot",
}
# Nothing is computed, or exactly.
EXACT = {
    "bit_cast",
    "mod",
    "floor_divide",
    "identity",
    "where",
    "transpose",
    "concat",
    "split",
    "squeeze",
    "unsqueeze",
    "reshape",
    "tile",
    "slice",
    "pad",
    "expand",
    "depth_to_space",
    "space_to_depth",
    "gather",
    "gather_elements",
    "gather_nd",
    "top_k",
    "max_unpool",
    "compress",
    "trilu",
    "reverse_sequence",
    "constant_of_shape",
    "dynamic_reshape",
    "dynamic_expand",
    "dynamic_slice",
    "dynamic_tile",
    "dynamic_pad",
    "dynamic_split",
    "dynamic_squeeze",
    "dynamic_unsqueeze",
    "neg",
    "abs",
}


def differs(a, b, single=False, bits=False):
    """What is wrong with b, which ought to be a, with the precision of f32 where it is
    `single`, and zeros of the same sign where `bits` count; '' when nothing is."""
    a = np.asarray(a)
    if a.dtype != b.dtype:
        return "is of type %s, %s expected" % (b.dtype, a.dtype)
    if a.shape != b.shape:
        return "has shape %s, %s expected" % (list(b.shape), list(a.shape))
    if not is_float(a.dtype):
        wrong = np.flatnonzero(a.ravel() != b.ravel())
        return (
            ""
            if not wrong.size
            else "element %d is %s, %s expected"
            % (wrong[0], b.ravel()[wrong[0]], a.ravel()[wrong[0]])
        )
    bound = 0 if bits else max(BOUND[NAMES[a.dtype]], BOUND["f32"] if single else 0)
    x, y = a.astype(np.float64).ravel(), b.astype(np.float64).ravel()
    finite = np.isfinite(x)
    scale = max(1.0, float(np.abs(x[finite]).max())) if finite.any() else 1.0
    with np.errstate(all="ignore"):
        ok = (x == y) | (np.isnan(x) & np.isnan(y)) | (np.abs(x - y) <= bound * scale)
        if bits:
            ok &= np.isnan(x) | (np.signbit(x) == np.signbit(y))
    wrong = np.flatnonzero(~ok)
    return (
        ""
        if not wrong.size
        else "element %d is %s, %s expected" % (wrong[0], y[wrong[0]], x[wrong[0]])
    )


def first_difference(expected, outputs, single=False, bits=False):
    for i, a in enumerate(expected):
        why = differs(a, outputs["y%d" % i], single, bits)
        if why:
            return "y%d %s" % (i, why)
    return ""


def judge_agrees(case, outputs):
    """Whether ONNX Runtime computes what we do: on these types, else on f32."""
    judged = case.runtime([outputs["y%d" % i] for i in range(case.n_out)])
    if judged is None:
        results = [outputs["y%d" % i] for i in range(case.n_out)]
        single = [a.astype(np.float32) if is_float(a.dtype) else a for a in results]
        judged = case.in_single().runtime(single)
        if judged is not None:
            judged = [
                np.asarray(a).astype(b.dtype) if is_float(b.dtype) else a
                for a, b in zip(judged, results)
            ]
    return judged is not None and not first_difference(judged, outputs, True)


class Tester:
    def __init__(self, ref_run):
        self.folder = peer.folder()
        self.path = os.path.join(self.folder, "case.snt")
        self.ours = Ours(ref_run, self.folder)

    def run(self, text, feeds):
        with open(self.path, "w") as f:
            f.write(text)
        return self.ours.run(self.path, "-", feeds, check=True)

    def check(self, case, draw):
        """(what is wrong, in which text, why it is left out, whether a size stayed open)"""
        text, feeds = case.text()
        expected = gap = None
        try:
            expected = case.reference()
        except Exception as e:  # its evaluation has gaps
            gap = "onnx.reference: %s" % str(e).splitlines()[0][:60]
        got = self.run(text, feeds)
        if got["status"] != "ok":
            return got["status"], text, "", False
        if expected is None:
            if not judge_agrees(case, got["outputs"]):
                return "", text, gap, False
            why = ""
        else:
            why = first_difference(
                expected, got["outputs"], case.ours in SINGLE, case.ours in EXACT
            )
            if (why or case.judge) and judge_agrees(case, got["outputs"]):
                why = ""
        if why:
            return why, text, "", False
        text, feeds = case.text(draw)
        open_before, again = got["open"], self.run(text, feeds)
        if again["status"] != "ok":
            return again["status"], text, "", False
        results = [got["outputs"]["y%d" % i] for i in range(case.n_out)]
        why = first_difference(results, again["outputs"], False, True)
        return why, text, "", again["open"] > 0 or open_before > 0

    def close(self):
        self.ours.close()
        peer.remove(self.folder)


def main():
    args = peer.arguments(
        __doc__.splitlines()[0], cases=dict(type=int, default=CASES), show=dict(type=int, default=2)
    )
    tester = Tester(args.ref_run)
    rows, passed, failed, skipped = [], 0, 0, 0
    for name, make in OPERATORS.items():
        if args.k not in name:
            continue
        n, bad, n_open, gaps = 0, 0, 0, {}
        for number in range(args.cases):
            draw = Draw([args.seed, number, sum(map(ord, name))])
            try:
                case = make(draw)
            except Skip:
                continue
            why, text, gap, is_open = tester.check(case, draw)
            if gap:
                gaps[gap] = gaps.get(gap, 0) + 1
                continue
            n += 1
            bad += bool(why)
            n_open += is_open
            if why and bad <= args.show:
                print("FAILED: %s %d: %s\n%s" % (name, number, why, text))
        rows.append(
            [name, n, bad, n_open, sum(gaps.values()), max(gaps, key=gaps.get) if gaps else ""]
        )
        passed, failed, skipped = passed + n - bad, failed + bad, skipped + sum(gaps.values())
    tester.close()
    peer.table(rows, ["operator", "cases", "differ", "sizes open", "left out", "mostly since"])
    print("%d operators, %d cases, %d differ" % (len(rows), passed + failed, failed))
    peer.finish(passed, failed, skipped)


if __name__ == "__main__":
    main()
