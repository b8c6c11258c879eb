# SPDX-License-Identifier: Apache-2.0
"""python -m sinter_nn ...: the tool itself."""

from __future__ import annotations

import os
import sys

from ._lib import place_of


def main() -> None:
    """Becomes the tool, with the arguments of this process."""
    tool = str(place_of("sinter", "SINTER_NN_TOOL"))
    sys.stdout.flush()
    os.execv(tool, ["sinter", *sys.argv[1:]])


if __name__ == "__main__":
    main()
