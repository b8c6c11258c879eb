# SPDX-License-Identifier: Apache-2.0
"""Writes x.npy, images of the shape that the arguments name (N C H W), and y.npy, a class out of
five for each: data that a training of a few steps can be followed on."""

import math
import sys

from npy_file import npy

shape = [int(a) for a in sys.argv[1:]]
npy("x.npy", "f4", shape, [((i * 53) % 229 - 114) / 80 for i in range(math.prod(shape))])
npy("y.npy", "i4", shape[:1], [i % 5 for i in range(shape[0])])
