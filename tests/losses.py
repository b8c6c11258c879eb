# SPDX-License-Identifier: Apache-2.0
"""Prints the losses that `sinter train --json` reports, epoch by epoch, with so many digits behind
the point."""

import json
import sys

digits = int(sys.argv[1]) if len(sys.argv) > 1 else 5
print(" ".join("%.*f" % (digits, e["loss"]) for e in json.load(sys.stdin)["epochs"]))
