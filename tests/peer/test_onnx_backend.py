# SPDX-License-Identifier: Apache-2.0
"""The official backend tests of ONNX, as its wheel 1.22.0 has them on disk: each model is read and
run in the interpreter on the inputs stored beside it, and has to give the outputs stored there, to
100 units in the last place as others count, or to the tolerances of onnx's own runner (rtol 1e-3,
atol 1e-7). What sinter refuses says why; a wrong result is a failure, and so is a crash. Those of
recurrent operators are compiled, too, and have to give the same.
"""

import collections
import glob
import os
import re

import numpy as np
import onnx
from onnx import numpy_helper

import peer
import sinter_arrays
from ncnn_peer import Ours


DATA = os.path.join(peer.ROOT, ".venv", "onnx-1.22.0", "onnx", "backend", "test", "data")
COMPILED = re.compile("test_(gru|lstm|rnn|simple_rnn)_")
# Where the stored results are not what the specification says.
OTHERWISE = {
    "test_resize_downsample_scales_cubic_align_corners": "the resized length is an integer",
    "test_resize_downsample_scales_linear_align_corners": "the resized length is an integer",
    "test_dft_inverse": "what is 0 is the rounding error of a sum in f32 there, 2e-7",
    "test_dft_inverse_opset19": "what is 0 is the rounding error of a sum in f32 there, 2e-7",
    "test_maxunpool_export_with_output_shape": "indices count through the shape that is given",
}


def tensor(path):
    with open(path, "rb") as f:
        data = f.read()
    t = onnx.TensorProto()
    t.ParseFromString(data)
    a = numpy_helper.to_array(t)
    if a.dtype == object or t.data_type == onnx.TensorProto.STRING:
        raise ValueError("texts")
    return t.name, a


def close(a, b):
    if a.dtype != b.dtype:
        return "type %s, %s expected" % (b.dtype, a.dtype)
    if a.shape != b.shape:
        return "shape %s, %s expected" % (list(b.shape), list(a.shape))
    if a.dtype.kind in "iub":
        return "" if np.array_equal(a, b) else "other integers"
    x, y = a.astype(np.float64), b.astype(np.float64)
    relative = 1e-2 if a.dtype.itemsize == 2 else 1e-3
    with np.errstate(all="ignore"):
        off = np.abs(x - y)
        ok = (x == y) | (np.isnan(x) & np.isnan(y)) | (off <= 1e-7 + relative * np.abs(x))
    return "" if ok.all() else "%d of %d differ, by %g" % ((~ok).sum(), ok.size, np.nanmax(off))


def compiled(args, path, feeds, names, expected, folder):
    """What is wrong with what compiled code gives."""
    got, why = sinter_arrays.run(args.sinter, path, feeds, names, folder)
    for a, b in zip(expected, got or []):
        why = why or ("missing" if b is None else close(a, b))
    return why


def main():
    args = peer.arguments(
        __doc__.splitlines()[0],
        data=dict(default=DATA),
        optimize=dict(type=int, default=0),
        list=dict(type=int, default=0),
    )
    folder = peer.folder()
    ours = Ours(args.ref_run, folder)
    count, why_not, wrong = collections.Counter(), collections.Counter(), []
    tests = sorted(glob.glob(os.path.join(args.data, "*", "*", "model.onnx")))
    for path in tests:
        where = os.path.dirname(path)
        kind, name = where.split(os.sep)[-2:]
        if args.k not in name:
            continue
        model = onnx.load(path, load_external_data=False)
        known = {t.name for t in model.graph.initializer}
        names = [v.name for v in model.graph.input if v.name not in known or model.ir_version < 4]
        sets = sorted(glob.glob(os.path.join(where, "test_data_set_*")))
        state = "passed" if sets else "no data"
        for data in sets:
            try:
                n_in = len(glob.glob(os.path.join(data, "input_*.pb")))
                feeds = {}
                for i in range(n_in):
                    feeds[names[i]] = tensor(os.path.join(data, "input_%d.pb" % i))[1]
                n_out = len(glob.glob(os.path.join(data, "output_*.pb")))
                expected = [tensor(os.path.join(data, "output_%d.pb" % i))[1] for i in range(n_out)]
            except Exception as e:
                state, why = "refused", "data: %s" % str(e)[:60]
                why_not[why] += 1
                break
            got = ours.run(path, "-", feeds, optimize=bool(args.optimize), seconds=30)
            if got["status"] != "ok":
                crash = got["status"].startswith(("crashed", "hung"))
                state = "crashed" if crash else "refused"
                line = got["status"].replace(path, "")
                why_not[line.split("'")[0][:40] + line.split("'")[-1][:80]] += 1
                if crash:
                    wrong.append((name, got["status"]))
                elif args.k or args.list:
                    print(name, line)
                break
            outputs = list(got["outputs"].values())
            for o, (a, v) in enumerate(zip(expected, model.graph.output)):
                b = got["outputs"].get(v.name)
                why = "missing" if b is None else close(a, b)
                if why and name in OTHERWISE:
                    state = "otherwise"
                    break
                if why:
                    state = "wrong"
                    wrong.append((name, "output %d: %s" % (o, why)))
                    break
            if state == "passed" and COMPILED.match(name):
                results = [v.name for v in model.graph.output][:n_out]
                why = compiled(args, path, feeds, results, expected, folder)
                if why:
                    state = "wrong"
                    wrong.append((name, "compiled: %s" % why))
            if state != "passed":
                break
        count[kind, state] += 1
        count["all", state] += 1
    ours.close()
    peer.remove(folder)
    for name, why in wrong:
        print("WRONG", name, why)
    for why, n in why_not.most_common(70 if not args.k else 5):
        print("%5d  %s" % (n, why))
    for key in sorted(count):
        print(*key, count[key])
    bad = count["all", "wrong"] + count["all", "crashed"]
    left_out = count["all", "refused"] + count["all", "otherwise"]
    peer.finish(count["all", "passed"], bad, left_out)


if __name__ == "__main__":
    main()
