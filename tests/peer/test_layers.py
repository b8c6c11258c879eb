# SPDX-License-Identifier: Apache-2.0
"""Every layer type that the reference interpreter evaluates, against real ncnn.

Params are random, shapes of every rank. A case that ncnn refuses may be refused by sinter too, and
is skipped. A case on which ncnn crashes is skipped. A case on which ncnn disagrees with itself,
when fresh memory holds other bytes, is undefined and skipped.

The evaluation follows ncnn a4d2ea1. Left out is what the pinned wheel does otherwise: LRN across
channels with an even local_size, the layout of key and value caches of MultiHeadAttention and SDPA,
GroupNorm whose groups do not divide the channels, and the Einsum forms ij->ji and k->ij.
"""

import os
import zlib

import numpy as np

import layers_detection  # noqa: F401
import layers_elementwise  # noqa: F401
import layers_int8  # noqa: F401
import layers_moving  # noqa: F401
import layers_normal  # noqa: F401
import layers_sequence  # noqa: F401
import layers_window  # noqa: F401
import peer
from model import BOUNDS, LAYERS, Model
from ncnn_peer import Ncnn, Ours, distance

BOUND = 1e-4
SKIPS = ("refused", "crashed", "undefined")


class Runner:
    def __init__(self, args):
        self.args, self.folder = args, peer.folder()
        self.ncnn, self.other, self.ours = (
            Ncnn(),
            Ncnn(perturb=170),
            Ours(args.ref_run, self.folder),
        )

    def close(self):
        for worker in (self.ncnn, self.other, self.ours):
            worker.close()
        peer.remove(self.folder)

    def defined(self, stem, m):
        """Whether ncnn says the same again with other bytes in fresh memory. Asked only where it
        matters."""
        a = self.ncnn.run(stem + ".param", stem + ".bin", m.inputs, m.outputs)
        b = self.other.run(stem + ".param", stem + ".bin", m.inputs, m.outputs)
        if a["status"] != "ok" or b["status"] != "ok":
            return False
        return all(distance(a["outputs"][n], b["outputs"][n])[0] <= 1e-6 for n in m.outputs)

    def case(self, m, pin, bound):
        """('ok' or 'FAILED' or a kind of skip, distance, why)"""
        stem = os.path.join(self.folder, "case")
        m.save(stem)
        theirs = self.ncnn.run(stem + ".param", stem + ".bin", m.inputs, m.outputs)
        ours = self.ours.run(stem + ".param", stem + ".bin", m.inputs, m.outputs, pin)
        if not pin and ours["status"].startswith("E_SHAPE"):
            # What weights tell of sizes holds for every run; where they do not fit, a layer is
            # carried at the sizes that are given.
            ours = self.ours.run(stem + ".param", stem + ".bin", m.inputs, m.outputs, True)
        if ours["status"].startswith(("crashed", "hung", "E_INTERNAL", "E_MEMORY")):
            return "FAILED", float("inf"), "sinter: " + ours["status"]
        if theirs["status"].startswith(("crashed", "hung")):
            return "crashed", 0, theirs["status"]
        if theirs["status"] != "ok" or any(theirs["outputs"].get(n) is None for n in m.outputs):
            return (
                "refused",
                0,
                theirs["status"] + ("; sinter runs it" if ours["status"] == "ok" else ""),
            )
        worst, why = 0.0, ""
        if ours["status"] != "ok":
            worst, why = float("inf"), "ncnn runs it, sinter: " + ours["status"]
        for name in m.outputs if not why else ():
            a, b = theirs["outputs"][name], ours["outputs"].get(name)
            if b is not None and a.dtype != b.dtype and a.dtype.itemsize == b.dtype.itemsize:
                a = a.view(b.dtype)
            d, text = distance(a, b)
            if d > worst:
                worst, why = d, text
        if worst <= bound:
            return "ok", worst, ""
        if not self.defined(stem, m):
            return "undefined", 0, why
        return "FAILED", worst, why


def generate(kind, number, seed):
    """The model of one case; some draws make none."""
    makers = LAYERS[kind]
    for again in range(20):
        m = Model([seed, zlib.crc32(kind.encode()), number, again])
        makers[number % len(makers)](m)
        if m.outputs:
            return m
    raise RuntimeError("no case of %s could be made" % kind)


def main():
    args = peer.arguments(
        __doc__.splitlines()[0],
        cases=dict(type=int, default=120, help="cases of each layer type"),
        show=dict(type=int, default=3, help="failures shown in full of each layer type"),
        skips=dict(action="store_true", help="show skipped cases too"),
    )
    runner, rows, totals, notes = Runner(args), [], {"ok": 0, "FAILED": 0}, []
    totals.update({s: 0 for s in SKIPS})
    for kind in sorted(k for k in LAYERS if args.k in k):
        counts, worst, shown = dict.fromkeys(totals, 0), 0.0, 0
        for number in range(args.cases):
            m = generate(kind, number, args.seed)
            what, d, why = runner.case(m, number % 2 == 1, BOUNDS.get(kind, BOUND))
            counts[what] += 1
            worst = max(worst, d if np.isfinite(d) or what == "FAILED" else 0)
            if (
                (what == "FAILED" and shown < args.show)
                or (args.skips and what in SKIPS)
                or what == "undefined"
            ):
                shown += 1
                shapes = " ".join("%s%s" % (n, list(a.shape)) for n, a in m.inputs.items())
                print(
                    "%s: %s case %d: %s %s\n  inputs: %s\n%s"
                    % (what, kind, number, why, peer.size(d), shapes, m.param_text())
                )
        if counts["ok"] == 0 and not counts["FAILED"]:
            notes.append("%s: no case ran" % kind)
        rows.append(
            [kind, counts["ok"] + counts["FAILED"], counts["FAILED"] or "", peer.size(worst)]
            + [counts[s] or "" for s in SKIPS]
        )
        for s in totals:
            totals[s] += counts[s]
    runner.close()
    peer.table(
        rows,
        [
            "layer type",
            "run",
            "failed",
            "largest distance",
            "ncnn refused",
            "ncnn crashed",
            "undefined",
        ],
    )
    for note in notes:
        print("FAILED: " + note)
    print("%d layer types" % len(rows))
    peer.finish(totals["ok"], totals["FAILED"] + len(notes), sum(totals[s] for s in SKIPS))


if __name__ == "__main__":
    main()
