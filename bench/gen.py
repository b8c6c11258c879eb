#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Networks for bench/scale.py, written straight as ncnn's two files, with real weights.

    bench/gen.py KIND N OUT.param       N layers (or readers, outputs, inputs), and OUT.bin

  chain    convolution, batch norm, relu, again and again; 4 channels, 8x8
  ladder   rungs of two convolutions that read one value (a Split), their sum, relu
  readers  one value that N layers read, N results
  direct   the same without the Split: the file lets them read the blob itself
  concat   N copies of a value, put together in groups of at most 50,000 (ncnn: 65,535 inputs)
  names    N layers whose results all have one name
  fc       one fully connected layer of N rows of 4096 numbers and a batch norm, for a large weight
"""
import array
import random
import sys


class Writer:
    def __init__(self, path):
        self.path = path
        self.lines = []
        self.blobs = 0
        self.bin = open(path[: -len(".param")] + ".bin", "wb")
        rng = random.Random(1)
        self.kernel = array.array("f", (rng.uniform(-0.3, 0.3) for _ in range(4 * 4 * 9)))
        self.bias = array.array("f", (rng.uniform(-1, 1) for _ in range(4)))

    def layer(self, kind, name, bottoms, tops, params=""):
        fields = [kind, name, str(len(bottoms)), str(len(tops)), *bottoms, *tops]
        self.lines.append(" ".join(fields) + (" " + params if params else ""))
        self.blobs += len(tops)

    def conv(self, name, x, y):
        self.layer("Convolution", name, [x], [y], "0=4 1=3 4=1 5=1 6=144")
        self.bin.write(b"\0\0\0\0")
        self.kernel.tofile(self.bin)
        self.bias.tofile(self.bin)

    def batch_norm(self, name, x, y, n=4):
        self.layer("BatchNorm", name, [x], [y], f"0={n}")
        for value in (1.25, 0.5, 2.0, -0.25):  # slope, mean, variance, bias
            array.array("f", [value] * n).tofile(self.bin)

    def close(self):
        self.bin.close()
        with open(self.path, "w") as f:
            f.write(f"7767517\n{len(self.lines)} {self.blobs}\n")
            f.write("\n".join(self.lines) + "\n")


def chain(w, n):
    w.layer("Input", "data", [], ["data"], "0=8 1=8 2=4")
    x, k = "data", 0
    while len(w.lines) < n:
        w.conv(f"c{k}", x, f"c{k}")
        w.batch_norm(f"b{k}", f"c{k}", f"b{k}")
        w.layer("ReLU", f"r{k}", [f"b{k}"], [f"r{k}"])
        x, k = f"r{k}", k + 1


def ladder(w, n):
    w.layer("Input", "data", [], ["data"], "0=8 1=8 2=4")
    x, k = "data", 0
    while len(w.lines) < n:
        w.layer("Split", f"s{k}", [x], [f"s{k}_0", f"s{k}_1"])
        w.conv(f"p{k}", f"s{k}_0", f"p{k}")
        w.conv(f"q{k}", f"s{k}_1", f"q{k}")
        w.layer("BinaryOp", f"a{k}", [f"p{k}", f"q{k}"], [f"a{k}"], "0=0")
        w.layer("ReLU", f"r{k}", [f"a{k}"], [f"r{k}"])
        x, k = f"r{k}", k + 1


def readers(w, n, split=True):
    w.layer("Input", "data", [], ["data"], "0=8 1=8 2=4")
    at, group = 0, 0
    while at < n:  # a Split has at most 65,535 results
        size = min(n - at, 50000)
        tops = [f"s{at + i}" for i in range(size)]
        if split:
            w.layer(
                "Split",
                f"split{group}",
                ["data" if group == 0 else f"more{group}"],
                tops + [f"more{group + 1}"],
            )
        for i in range(size):
            w.layer("ReLU", f"r{at + i}", [tops[i] if split else "data"], [f"r{at + i}"])
        at, group = at + size, group + 1


def concat(w, n):
    w.layer("Input", "data", [], ["data"], "0=8 1=8 2=4")
    tops = [f"s{i}" for i in range(min(n, 50000))]
    w.layer("Split", "split", ["data"], tops)
    w.layer("Concat", "concat", tops, ["all"], "0=0")


def names(w, n):
    w.layer("Input", "data", [], ["data"], "0=8 1=8 2=4")
    for i in range(n):
        w.layer("ReLU", f"r{i}", ["data"], ["same"])


def fc(w, n):
    w.layer("Input", "data", [], ["data"], "0=4096")
    w.layer("InnerProduct", "fc", ["data"], ["fc"], f"0={n} 1=0 2={n * 4096}")
    w.bin.write(b"\0\0\0\0")
    row = array.array("f", (random.Random(2).uniform(-0.02, 0.02) for _ in range(4096)))
    for _ in range(n):
        row.tofile(w.bin)
    w.batch_norm("bn", "fc", "bn", n)


KINDS = {
    "chain": chain,
    "ladder": ladder,
    "readers": readers,
    "direct": lambda w, n: readers(w, n, False),
    "concat": concat,
    "names": names,
    "fc": fc,
}


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in KINDS or not sys.argv[3].endswith(".param"):
        sys.exit(__doc__)
    w = Writer(sys.argv[3])
    KINDS[sys.argv[1]](w, int(sys.argv[2]))
    w.close()


if __name__ == "__main__":
    main()
