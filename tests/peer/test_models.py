# SPDX-License-Identifier: Apache-2.0
"""Real models and ncnn's benchmark networks, optimized, in real ncnn before and after.

Those of the benchmark have weights from a seed. For each: it is written back unchanged byte by
byte; `sinter optimize` with the sizes of its inputs verifies; real ncnn computes the same from the
original and the optimized files, output by output; and the reference interpreter computes what ncnn
does from the original. Where a network ends in detection layers, which return nothing on random
inputs, what goes into them is compared too. Real models are found through SINTER_MODELS.
"""

import filecmp
import os
import time

import numpy as np

import peer
import sinter_tool as tool
from corpus import INT8_TAG, detected, holds, inputs_before, models
from ncnn_peer import Ncnn, Ours, distance

BOUND = 1e-4
# Ours against ncnn, where weights are made up: badly conditioned networks, in which ncnn's own
# rounding shows.
BOUND_SEEDED = 1e-3
# Ours against ncnn in int8, root mean square: of a million sums some fall on the edge between two
# integers, and in a deep network one step of one element moves all that follow. Its single layers
# are compared tightly in test_layers.
BOUND_INT8_RMS = 0.15


class Wrong(Exception):
    pass


def rms(a, b):
    if a is None or b is None or a.shape != b.shape:
        return float("inf"), "shapes differ"
    x, y = a.astype(np.float64), b.astype(np.float64)
    return float(np.sqrt(((x - y) ** 2).mean() / max((x**2).mean(), 1e-10))), ""


class Test:
    def __init__(self, args):
        self.args, self.folder = args, peer.folder()
        self.ncnn, self.ours = Ncnn(threads=2), Ours(args.ref_run, self.folder)

    def close(self):
        self.ncnn.close()
        self.ours.close()
        peer.remove(self.folder)

    def tool(self, *words):
        code, text = tool.run(self.args.sinter, *words)
        if code != 0:
            raise Wrong("sinter %s: %s" % (words[0], tool.why(code, text)))
        return text

    def file(self, name):
        return os.path.join(self.folder, name)

    def unchanged(self, param, weights):
        """Written without a rewrite, the files are what they were."""
        copy = self.file("copy.param")
        self.tool("convert", param, "-o", copy, *weights)
        same = filecmp.cmp(param, copy, shallow=False)
        if same and not weights:
            same = filecmp.cmp(tool.beside(param), tool.beside(copy), shallow=False)
        if not same:
            raise Wrong("written back, it is not what it was")
        return copy

    def run_ncnn(self, param, inputs, outputs, what):
        result = self.ncnn.run(param, tool.beside(param), inputs, outputs, seconds=300)
        if result["status"] != "ok":
            raise Wrong("ncnn, %s: %s" % (what, result["status"]))
        return result["outputs"]

    @staticmethod
    def worst(before, after, bound, what, measure=distance):
        worst = 0.0
        for name, a in before.items():
            b = after.get(name)
            nothing = a is None and (b is None or b.size == 0)
            d, why = (0.0, "") if nothing else measure(a, b)
            if not d <= bound:
                raise Wrong("%s: %s is off by %s %s" % (what, name, peer.size(d), why))
            worst = max(worst, d)
        return worst

    def model(self, param, shapes, weights=()):
        """(layers before, layers after, distance of ncnn to itself, distance of ours to ncnn)"""
        original = self.unchanged(param, weights)
        optimized = self.file("optimized.param")
        pins = [
            w for name, s in shapes.items() for w in ("--input", "%s=%s" % (name, tool.sizes(s)))
        ]
        text = self.tool("optimize", original, "-o", optimized, *pins)
        n_before, n_after = tool.n_layers(original), tool.n_layers(optimized)
        # Made-up weights may saturate what a network ends in; then only ncnn's own comparison below
        # decides.
        said = ("network   same", "nothing was rewritten") + (
            ("which decides nothing",) if weights else ()
        )
        if not any(words in text for words in said):
            raise Wrong("not verified: " + text)
        rng = np.random.default_rng(self.args.seed)
        inputs = {name: rng.uniform(-1, 1, s).astype(np.float32) for name, s in shapes.items()}
        places, there = inputs_before(original), inputs_before(optimized)
        if set(places) != set(there):
            raise Wrong("detection layers or softmaxes changed")
        before = self.run_ncnn(original, inputs, None, "original")
        names = list(before)
        before.update({places[p]: a for p, a in self.blobs(original, inputs, places).items()})
        after = self.run_ncnn(optimized, inputs, names, "optimized")
        after.update({places[p]: a for p, a in self.blobs(optimized, inputs, there).items()})
        # With made-up weights scores crowd around the threshold: what goes into the detection is
        # compared.
        for name in detected(original) if weights else ():
            before.pop(name, None)
        to_itself = self.worst(before, after, BOUND, "optimized")
        ours = self.ours.run(
            original, tool.beside(original), inputs, list(places.values()), seconds=300
        )
        if ours["status"] != "ok":
            raise Wrong("the interpreter: " + ours["status"])
        for name in detected(original):
            before.pop(name, None)
        if holds(tool.beside(original), INT8_TAG):
            to_ours = self.worst(before, ours["outputs"], BOUND_INT8_RMS, "the interpreter", rms)
        else:
            to_ours = self.worst(
                before, ours["outputs"], BOUND_SEEDED if weights else BOUND, "the interpreter"
            )
        return n_before, n_after, to_itself, to_ours

    def blobs(self, param, inputs, places):
        got = self.run_ncnn(param, inputs, list(places.values()), "detection") if places else {}
        return {place: got[name] for place, name in places.items()}

    def custom(self, param):
        """A network with a layer that nobody has: read, written, optimized, and still there."""
        self.unchanged(param, ())
        optimized = self.file("optimized.param")
        self.tool("optimize", param, "-o", optimized)
        kinds = [l[0] for l in tool.layers(param)]
        if "YoloV5Focus" not in [l[0] for l in tool.layers(optimized)]:
            raise Wrong("the custom layer is gone")
        return len(kinds), tool.n_layers(optimized), 0.0, 0.0


def main():
    args = peer.arguments(__doc__.splitlines()[0])
    if not os.path.isdir(os.environ.get("SINTER_MODELS", "")):
        print("skipped: no models (SINTER_MODELS names no folder)")
        peer.finish(0, 0, 1)
    t, rows, failed = Test(args), [], 0
    for name, path, shapes, weights, count in models():
        if args.k not in name:
            continue
        start = time.monotonic()
        try:
            before, after, itself, ours = (
                t.custom(path) if shapes is None else t.model(path, shapes, weights)
            )
            rows.append(
                [
                    name,
                    before,
                    after,
                    count,
                    peer.size(itself),
                    peer.size(ours),
                    "%.1f" % (time.monotonic() - start),
                ]
            )
        except Wrong as e:
            failed += 1
            print("FAILED: %s: %s" % (name, e))
    t.close()
    peer.table(
        rows,
        ["model", "layers", "sinter", "ncnnoptimize", "ncnn to itself", "ours to ncnn", "seconds"],
    )
    peer.finish(len(rows), failed)


if __name__ == "__main__":
    main()
