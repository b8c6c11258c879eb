# SPDX-License-Identifier: Apache-2.0
"""Optimizers and their options, losses and what belongs to them, on one small network; and a long
run, whose losses stay together."""

import numpy as np
import torch
from torch import nn

from judge import Both, Run, Trouble, arguments, finish

ALLOWED = 1e-4
CROSS = "softmax_cross_entropy"


def network():
    """Nothing in front of the batch norm has a gradient of nothing but rounding: Adam would make
    steps of it."""
    return nn.Sequential(
        nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 10, bias=False), nn.BatchNorm1d(10),
        nn.SiLU(), nn.Linear(10, 4),
    )


# name, run, loss
RUNS = [
    ("sgd", Run(rate=0.1), CROSS),
    ("sgd_decay", Run(rate=0.1, decay=0.02), CROSS),
    ("sgd_momentum", Run(rate=0.05, momentum=0.9), CROSS),
    ("sgd_momentum_decay", Run(rate=0.05, momentum=0.9, decay=0.01), CROSS),
    ("sgd_nesterov", Run(rate=0.05, momentum=0.8, nesterov=True, decay=0.01), CROSS),
    ("sgd_clip", Run(rate=0.1, clip=0.1, momentum=0.9), CROSS),
    ("sgd_clip_large", Run(rate=0.1, clip=1e3), CROSS),
    ("adam", Run("adam", rate=0.003), CROSS),
    ("adam_decay", Run("adam", rate=0.003, decay=0.05), CROSS),
    ("adam_betas", Run("adam", rate=0.003, beta1=0.8, beta2=0.95, epsilon=1e-5), CROSS),
    ("adamw", Run("adamw", rate=0.003, decay=0.1), CROSS),
    ("adamw_clip", Run("adamw", rate=0.003, decay=0.1, clip=0.05), CROSS),
    ("mse", Run(rate=0.1, momentum=0.9), "mse"),
    ("l1", Run(rate=0.1, momentum=0.9), "l1"),
    ("huber", Run(rate=0.1, momentum=0.9), "huber"),
    ("huber_delta", Run(rate=0.1, momentum=0.9, delta=0.3), "huber"),
    ("binary", Run(rate=0.1, momentum=0.9), "binary_cross_entropy"),
]


def data(seed, n, loss):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, 6)).astype("f4")
    z = x @ rng.standard_normal((6, 4)) + 0.3 * rng.standard_normal((n, 4))
    if loss == CROSS:
        return x, z.argmax(1).astype("i4")
    return x, (z > 0).astype("f4") if loss == "binary_cross_entropy" else z.astype("f4")


def one(args, run, loss, steps):
    torch.manual_seed(args.seed)
    x, y = data(args.seed, 16 * steps, loss)
    return Both(args, network(), [x], y, loss, 16, run)


def main():
    args = arguments(__doc__)
    passed = failed = 0

    def tell(name, good, said):
        nonlocal passed, failed
        passed, failed = passed + good, failed + (not good)
        print("%-20s %s%s" % (name, said, "" if good else "  FAILED"))

    for name, run, loss in RUNS:
        if args.k not in name:
            continue
        try:
            both = one(args, run, loss, 8)
            worst, off = both.compare()
            by_loss = abs(both.losses[0] - both.torch_losses[0]) / both.torch_losses[0]
            tell(name, off <= ALLOWED and by_loss <= ALLOWED,
                 "weights %.1e (%s), loss %.1e" % (off, worst, by_loss))
        except Trouble as e:
            tell(name, False, str(e))
    if args.k in "curve":
        # 50 epochs of 4 steps: the mean loss of each
        both = one(args, Run(rate=0.05, momentum=0.9, decay=1e-3, epochs=50), CROSS, 4)
        a, b = np.array(both.losses), np.array(both.torch_losses)
        off = float((np.abs(a - b) / b).max())
        tell("curve of 200 steps", off <= 1e-3 and b[-1] < 0.5 * b[0],
             "loss from %.4f to %.4f, off by %.1e at most" % (b[0], b[-1], off))
    finish(passed, failed)


main()
