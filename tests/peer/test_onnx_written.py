# SPDX-License-Identifier: Apache-2.0
"""What `sinter convert --opset N` writes of the official backend tests of ONNX: an operator that
the version lacks is said with others, and ONNX Runtime computes the file on the inputs stored
beside the test. It has to give the outputs stored there, to the tolerances of onnx_suite.
Counted are files that sinter does not write, and what ONNX Runtime refuses of the original, or has
no kernel for.
"""

import collections
import os

import onnxruntime

import onnx_suite as suite
import peer
import sinter_tool as tool

VERSIONS = (13, 17, 23)
NO_KERNEL = ("NOT_IMPLEMENTED", "Could not find an implementation", "is not supported", "opset")


def stored(case):
    """Inputs by name and outputs of the first set of data; None: there is none that can be read."""
    try:
        return next(case.sets())[1:]
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
        why = suite.close(a, b)
        if why:
            return "output %d: %s" % (i, why)
    return ""


def main():
    args = peer.arguments(
        __doc__.splitlines()[0], data=dict(default=suite.DATA), opset=dict(default="")
    )
    versions = [int(v) for v in args.opset.split(",") if v] or VERSIONS
    folder = peer.folder()
    written = os.path.join(folder, "written.onnx")
    count, refused, wrong = collections.Counter(), collections.Counter(), []
    for number, (kind, name, path, folders) in enumerate(suite.cases(args.data, args.k)):
        if kind != "node" or name in suite.OTHERWISE:
            continue
        data = stored(suite.Case(kind, name, path, folders))
        if data is None:
            count["no data"] += 1
            continue
        feeds, expected = data
        theirs, why = run(path, feeds)
        if theirs is None or agree(expected, theirs):
            count["not of ONNX Runtime"] += 1
            continue
        for version in peer.turns(args, number, versions):
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
