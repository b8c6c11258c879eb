# SPDX-License-Identifier: Apache-2.0
"""Writes .npy files without numpy: for tests that need nothing installed.

    npy("x.npy", "f4", [2, 3], [0, 1, 2, 3, 4, 5])
"""

import struct

CODES = {"f4": "f", "i4": "i"}


def npy(name, kind, shape, data):
    head = "{'descr': '<%s', 'fortran_order': False, 'shape': %s, }" % (kind, tuple(shape))
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(name, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        f.write(struct.pack("<%d%s" % (len(data), CODES[kind]), *data))
