# SPDX-License-Identifier: Apache-2.0
"""Writes ONNX files without the onnx package: for tests that need nothing installed.

    save("a.onnx", model(graph([node("Relu", ["x"], ["y"])], [value("x", F32, [1, "n"])],
                               [value("y")]), opset=17))

An attribute is a number, a text, a list of those, a tensor or a graph, by its type in Python.
"""

import struct

F32, U8, I8, U16, I16, I32, I64, STRING, BOOL, F16, F64, U32, U64 = range(1, 14)
PACKED = {F32: "f", U8: "B", I8: "b", U16: "H", I16: "h", I32: "i", I64: "q", BOOL: "?"}
PACKED.update({F16: "e", F64: "d", U32: "I", U64: "Q"})
FIELD = {F32: (4, "f"), F64: (10, "d"), I64: (7, None), U32: (11, None), U64: (11, None)}


def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def number(field, n):
    return varint(field << 3) + varint(n)


def chunk(field, data):
    data = data.encode() if isinstance(data, str) else bytes(data)
    return varint(field << 3 | 2) + varint(len(data)) + data


def single(field, v):
    return varint(field << 3 | 5) + struct.pack("<f", v)


class Tensor(bytes):
    pass


class Graph(bytes):
    pass


def tensor(name, kind, dims, values, how="raw", **where):
    """how: raw, typed (fields of the type), or external (with location, offset, length)."""
    out = b"".join(number(1, d) for d in dims) + number(2, kind) + chunk(8, name)
    if how == "raw":
        out += chunk(9, struct.pack("<%d%s" % (len(values), PACKED[kind]), *values))
    elif how == "external":
        for key, v in where.items():
            out += chunk(13, chunk(1, key) + chunk(2, str(v)))
        out += number(14, 1)
    else:
        field, packed = FIELD.get(kind, (5, None))
        bits = values
        if kind == F16:
            bits = [struct.unpack("<H", struct.pack("<e", v))[0] for v in values]
        data = b"".join(struct.pack("<" + packed, v) if packed else varint(int(v)) for v in bits)
        out += chunk(field, data)
    return Tensor(out)


def attribute(name, v):
    out = chunk(1, name)
    if isinstance(v, Tensor):
        return out + chunk(5, v) + number(20, 4)
    if isinstance(v, Graph):
        return out + chunk(6, v) + number(20, 5)
    if isinstance(v, str):
        if v.startswith("@"):  # the attribute of the function around
            return out + chunk(21, v[1:]) + number(20, 2)
        return out + chunk(4, v) + number(20, 3)
    if isinstance(v, float):
        return out + single(2, v) + number(20, 1)
    if isinstance(v, int):
        return out + number(3, v) + number(20, 2)
    if v and isinstance(v[0], str):
        return out + b"".join(chunk(9, s) for s in v) + number(20, 8)
    if v and isinstance(v[0], float):
        return out + b"".join(single(7, f) for f in v) + number(20, 6)
    return out + b"".join(number(8, n) for n in v) + number(20, 7)


def node(op, inputs, outputs, name="", domain="", **attributes):
    out = b"".join(chunk(1, i) for i in inputs) + b"".join(chunk(2, o) for o in outputs)
    out += (chunk(3, name) if name else b"") + chunk(4, op)
    out += b"".join(chunk(5, attribute(k, v)) for k, v in attributes.items())
    return out + (chunk(7, domain) if domain else b"")


def value(name, kind=None, dims=None):
    shape = b""
    for d in dims or []:
        shape += chunk(1, chunk(2, d) if isinstance(d, str) else number(1, d) if d >= 0 else b"")
    told = (number(1, kind) if kind else b"") + (chunk(2, shape) if dims is not None else b"")
    return chunk(1, name) + (chunk(2, chunk(1, told)) if kind else b"")


def graph(nodes, inputs, outputs, initializers=(), name="g"):
    out = b"".join(chunk(1, n) for n in nodes) + chunk(2, name)
    out += b"".join(chunk(5, t) for t in initializers)
    out += b"".join(chunk(11, v) for v in inputs)
    return Graph(out + b"".join(chunk(12, v) for v in outputs))


def function(name, inputs, outputs, nodes, attributes=(), domain="own", opset=17):
    out = chunk(1, name) + b"".join(chunk(4, i) for i in inputs)
    out += b"".join(chunk(5, o) for o in outputs) + b"".join(chunk(6, a) for a in attributes)
    out += b"".join(chunk(7, n) for n in nodes) + chunk(9, number(2, opset))
    return out + chunk(10, domain)


def model(g, opset=17, functions=(), ir=8, domains=None):
    out = number(1, ir) + chunk(2, "test") + chunk(7, g) + chunk(8, number(2, opset))
    for domain, version in (domains or {}).items():
        out += chunk(8, chunk(1, domain) + number(2, version))
    if functions:
        out += chunk(8, chunk(1, "own") + number(2, 1))
    return out + b"".join(chunk(25, f) for f in functions)


def save(path, data):
    with open(path, "wb") as f:
        f.write(data)
