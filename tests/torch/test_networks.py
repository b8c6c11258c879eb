# SPDX-License-Identifier: Apache-2.0
"""Whole networks: a few steps by PyTorch and by sinter, then every weight and running statistic."""

import numpy as np
import torch

from judge import Both, Run, Trouble, arguments, finish
from networks import NETWORKS, draw, fill

BATCH, STEPS, ALLOWED = 8, 4, 1e-4


def main():
    args = arguments(__doc__)
    passed = failed = 0
    for name, make, inputs, target, loss in NETWORKS:
        for exporter in ("torchscript", "dynamo"):
            if args.k not in name + " " + exporter:
                continue
            torch.manual_seed(args.seed)
            net = fill(make())
            x, y = draw(np.random.default_rng(args.seed), BATCH * STEPS, inputs, target, loss)
            run = Run(momentum=0.9, nesterov=True, decay=1e-3, rate=0.02)
            try:
                both = Both(args, net, x, y, loss, BATCH, run, exporter == "dynamo")
                worst, off = both.compare()
                by_loss = abs(both.losses[0] - both.torch_losses[0]) / abs(both.torch_losses[0])
                good = off <= ALLOWED and by_loss <= ALLOWED
                said = "weights %.1e (%s), loss %.1e" % (off, worst, by_loss)
            except Trouble as e:
                good, said = False, str(e)
            passed, failed = passed + good, failed + (not good)
            print("%-20s%-12s  %s%s" % (name, exporter, said, "" if good else "  FAILED"))
    finish(passed, failed)


main()
