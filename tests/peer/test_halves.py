# SPDX-License-Identifier: Apache-2.0
"""Networks stored in half precision, optimized, in real ncnn before and after.

Rewrites work in f32 and what they changed stays so, so ncnn's results move by no more than they do
for networks in f32: real models of SINTER_MODELS, networks of ncnn's benchmark and of the zoo with
made-up weights, with inputs in [-1, 1] and in [0, 255]. Optimizing the result again changes no
byte. `--before OTHER` shows beside it what another sinter makes of them.
"""

import filecmp
import json
import os

import numpy as np

import peer
import sinter_tool as tool
from corpus import BENCHMARK, FP16_TAG, detected, holds, inputs_before, inputs_of_file, models
from test_models import BOUND, BOUND_SEEDED, Test, Wrong

# Exit codes of sinter for a network that is no longer the same in half precision, or may not be:
# some with made-up weights.
MOVED = 8, 10
MADE_UP = ("yolo-fastestv2",)  # of the benchmark


class Halves(Test):
    def networks(self):
        """(name, .param, sizes, whether its weights are made up)"""
        folder = os.environ.get("SINTER_MODELS", "")
        for name, path, shapes, words, _ in models() if os.path.isdir(folder) else ():
            if shapes is not None and not words and holds(tool.beside(path), FP16_TAG):
                yield name, path, shapes, False
        for name in MADE_UP if os.path.isdir(folder) else ():
            path = os.path.join(folder, "ncnn-benchmark", name + ".param")
            half = self.file("half.param")
            code, text = tool.run(
                self.args.sinter, "convert", path, "--bin", "seed:1", "-o", half, "--fp16", "-q"
            )
            if code not in (0, *MOVED):
                raise Wrong("sinter convert: " + tool.why(code, text))
            shapes = inputs_of_file(path)
            if BENCHMARK[name]:
                shapes = {n: tuple(map(int, BENCHMARK[name].split(","))) for n in shapes}
            yield name + " (seed)", half, shapes, True
        for known in json.loads(self.tool("zoo", "--json"))["networks"]:
            half = self.file("half.param")
            self.tool("zoo", known["name"], "-o", half, "--fp16", "-q")
            yield "zoo " + known["name"], half, inputs_of_file(half), True

    def optimized(self, sinter, param, shapes, name):
        out = self.file(name)
        pins = [w for n, s in shapes.items() for w in ("--input", "%s=%s" % (n, tool.sizes(s)))]
        code, text = tool.run(sinter, "optimize", param, "-o", out, "-q", "--verify=off", *pins)
        if code != 0:
            raise Wrong("sinter optimize: " + tool.why(code, text))
        return out

    def results(self, param, inputs):
        """What comes out and what goes into softmaxes and detections; not what detections give."""
        found = self.run_ncnn(param, inputs, None, param)
        for name in detected(param):
            found.pop(name, None)
        for (layer, i), a in self.blobs(param, inputs, inputs_before(param)).items():
            found["input %d of %s" % (i, layer)] = a
        if not found:
            raise Wrong("there is nothing to compare")
        return found

    def moved(self, param, optimized, shapes, bounds):
        worst = []
        for (lo, hi), bound in zip(((-1, 1), (0, 255)), bounds):
            rng = np.random.default_rng(self.args.seed)
            inputs = {n: rng.uniform(lo, hi, s).astype(np.float32) for n, s in shapes.items()}
            before = self.results(param, inputs)
            after = self.results(optimized, inputs)
            worst.append(self.worst(before, after, bound, "inputs in [%d, %d]" % (lo, hi)))
        return worst

    def network(self, param, shapes, made_up):
        bounds = BOUND, (
            BOUND_SEEDED if made_up else BOUND
        )  # scores of thousands magnify any rounding
        sizes, cells = [os.path.getsize(tool.beside(param))], []
        if self.args.before:
            other = self.optimized(self.args.before, param, shapes, "before.param")
            cells += map(peer.size, self.moved(param, other, shapes, (np.inf, np.inf)))
            sizes.append(os.path.getsize(tool.beside(other)))
        ours = self.optimized(self.args.sinter, param, shapes, "now.param")
        cells += map(peer.size, self.moved(param, ours, shapes, bounds))
        sizes.append(os.path.getsize(tool.beside(ours)))
        again = self.optimized(self.args.sinter, ours, shapes, "again.param")
        for a, b in ((ours, again), (tool.beside(ours), tool.beside(again))):
            if not filecmp.cmp(a, b, shallow=False):
                raise Wrong("optimized again, it changed")
        return cells + sizes


def main():
    args = peer.arguments(__doc__.splitlines()[0], before=dict(metavar="SINTER"))
    t, rows, failed = Halves(args), [], 0
    for name, param, shapes, made_up in t.networks():
        if args.k not in name:
            continue
        try:
            rows.append([name] + t.network(param, shapes, made_up))
        except Wrong as e:
            failed += 1
            print("FAILED: %s: %s" % (name, e))
    t.close()
    both = [
        "%s, in [%s]" % (v, r)
        for v in (["before"] if args.before else []) + ["now"]
        for r in ("-1, 1", "0, 255")
    ]
    peer.table(rows, ["network"] + both + ["bytes"] + (["before"] if args.before else []) + ["now"])
    peer.finish(len(rows), failed)


if __name__ == "__main__":
    main()
