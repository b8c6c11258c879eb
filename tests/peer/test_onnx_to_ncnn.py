#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `convert` makes of ONNX models for ncnn gives in ncnn what ONNX Runtime gives of the models:
small ones of the operators that are said by others, and some of SINTER_MODELS.

bench/onnx_to_ncnn.py does the same with all of SINTER_MODELS.
"""

import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import onnx_models
import peer
from ncnn_peer import Ncnn

BOUND = 1e-4
MODELS = (
    "dtln-pytorch/model_p2.onnx",
    "facemesh/face_landmark_opt.onnx",
    "fastestdet/FastestDet.onnx",
    "fsanet/fsanet-1x1-iter-688590.onnx",
    "fsmn-vad/fsmnvad-online.onnx",
    "portrait-seg/SINet.onnx",
    "silero-vad-v3/model_micro.onnx",
)


def numbers(*values, t=np.float32):
    return np.array(values, t)


def tensor(*shape):
    return np.random.default_rng(len(shape)).uniform(-1, 1, shape).astype(np.float32)


# name: (operator, attributes, shape of x, other inputs)
CASES = {
    "square": ("Pow", {}, [1, 4, 5, 7], [np.float32(2)]),
    "cube": ("Pow", {}, [1, 30], [np.float32(3)]),
    "pick": ("Gather", {"axis": 1}, [1, 4, 5, 7], [np.int64(2)]),
    "picks": ("Gather", {"axis": 2}, [1, 4, 5, 7], [numbers(1, 2, -1, 0, t=np.int64)]),
    "copies": ("Expand", {}, [1, 4, 1, 7], [numbers(1, 4, 5, 7, t=np.int64)]),
    "slopes": ("PRelu", {}, [1, 5, 7, 4], [tensor(1, 1, 4)]),
    "rows": ("PRelu", {}, [1, 5, 7, 4], [tensor(7, 1)]),
    "parts of pixels": (
        "Resize",
        {"mode": "linear", "coordinate_transformation_mode": "asymmetric"},
        [1, 3, 6, 5],
        [None, numbers(1, 1, 2, 4)],
    ),
    "one pixel": (
        "Resize",
        {"mode": "linear", "coordinate_transformation_mode": "asymmetric"},
        [1, 3, 1, 1],
        [None, numbers(1, 1, 33, 33)],
    ),
    "mean of pictures": ("ReduceMean", {"axes": [-1, -2]}, [1, 4, 5, 7], []),
    "weights turned": ("ConvTranspose", {"strides": [2, 2]}, [1, 4, 5, 7], ["turned"]),
}

# What exporters write in pieces and ncnn has one layer for: nodes, constants, shape of x.
PIECES = {
    "groups": (
        [
            helper.make_node("Reshape", ["x", "grouped"], ["r"]),
            helper.make_node("InstanceNormalization", ["r", "one", "zero"], ["i"]),
            helper.make_node("Shape", ["x"], ["shape"]),
            helper.make_node("Reshape", ["i", "shape"], ["b"]),
            helper.make_node("Mul", ["b", "gamma"], ["m"]),
            helper.make_node("Add", ["m", "beta"], ["y"]),
        ],
        {
            "grouped": numbers(0, 4, -1, t=np.int64),
            "one": np.ones(4, np.float32),
            "zero": np.zeros(4, np.float32),
            "gamma": tensor(8, 1, 1),
            "beta": tensor(8, 1, 1),
        },
        [1, 8, 6, 5],
    ),
    "pixels to channels": (
        [
            helper.make_node("Reshape", ["x", "cut"], ["r"]),
            helper.make_node("Transpose", ["r"], ["t"], perm=[0, 1, 3, 5, 2, 4]),
            helper.make_node("Reshape", ["t", "joined"], ["y"]),
        ],
        {
            "cut": numbers(1, 3, 4, 2, 5, 2, t=np.int64),
            "joined": numbers(1, 12, 4, 5, t=np.int64),
        },
        [1, 3, 8, 10],
    ),
}


def saved(nodes, constants, shape, folder):
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path = os.path.join(folder, "small.onnx")
    onnx.save(onnx.shape_inference.infer_shapes(model), path)
    return path


def written_pieces(name, folder):
    nodes, constants, shape = PIECES[name]
    arrays = [numpy_helper.from_array(a, k) for k, a in constants.items()]
    return saved(nodes, arrays, shape, folder)


def written(name, folder):
    op, attributes, shape, others = CASES[name]
    before, constants, inputs = [], [], ["x"]
    for i, a in enumerate(others):
        inputs.append("" if a is None else "c%d" % i)
        if isinstance(a, str):  # weights that another node makes of a constant
            constants.append(numpy_helper.from_array(tensor(6, 4, 2, 2), "w"))
            before.append(helper.make_node("Transpose", ["w"], [inputs[-1]], perm=[1, 0, 2, 3]))
        elif a is not None:
            constants.append(numpy_helper.from_array(np.asarray(a), inputs[-1]))
    nodes = before + [helper.make_node(op, inputs, ["y"], **attributes)]
    return saved(nodes, constants, shape, folder)


def tried(args, ncnn, path, sizes, folder):
    """(whether it is the same, what is said of it)"""
    session = onnx_models.session_of(path)
    names = [v.name for v in session.get_outputs()]
    feeds = onnx_models.feeds_of(session, sizes, np.random.default_rng(args.seed))
    net, why = onnx_models.to_ncnn(args.sinter, path, feeds, names, folder)
    if net is None:
        return False, why
    worst, why = onnx_models.worst_of(ncnn, net, [(feeds, session.run(None, feeds))])
    return worst <= BOUND, why or peer.size(worst)


def main():
    args = peer.arguments(__doc__.splitlines()[0])
    folder, ncnn = peer.folder(), Ncnn()
    passed = failed = 0
    root = os.environ.get("SINTER_MODELS", "")
    jobs = [(name, written, {}) for name in CASES]
    jobs += [(name, written_pieces, {}) for name in PIECES]
    if os.path.exists(os.path.join(root, "INDEX.tsv")):
        sizes = dict(onnx_models.models(root))
        jobs += [(name, None, sizes[name]) for name in MODELS if name in sizes]
    for name, make, sizes in jobs:
        if args.k not in name:
            continue
        path = make(name, folder) if make else os.path.join(root, name)
        ok, said = tried(args, ncnn, path, sizes, folder)
        passed, failed = passed + ok, failed + (not ok)
        print("%-50s %s %s" % (name, "ok    " if ok else "FAILED", said), flush=True)
    ncnn.close()
    peer.remove(folder)
    peer.finish(passed, failed)


if __name__ == "__main__":
    main()
