# SPDX-License-Identifier: Apache-2.0
"""What `sinter convert --opset N` writes of the official backend tests of ONNX: an operator that
the version lacks is said with others, and ONNX Runtime computes the file on the inputs stored
beside the test. It has to give the outputs stored there, to the tolerances of test_onnx_backend.
Counted are files that sinter does not write, and what ONNX Runtime refuses of the original, or has
no kernel for.
"""

import collections
import glob
import os

import onnx
import onnxruntime

import peer
import sinter_tool as tool
from test_onnx_backend import DATA, OTHERWISE, close, tensor

VERSIONS = (13, 17, 23)
NO_KERNEL = ("NOT_IMPLEMENTED", "Could not find an implementation", "is not supported", "opset")


def stored(where, names):
    """Inputs and outputs of the first set of data; None: there is none that can be read."""
    data = os.path.join(where, "test_data_set_0")
    paths = [sorted(glob.glob(os.path.join(data, k + "_*.pb"))) for k in ("input", "output")]
    try:
        inputs = {
            names[i]: tensor(os.path.join(data, "input_%d.pb" % i))[1]
            for i in range(len(paths[0]))
        }
        return inputs, [
            tensor(os.path.join(data, "output_%d.pb" % i))[1] for i in range(len(paths[1]))
        ]
    except Exception:
        return None


def run(path, feeds):
    """(outputs, why not)"""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    try:
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        wanted = {i.name for i in session.get_inputs()}
        return session.run(None, {k: v for k, v in feeds.items() if k in wanted}), ""
    except Exception as e:
        return None, str(e)


def agree(expected, got):
    for i, (a, b) in enumerate(zip(expected, got)):
        why = close(a, b)
        if why:
            return "output %d: %s" % (i, why)
    return ""


def main():
    args = peer.arguments(__doc__.splitlines()[0], data=dict(default=DATA), opset=dict(default=""))
    versions = [int(v) for v in args.opset.split(",") if v] or VERSIONS
    folder = peer.folder()
    written = os.path.join(folder, "written.onnx")
    count, refused, wrong = collections.Counter(), collections.Counter(), []
    for path in sorted(glob.glob(os.path.join(args.data, "node", "*", "model.onnx"))):
        where = os.path.dirname(path)
        name = os.path.basename(where)
        if args.k not in name or name in OTHERWISE:
            continue
        model = onnx.load(path)
        data = stored(where, [v.name for v in model.graph.input])
        if data is None:
            count["no data"] += 1
            continue
        feeds, expected = data
        theirs, why = run(path, feeds)
        if theirs is None or agree(expected, theirs):
            count["not of ONNX Runtime"] += 1
            continue
        for version in versions:
            code, text = tool.run(
                args.sinter, "convert", path, "-o", written, "--opset", str(version), "-q"
            )
            if tool.crashed(code):
                wrong.append((name, version, tool.why(code, text)))
                continue
            if code != 0:
                count["refused"] += 1
                refused[text.splitlines()[-1].split(": ")[-1][:90]] += 1
                if args.k:
                    print(name, version, text)
                continue
            got, why = run(written, feeds)
            if got is None and any(t in why for t in NO_KERNEL):
                count["no kernel"] += 1
                if args.k:
                    print(name, version, why[:300])
                continue
            why = why if got is None else agree(expected, got)
            count["failed" if why else "passed"] += 1
            if why:
                wrong.append((name, version, why[:200]))
    peer.remove(folder)
    for row in wrong:
        print("WRONG", *row)
    for why, n in refused.most_common(40):
        print("%5d  %s" % (n, why))
    for key in sorted(count):
        print(key, count[key])
    peer.finish(count["passed"], len(wrong), count["refused"] + count["no kernel"])


if __name__ == "__main__":
    main()
