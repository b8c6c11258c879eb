# SPDX-License-Identifier: Apache-2.0
"""A real run: images of discs, squares, crosses and stripes of random size, place and brightness
under noise. Both train the same network from the same start, the examples in the same order, and
are judged by images that neither has seen. The generator is numpy's PCG64 with the seed given.

In f64: of f32, after some hundred steps what is left of two runs is that both learn."""

import numpy as np
import torch
from torch import nn

from judge import Both, Run, Trouble, arguments, finish

SIZE, BATCH, EPOCHS, N, N_TEST = 12, 16, 8, 960, 320


def image(rng, kind):
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype("f4")
    r, cy, cx = rng.uniform(2.5, 4), rng.uniform(4, SIZE - 5), rng.uniform(4, SIZE - 5)
    dy, dx = np.abs(y - cy), np.abs(x - cx)
    if kind == 0:
        shape = dy**2 + dx**2 <= r * r
    elif kind == 1:
        shape = np.maximum(dy, dx) <= r * 0.9
    elif kind == 2:
        shape = (np.minimum(dy, dx) <= 1) & (np.maximum(dy, dx) <= r + 0.5)
    else:
        shape = (np.maximum(dy, dx) <= r + 0.5) & (y.astype(int) % 3 == 0)
    return shape * rng.uniform(0.6, 1.4) + 0.2 * rng.standard_normal((SIZE, SIZE))


def data(rng, n):
    kinds = rng.integers(0, 4, n)
    return np.stack([image(rng, k) for k in kinds])[:, None].astype("f8"), kinds.astype("i4")


def network():
    """The epsilon of its batch norms is the same number in the file, where it is f32."""
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8, eps=2**-17),
        nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16, eps=2**-17), nn.ReLU(),
        nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(64, 4),
    ).double()


def main():
    args = arguments(__doc__)
    rng = np.random.default_rng(args.seed)
    (x, y), test = data(rng, N), data(rng, N_TEST)
    passed = failed = 0
    for kind, run in (
        ("sgd", Run(rate=0.02, momentum=0.9, decay=5e-4, epochs=EPOCHS)),
        ("adamw", Run("adamw", rate=0.01, decay=0.01, epochs=EPOCHS)),
    ):
        torch.manual_seed(args.seed)
        try:
            both = Both(args, network(), [x], y, "softmax_cross_entropy", BATCH, run, test=test)
        except Trouble as e:
            failed += 1
            print("%s: %s  FAILED" % (kind, e))
            continue
        with torch.no_grad():
            both.net.eval()
            right = both.net(torch.from_numpy(test[0])).argmax(1).numpy() == test[1]
        ours, theirs = both.right[-1], float(right.mean())
        a, b = both.losses, both.torch_losses
        off = max(abs(p - q) / q for p, q in zip(a, b))
        good = abs(ours - theirs) <= 0.005 and theirs > 0.75 and off <= 1e-4
        print("%-6s right: sinter %.2f %%, PyTorch %.2f %%" % (kind, 100 * ours, 100 * theirs),
              "losses from %.4f to %.4f, off by %.1e" % (b[0], b[-1], off),
              "" if good else "  FAILED")
        passed, failed = passed + good, failed + (not good)
    finish(passed, failed)


main()
