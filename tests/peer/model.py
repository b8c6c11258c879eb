# SPDX-License-Identifier: Apache-2.0
"""Writes small ncnn models from a seed: lines of a .param, bytes of a .bin, contents of the inputs.

A generator is a function of a Model that adds layers; LAYERS lists them by the layer type they are
about. Layers need not be what ncnn accepts: where it refuses, sinter may refuse too. They must not
make ncnn read what it never wrote.
"""

import numpy as np

LAYERS = {}  # layer type -> list of generators
BOUNDS = {}  # layer type -> bound on the distance, where it is not the usual one


def layer(*types, bound=None):
    """Registers a generator for layer types; it gets (m, type) when it names several."""

    def add(function):
        for t in types:
            LAYERS.setdefault(t, []).append(
                function if len(types) == 1 else lambda m, t=t: function(m, t)
            )
            if bound is not None:
                BOUNDS[t] = bound
        return function

    return add


class Raw:
    """A weight without a tag: plain f32."""

    def __init__(self, a):
        self.a = np.asarray(a, dtype=np.float32).ravel()


class Tagged:
    """A weight with a tag; `storage` None picks one."""

    def __init__(self, a, storage=None):
        self.a, self.storage = np.asarray(a).ravel(), storage


class Model:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.lines, self.bin, self.inputs, self.outputs, self.n_blobs = [], bytearray(), {}, [], 0

    # ---- choices ---------------------------------------------------------------------------------
    def int(self, lo, hi):
        return int(self.rng.integers(lo, hi + 1))

    def pick(self, *values):
        return values[self.int(0, len(values) - 1)]

    def chance(self, p):
        return bool(self.rng.random() < p)

    def real(self, lo, hi):
        return float(np.float32(self.rng.uniform(lo, hi)))

    def reals(self, n, lo=-1.0, hi=1.0):
        return self.rng.uniform(lo, hi, n).astype(np.float32)

    def shape(self, rank, lo=1, hi=7):
        return tuple(self.int(lo, hi) for _ in range(rank))

    def any_shape(self, ranks=(1, 2, 3, 4), lo=1, hi=7):
        """Mostly small; now and then longer than the vectors of ncnn's kernels."""
        rank = self.pick(*ranks)
        return self.shape(rank, lo, hi * (3 if rank < 4 and self.chance(0.1) else 1))

    # ---- blobs -----------------------------------------------------------------------------------
    def name(self, stem):
        self.n_blobs += 1
        return "%s%d" % (stem, self.n_blobs)

    def contents(self, shape, lo=-2.0, hi=2.0):
        return self.rng.uniform(lo, hi, shape).astype(np.float32)

    def input(self, a, constant=None):
        """A blob with these contents: mostly an Input, sometimes a MemoryData."""
        a = np.asarray(a)
        if a.dtype != np.float32:
            a = a.astype(np.int32).view(np.float32)
        if constant is None:
            constant = self.chance(0.15)
        keys = {1: [0], 2: [1, 0], 3: [2, 1, 0], 4: [2, 11, 1, 0]}[a.ndim]
        sizes = dict(zip(keys, a.shape))
        if constant:
            name = self.name("m")
            params = dict(sizes)
            if self.chance(0.5):
                params[21] = 0
                self.write(Tagged(a, "f32"))
            else:
                self.write(Raw(a))
            self.lines.append(("MemoryData", [], [name], params))
            return name
        name = self.name("in")
        self.lines.append(("Input", [], [name], sizes if self.chance(0.5) else {}))
        self.inputs[name] = np.ascontiguousarray(a)
        return name

    def random(self, shape, lo=-2.0, hi=2.0, constant=None):
        return self.input(self.contents(shape, lo, hi), constant)

    # ---- layers ----------------------------------------------------------------------------------
    def write(self, w):
        if isinstance(w, Raw):
            self.bin += w.a.tobytes()
            return
        storage = w.storage or self.pick("f32", "f32", "f32", "f32", "f16", "2c056", "table")
        if storage == "i8":
            data, tag = w.a.astype(np.int8).tobytes(), 0x000D4B38
        elif storage == "f16":
            data, tag = w.a.astype(np.float16).tobytes(), 0x01306B47
        elif storage == "table":
            table = np.linspace(w.a.min(), w.a.max(), 256, dtype=np.float32)
            index = np.clip(
                np.rint((w.a - table[0]) / max(float(table[-1] - table[0]), 1e-9) * 255), 0, 255
            )
            data, tag = table.tobytes() + index.astype(np.uint8).tobytes(), 0x04030201
        else:
            data, tag = w.a.astype(np.float32).tobytes(), {"f32": 0, "2c056": 0x0002C056}[storage]
        self.bin += tag.to_bytes(4, "little") + data + b"\0" * (-len(data) % 4)

    def layer(self, kind, bottoms, params=None, weights=(), n_out=1):
        tops = [self.name("b") for _ in range(n_out)]
        self.lines.append((kind, list(bottoms), tops, dict(params or {})))
        for w in weights:
            self.write(w)
        self.outputs = list(tops)
        return tops[0] if n_out == 1 else tops

    # ---- text ------------------------------------------------------------------------------------
    @staticmethod
    def value(key, v):
        if isinstance(v, str):
            return '%d="%s"' % (key, v)
        if isinstance(v, (list, tuple, np.ndarray)):
            items = ["%.8e" % x if isinstance(x, (float, np.floating)) else "%d" % x for x in v]
            return "-%d=%s" % (23300 + key, ",".join([str(len(items))] + items))
        return "%d=%.8e" % (key, v) if isinstance(v, float) else "%d=%d" % (key, v)

    def param_text(self):
        lines = ["7767517", "%d %d" % (len(self.lines), self.n_blobs)]
        for i, (kind, bottoms, tops, params) in enumerate(self.lines):
            words = [kind, "l%d" % i, str(len(bottoms)), str(len(tops))] + bottoms + tops
            lines.append(" ".join(words + [self.value(k, v) for k, v in params.items()]))
        return "\n".join(lines) + "\n"

    def save(self, stem):
        with open(stem + ".param", "w") as f:
            f.write(self.param_text())
        with open(stem + ".bin", "wb") as f:
            f.write(self.bin)


def with_optional(m, params, p=0.5):
    """Leaves out params at random, so that their defaults are tried."""
    return {k: v for k, v in params.items() if m.chance(p)}


ACTIVATIONS = {
    0: lambda m: None,
    1: lambda m: None,
    2: lambda m: [m.real(-0.2, 0.4)],
    3: lambda m: sorted([m.real(-1, 1), m.real(-1, 1)]),
    4: lambda m: None,
    5: lambda m: None,
    6: lambda m: [m.real(0.1, 0.4), m.real(0.2, 0.8)],
}


def activation(m, key_type=9, key_params=10):
    """The params of a random fused activation."""
    code = m.int(0, 6) if m.chance(0.6) else 0
    params = {key_type: code} if code or m.chance(0.2) else {}
    values = ACTIVATIONS[code](m)
    if values:
        params[key_params] = values
    return params
