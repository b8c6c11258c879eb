# SPDX-License-Identifier: Apache-2.0
"""Random networks that can be trained, as text of ncnn: convolutions of all kinds, batch norms,
activations, poolings, sums, concats, gates of channels, and a head for a loss.

A network is a list of blocks, each with random numbers of its own, so that one can be left out and
the others stay what they are, as far as shapes allow. Statistics are those of enough numbers, and
what branches add up is normalized, so that roundings do not grow on the way."""

import math
import random

LEAST = 24  # numbers that statistics of a channel are taken of
MOST = 9000  # elements of a map of one image
CHANNELS = [3, 5, 6, 8, 9, 12, 15, 16, 17, 20, 24, 33]


class Network:
    def __init__(self, seed, without=()):
        self.rng = random.Random(seed)
        self.batch = self.rng.choice([2, 3, 4, 5, 8])
        self.shapes = {"data": self.first_shape()}
        self.layers = []  # (type, inputs, output, params)
        self.weights = []  # (layer, how many, whether a tag stands in front) as in a .bin
        self.at = "data"  # the map that the next block reads
        self.maps = ["data"]
        self.loss = self.rng.choice(["softmax_cross_entropy", "softmax_cross_entropy", "mse"])
        self.blocks = []
        for i in range(self.rng.randint(3, 6)):
            self.rng = random.Random(seed * 1000 + i + 1)
            if i not in without:
                self.block(i)
        self.rng = random.Random(seed * 1000)
        self.head()
        self.leave_out_dead()

    def first_shape(self):
        size = self.rng.choice([6, 7, 8, 9, 11, 12, 13, 16, 17])
        return self.rng.choice([3, 3, 4, 8, 17]), size, size + self.rng.choice([0, 0, 1, 3, -1])

    # ---- layers ----------------------------------------------------------------------------------

    def put(self, kind, inputs, shape, params="", *weights):
        name = "l%d" % len(self.layers)
        self.layers.append((kind, list(inputs), name, params))
        self.shapes[name] = shape
        self.weights += [(name, n, tagged) for n, tagged in weights]
        return name

    def is_running(self, i):
        """Whether weight i is a running statistic: slope, mean, variance and bias of a norm."""
        name = self.weights[i][0]
        norms = {layer[2] for layer in self.layers if layer[0] == "BatchNorm"}
        place = i - [n for n, _, _ in self.weights].index(name)
        return name in norms and place in (1, 2)

    def norm(self, x):
        shape = self.shapes[x]
        if self.batch * math.prod(shape[1:]) < LEAST:
            return x
        c = shape[0]
        eps = self.rng.choice(["1e-5", "1e-5", "1e-3", "0.01"])
        vector = (c, False)
        return self.put("BatchNorm", [x], shape, "0=%d 1=%s" % (c, eps), *[vector] * 4)

    def activation(self, x):
        c = self.shapes[x][0]
        kind, params, *weights = self.rng.choice(
            [("ReLU", ""), ("ReLU", ""), ("ReLU", "0=0.1"), ("Clip", "0=0.0 1=6.0"),
             ("Clip", "0=-1.0 1=1.5"), ("Sigmoid", ""), ("HardSwish", "0=0.1666667 1=0.5"),
             ("TanH", ""), ("Swish", ""), ("PReLU", "0=%d" % c, (c, False))])  # fmt: skip
        return self.put(kind, [x], self.shapes[x], params, *weights)

    def window(self, x, out, kernel, stride, pad, groups, dilation=1):
        """A convolution; None: its window does not fit."""
        c, h, w = self.shapes[x]
        (kh, kw), reach = kernel, [dilation * (k - 1) + 1 for k in kernel]
        size = [(s + 2 * p - r) // stride + 1 for s, p, r in zip((h, w), pad, reach)]
        if min(size) < 1 or out * size[0] * size[1] > MOST:
            return None
        n, bias = out * (c // groups) * kh * kw, self.rng.randint(0, 1)
        params = "0=%d 1=%d 11=%d 2=%d 3=%d 4=%d 14=%d 5=%d 6=%d" % (
            out, kw, kh, dilation, stride, pad[1], pad[0], bias, n)  # fmt: skip
        kind = "ConvolutionDepthWise" if groups > 1 else "Convolution"
        if groups > 1:
            params += " 7=%d" % groups
        return self.put(kind, [x], (out, *size), params, (n, True), *[(out, False)] * bias)

    def convolution(self, x, out=None, keeps=False):
        rng, c = self.rng, self.shapes[x][0]
        out = out or rng.choice(CHANNELS)
        stride = 1 if keeps else rng.choice([1, 1, 1, 2, 2, 3])
        kinds = ["1x1", "1x1", "3x3", "3x3", "3x3", "5x5", "row", "depthwise", "depthwise"]
        kind = rng.choice(kinds + ["grouped", "grouped", "dilated"])
        groups, kernel, dilation = 1, (3, 3), 1
        if kind == "1x1":
            kernel = (1, 1)
        elif kind == "5x5":
            kernel = (5, 5)
        elif kind == "row":
            kernel = rng.choice([(1, 3), (3, 1)])
        elif kind == "dilated":
            stride, dilation = 1, 2
        elif kind == "depthwise" and (not keeps or out == c):
            groups, out, kernel = c, c, rng.choice([(3, 3), (3, 3), (5, 5)])
        elif kind == "grouped":
            fit = [g for g in (2, 3, 4, 5, 8) if c % g == 0 and out % g == 0]
            groups = rng.choice(fit or [1])
        same = [dilation * (k - 1) // 2 for k in kernel]
        pad = same if keeps or rng.random() < 0.8 else [0, 0]
        return self.window(x, out, kernel, stride, pad, groups, dilation)

    def transposed(self, x):
        rng, (c, h, w) = self.rng, self.shapes[x]
        k, stride, pad = rng.choice([(2, 2, 0), (3, 2, 1), (4, 2, 1), (3, 1, 1), (3, 3, 0)])
        size = [(s - 1) * stride + k - 2 * pad for s in (h, w)]
        groups, out = rng.choice([(1, rng.choice(CHANNELS)), (c, c)])
        n, bias = out * (c // groups) * k * k, rng.randint(0, 1)
        if min(size) < 1 or out * size[0] * size[1] > MOST:
            return None
        params = "0=%d 1=%d 3=%d 4=%d 5=%d 6=%d" % (out, k, stride, pad, bias, n)
        kind = "DeconvolutionDepthWise" if groups > 1 else "Deconvolution"
        if groups > 1:
            params += " 7=%d" % groups
        return self.put(kind, [x], (out, *size), params, (n, True), *[(out, False)] * bias)

    def pool(self, x, keeps=False):
        c, h, w = self.shapes[x]
        k, stride, pad = self.rng.choice([(3, 1, 1)] if keeps else [(2, 2, 0), (3, 2, 1), (3, 2, 0),
                                                                  (3, 1, 1), (2, 1, 0)])
        size = [(s + 2 * pad - k) // stride + 1 for s in (h, w)]
        if min(size) < 1:
            return None
        params = "0=%d 1=%d 2=%d 3=%d 5=1" % (self.rng.randint(0, 1), k, stride, pad)
        return self.put("Pooling", [x], (c, *size), params)

    def global_pool(self, x):
        average = self.rng.choice([1, 1, 1, 0])
        return self.put("Pooling", [x], self.shapes[x][:1], "0=%d 4=1" % average)

    def linear(self, x, out):
        n = out * math.prod(self.shapes[x])
        return self.put("InnerProduct", [x], (out,), "0=%d 1=1 2=%d" % (out, n), (n, True),
                        (out, False))  # fmt: skip

    # ---- blocks ----------------------------------------------------------------------------------

    def convolved(self, x, **how):
        """A convolution with what mostly stands behind it, or in front."""
        first = self.rng.random() < 0.2
        if first:
            x = self.activation(self.norm(x))
        y = self.convolution(x, **how)
        if y and not first and self.rng.random() < 0.9:
            y = self.norm(y)
        if y and not first and self.rng.random() < 0.8:
            y = self.activation(y)
        return y

    def residual(self, x):
        c = self.shapes[x][0]
        y = self.convolved(x, out=c, keeps=True)
        if not y or self.shapes[y] != self.shapes[x]:
            return None
        operands = [self.norm(y), x]
        self.rng.shuffle(operands)
        y = self.put(*self.rng.choice([("BinaryOp", operands, self.shapes[x], "0=0"),
                                       ("Eltwise", operands, self.shapes[x], "0=1")]))
        return self.activation(y) if self.rng.random() < 0.6 else y

    def dense(self, x):
        """A concat with what was computed of it, perhaps of a pooling, too."""
        y = self.convolved(x, keeps=True)
        parts = [v for v in (x, y) if v and self.shapes[v][1:] == self.shapes[x][1:]]
        if self.rng.random() < 0.3:
            parts.append(self.pool(x, keeps=True))
        self.rng.shuffle(parts)
        shape = (sum(self.shapes[v][0] for v in parts), *self.shapes[x][1:])
        return self.put("Concat", parts, shape, "0=0") if len(parts) > 1 else None

    def gate(self, x):
        c, rng = self.shapes[x][0], self.rng
        y = self.linear(self.global_pool(x), rng.choice([3, 4, 7, 9]))
        y = self.put(rng.choice(["ReLU", "ReLU", "Swish"]), [y], self.shapes[y])
        kind, params = rng.choice([("Sigmoid", ""), ("HardSigmoid", "0=0.2 1=0.5")])
        y = self.put(kind, [self.linear(y, c)], (c,), params)
        y = self.put("Reshape", [y], (c, 1, 1), "0=1 1=1 2=%d" % c)
        return self.put("BinaryOp", [x, y], self.shapes[x], "0=2")

    def separable(self, x):
        c = self.shapes[x][0]
        y = self.window(x, c, (3, 3), self.rng.choice([1, 2]), [1, 1], c)
        y = y and self.activation(self.norm(y))
        y = y and self.window(y, self.rng.choice(CHANNELS), (1, 1), 1, [0, 0], 1)
        return y and self.norm(y)

    def shuffled(self, x):
        c = self.shapes[x][0]
        groups = self.rng.choice([g for g in (2, 3, 4, 5) if c % g == 0] or [1])
        y = self.put("ShuffleChannel", [x], self.shapes[x], "0=%d" % groups)
        return self.convolved(y)

    def enlarged(self, x):
        c, h, w = self.shapes[x]
        how = self.rng.choice([1, 2])  # nearest, bilinear
        y = self.put("Interp", [x], (c, 2 * h, 2 * w), "0=%d 1=2.0 2=2.0" % how)
        return self.convolved(y)

    def block(self, i):
        kinds = {"convolved": 5, "residual": 4, "dense": 3, "gate": 2, "separable": 2, "pool": 2,
                 "transposed": 2, "shuffled": 1, "enlarged": 1}  # fmt: skip
        kind = self.rng.choices(list(kinds), list(kinds.values()))[0]
        if self.rng.random() < 0.12:
            self.at = self.rng.choice(self.maps)
        y = getattr(self, kind)(self.at)
        if y and kind == "transposed":
            y = self.activation(self.norm(y))
        if y and self.shapes[y][0] <= 80 and math.prod(self.shapes[y]) <= MOST:
            self.at = y
            self.maps.append(y)
            self.blocks.append("%d: %s" % (i, kind))

    def head(self):
        rng, x = self.rng, self.at
        read = {v for layer in self.layers for v in layer[1]}
        ends = [v for v in self.maps[1:] if v not in read]
        kind = rng.choice(["pooled", "pooled", "flat", "reshaped", "map"])
        if len(ends) > 1:  # of branches that nobody goes on with
            parts = [self.global_pool(v) for v in ends]
            n = sum(self.shapes[v][0] for v in parts)
            x = self.linear(self.put("Concat", parts, (n,), "0=0"), 5)
        elif kind == "pooled":
            x = self.linear(self.global_pool(x), 5)
        elif kind == "map" and self.loss == "mse":
            x = self.window(x, 4, (1, 1), 1, [0, 0], 1)
        else:
            n = math.prod(self.shapes[x])
            if kind == "reshaped":
                x = self.put("Reshape", [x], (n,), "0=%d" % n)
            x = self.linear(x, 5)
        self.result = x

    def leave_out_dead(self):
        needed, kept = {self.result}, []
        for layer in reversed(self.layers):
            if layer[2] in needed:
                kept.append(layer)
                needed.update(layer[1])
        self.layers = kept[::-1]
        self.weights = [w for w in self.weights if w[0] in needed]

    # ---- as a file -------------------------------------------------------------------------------

    def text(self):
        """The .param: a blob that several read goes through a Split."""
        readers, given = {}, {}
        for _, inputs, _, _ in self.layers:
            for v in inputs:
                readers[v] = readers.get(v, 0) + 1
        c, h, w = self.shapes["data"]
        lines, n_blobs = [], 0

        def add(kind, name, inputs, outputs, params):
            nonlocal n_blobs
            n_blobs += len(outputs)
            words = [kind, name, len(inputs), len(outputs), *inputs, *outputs, params]
            lines.append(" ".join(map(str, words)).rstrip())
            for v in outputs:
                if readers.get(v, 0) > 1:
                    copies = ["%s_%d" % (v, i) for i in range(readers.pop(v))]
                    given[v] = copies[:]
                    add("Split", "split_" + v, [v], copies, "")

        add("Input", "data", [], ["data"], "0=%d 1=%d 2=%d" % (w, h, c))
        for kind, inputs, name, params in self.layers:
            add(kind, name, [given[v].pop(0) if v in given else v for v in inputs], [name], params)
        return "7767517\n%d %d\n%s\n" % (len(lines), n_blobs, "\n".join(lines))
