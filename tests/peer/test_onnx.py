# SPDX-License-Identifier: Apache-2.0
"""What `sinter show --json` tells is enough to build the network again: bench/peers/to_onnx.py
does, and ONNX Runtime computes what the reference interpreter computes.

First random layers of every type that has a translation, then whole networks from the zoo. A layer
that the translation refuses is skipped, with the reason counted.
"""

import collections
import json
import os
import sys
import zlib

import numpy as np
import onnxruntime

import layers_elementwise  # noqa: F401
import layers_moving  # noqa: F401
import layers_normal  # noqa: F401
import layers_sequence  # noqa: F401
import layers_window  # noqa: F401
import peer
import sinter_tool as tool
from model import LAYERS, Model
from ncnn_peer import Ours, distance

sys.path.insert(0, os.path.join(peer.ROOT, "bench", "peers"))
import to_onnx  # noqa: E402

BOUND = 1e-4
CASES = 10  # of each generator
ZOO = {
    "squeezenet": (3, 67, 67),
    "shufflenet_v2": (3, 64, 64),
    "vit": (3, 224, 224),
    "repvgg": (3, 64, 64),
    "resnet18": (3, 64, 64),
}


class Wrong(Exception):
    pass


class Test:
    def __init__(self, args):
        self.args, self.folder = args, peer.folder()
        self.ours = Ours(args.ref_run, self.folder)
        self.refused = collections.Counter()
        onnxruntime.set_default_logger_severity(4)

    def close(self):
        self.ours.close()
        peer.remove(self.folder)

    def shown(self, stem, inputs):
        pins = [
            w for n, a in inputs.items() for w in ("--input", "%s=%s" % (n, tool.sizes(a.shape)))
        ]
        code, text = tool.run(self.args.sinter, "show", stem + ".param", "--json", "-q", *pins)
        if code != 0:
            raise to_onnx.Refused("sinter refuses it")
        net = json.loads(text[text.index("{") :])  # warnings come first
        if any("is kept as it is" in w for w in net.get("warnings", [])):
            raise to_onnx.Refused("a result that depends on the settings of ncnn")
        return net

    def network(self, stem, inputs):
        """The largest distance of what ONNX Runtime computes to what the interpreter does."""
        with open(stem + ".bin", "rb") as f:
            model = to_onnx.translate(self.shown(stem, inputs), f.read())
        ours = self.ours.run(stem + ".param", stem + ".bin", inputs, pin=True)
        if ours["status"] != "ok":
            raise to_onnx.Refused("the interpreter refuses it")
        if not all(np.isfinite(a.astype(np.float64)).all() for a in ours["outputs"].values()):
            raise to_onnx.Refused("what comes out is not finite")
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), providers=["CPUExecutionProvider"]
        )
        fed = {i.name: inputs[i.name][None] for i in session.get_inputs()}
        theirs = session.run(None, fed)
        worst = 0.0
        for name, got in zip((o.name for o in session.get_outputs()), theirs):
            d, why = distance(ours["outputs"][name.removesuffix("~")], got[0])
            if not d <= BOUND:
                raise Wrong("%s is off by %s %s" % (name, peer.size(d), why))
            worst = max(worst, d)
        return worst

    def layers(self, kind):
        """(cases that agree, cases refused)"""
        done = skipped = 0
        for number, generator in enumerate(LAYERS[kind]):
            for case in range(CASES):
                seed = zlib.crc32(("%s %d %d" % (kind, number, case)).encode()) + self.args.seed
                m = Model(seed)
                generator(m)
                stem = os.path.join(self.folder, "case")
                m.save(stem)
                try:
                    self.network(stem, m.inputs)
                    done += 1
                except to_onnx.Refused as e:
                    self.refused[str(e).split(":")[0]] += 1
                    skipped += 1
                except Exception as e:
                    raise Wrong("seed %d: %s" % (seed, e)) from e
        return done, skipped

    def zoo(self, name):
        stem = os.path.join(self.folder, name)
        code, text = tool.run(self.args.sinter, "zoo", name, "-o", stem + ".param", "-q")
        if code != 0:
            raise Wrong(tool.why(code, text))
        rng = np.random.default_rng(self.args.seed)
        return self.network(stem, {"data": rng.uniform(-1, 1, ZOO[name]).astype(np.float32)})


def main():
    args = peer.arguments(__doc__.splitlines()[0])
    t, rows, failed = Test(args), [], 0
    for kind in LAYERS:
        if args.k not in kind:
            continue
        try:
            rows.append([kind, *t.layers(kind), ""])
        except Wrong as e:
            failed += 1
            print("FAILED: %s: %s" % (kind, e))
    for name in ZOO:
        if args.k not in name:
            continue
        try:
            rows.append(["zoo " + name, 1, 0, peer.size(t.zoo(name))])
        except (Wrong, to_onnx.Refused) as e:
            failed += 1
            print("FAILED: zoo %s: %s" % (name, e))
    t.close()
    peer.table([row for row in rows if row[1]], ["layer", "agree", "refused", "distance"])
    print("no case: " + " ".join(sorted(row[0] for row in rows if not row[1])))
    for why, count in t.refused.most_common(12):
        print("%4d refused: %s" % (count, why))
    peer.finish(sum(1 for row in rows if row[1]), failed)


if __name__ == "__main__":
    main()
