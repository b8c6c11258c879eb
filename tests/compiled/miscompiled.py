#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a compiler may get wrong, planted into generated code: the code's own test must find it, and
name the step.

    miscompiled.py [--sinter build/sinter] [-k PART] [--seed N] [--each N] [--share N]
                    [--table]

Small networks of all kinds of steps are written for two targets and built. In a copy of the steps'
text one place is changed: a sum without one of its terms, a loop without its first or last turn, a
store left out, a bias halved, a load one lane off, weights from elsewhere, a step that returns at
once. --each: how many places of each kind and network, chosen by --seed. --share: the targets
are given to the networks by turns, to each an N-th of them. Steps whose values are off
by more than ten times what is allowed for a sum must be found; the first name must be that of one
that is off, and none of those behind the first such one. What stays within that is counted, not
judged: a loop of vectors without its last turn may be continued by the one for what is left.

The last line counts. With --table, a line for each kind."""

import collections
import glob
import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "peer"))
import agree  # noqa: E402
import peer  # noqa: E402

# Times what is allowed for a sum: four sums with other signs are all small then once in 20000.
CLEARLY = 10
TARGETS = ("generic", "x86-64-v3")
NETWORKS = {
    "convolutions": """7767517
9 10
Input data 0 1 data 0=21 1=19 2=5
Convolution c1 1 1 data c1 0=16 1=3 3=2 4=1 5=1 6=720 9=1
Convolution c2 1 1 c1 c2 0=24 1=3 4=1 5=1 6=3456 9=1
Convolution c3 1 1 c2 c3 0=20 1=5 4=2 5=1 6=12000
Convolution c4 1 1 c3 c4 0=30 1=1 5=1 6=600 9=3 -23310=2,0.0,6.0
Split s 1 2 c4 a b
Sigmoid sg 1 1 a g
BinaryOp m 2 1 b g y 0=2
Convolution c5 1 1 y out 0=9 1=3 2=2 4=2 5=1 6=2430
""",
    "depthwise": """7767517
7 7
Input data 0 1 data 0=17 1=13 2=12
ConvolutionDepthWise d1 1 1 data d1 0=12 1=3 4=1 5=1 6=108 7=12 9=1
ConvolutionDepthWise d2 1 1 d1 d2 0=12 1=5 3=2 4=2 5=1 6=300 7=12
ConvolutionDepthWise g1 1 1 d2 g1 0=18 1=3 4=1 5=1 6=648 7=3
Deconvolution u1 1 1 g1 u1 0=8 1=4 3=2 4=1 5=1 6=2304
Interp i1 1 1 u1 i1 0=2 1=1.5 2=1.5
Pooling p 1 1 i1 out 0=1 1=3 2=2
""",
    "tokens": """7767517
13 15
Input data 0 1 data 0=48 1=19
LayerNorm ln 1 1 data n 0=48 1=0.00001 2=1
Split s 1 2 n a b
InnerProduct fc1 1 1 a f 0=96 1=1 2=4608
GELU ge 1 1 f g
InnerProduct fc2 1 1 g h 0=48 1=1 2=4608
BinaryOp add 2 1 h b x 0=0
MultiHeadAttention mha 1 1 x t 0=48 1=4 2=2304
Softmax sm 1 1 t u 0=1 1=1
Permute pm 1 1 u v 0=1
Reduction rd 1 1 v w 0=3 1=0 -23303=1,1 4=1 5=1
InnerProduct fc3 1 1 w o 0=10 1=1 2=480
Sigmoid sg 1 1 o out
""",
    "recurrent": """7767517
6 6
Input data 0 1 data 0=20 1=11
LSTM l 1 1 data a 0=16 1=1280 2=0
GRU g 1 1 a b 0=12 1=576 2=0
RNN r 1 1 b c 0=14 1=336 2=2
InnerProduct fc 1 1 c d 0=9 1=1 2=252
TanH t 1 1 d out
""",
    "norms": """7767517
9 10
Input data 0 1 data 0=14 1=13 2=16
InstanceNorm in 1 1 data a 0=16 1=0.00001
LRN lrn 1 1 a b 0=0 1=5 2=0.5 3=0.75
GroupNorm gn 1 1 b c 0=4 1=16 2=0.001 3=1
Split s 1 2 c d e
Pooling mx 1 1 d f 0=0 1=3 2=1 3=1
Concat cc 2 1 e f g 0=0
ShuffleChannel sh 1 1 g h 0=2
Pooling gp 1 1 h out 0=1 4=1
""",
    "product": """7767517
4 4
Input a 0 1 a 0=64 1=33
Input b 0 1 b 0=41 1=64
MatMul m 2 1 a b c
Softmax s 1 1 c out 0=0 1=1
""",
}

# What is looked for, and what becomes of it.
KINDS = {
    "last turn left out": (r"for \([^;]*; \w+ < [^;]+;", lambda m: m.group()[:-1] + " - 1;"),
    "first turn left out": (
        r"for \([^;]*\b\w+ = 0; \w+ < [^;]+;",
        lambda m: m.group().replace("= 0;", "= 1;", 1),
    ),
    "term left out": (r"^\s+[\w\[\]]+ \+= [^;]+;|^\s+\w+ = \w+ \+ [^;]*\*[^;]*;", lambda m: "\n;"),
    "store left out": (r"^\s+v_store\([^;]*;|^\s+[\w\[\]+* ]+\] = [^;]*;", lambda m: "\n;"),
    "bias halved": (r"(?<=\+ )o0(?=[;)])", lambda m: "(o0 * 0.5f)"),
    "one lane off": (r"v_load\([^()]+\)", lambda m: m.group()[:-1] + " + 1)"),
    "other weights": (r"WEIGHTS \+ (\d+)", lambda m: "WEIGHTS + %d" % (int(m.group(1)) + 8)),
    "returns at once": (
        r"^STEP void \w+\([^)]*\)\n\{\n",
        lambda m: m.group() + "    if (n) return;\n",
    ),
}


class Subject:
    """A network, written and built."""

    def __init__(self, args, folder, name, target):
        self.name, self.target, self.folder = (
            name,
            target,
            os.path.join(folder, name + "-" + target),
        )
        self.made = os.path.join(self.folder, "net")
        os.makedirs(self.folder)
        param = os.path.join(self.folder, "net.param")
        with open(param, "w") as f:
            f.write(NETWORKS[name])
        agree.sinter(
            args,
            "compile",
            param,
            "--bin",
            "seed:1",
            "-o",
            self.made,
            "--prefix",
            "net",
            "--target",
            target,
            "--check=off",
        )
        self.flags = [f for f in agree.flags_of(self.made, ["gcc"]) if not f.startswith("-O")]
        self.flags += ["-O1", "-std=gnu11", "-fPIC", "-w", "-I", self.made]
        self.sources = [
            f
            for f in sorted(glob.glob(os.path.join(self.made, "*.c")))
            if os.path.basename(f) != "main.c"
        ]
        self.steps = [f for f in self.sources if not f.endswith("_selftest.c")]
        self.objects = {f: f + ".o" for f in self.sources}
        for source, made in self.objects.items():
            self.must(["-c", source, "-o", made])
        self.right = self.library({}, "right.so")
        self.host = os.path.join(self.folder, "beside")
        own = [self.objects[f] for f in self.steps]
        self.must(
            [os.path.join(HERE, "beside.c")] + own + ["-o", self.host, "-ldl", "-lm", "-lpthread"]
        )

    def must(self, words):
        status, said = agree.call(["gcc"] + self.flags + words)
        if status:
            raise agree.Wrong("%s: %s" % (self.name, said[:1000]))

    def library(self, instead, name):
        path = os.path.join(self.folder, name)
        self.must(
            ["-shared", "-Wl,-Bsymbolic"]
            + [instead.get(f, o) for f, o in self.objects.items()]
            + ["-o", path, "-lm", "-lpthread"]
        )
        return path

    def places(self):
        """(kind, file, from, to, what comes there) within the text of the steps."""
        for path in self.steps:
            with open(path) as f:
                text = f.read()
            end = text.find("static const size_t work_bytes")  # the run time
            for kind, (pattern, change) in KINDS.items():
                for m in re.finditer(pattern, text, re.M):
                    if end < 0 or m.end() < end:
                        yield kind, path, m.start(), m.end(), change(m)

    def changed(self, path, start, end, new):
        """What the host says; None: that is no C."""
        with open(path) as f:
            text = f.read()
        source, made = os.path.join(self.folder, "wrong.c"), os.path.join(self.folder, "wrong.o")
        with open(source, "w") as f:
            f.write(text[:start] + new + text[end:])
        if agree.call(["gcc"] + self.flags + ["-c", source, "-o", made])[0]:
            return None
        wrong = self.library({path: made}, "wrong.so")
        return agree.call(
            [self.host, self.right, wrong, os.path.join(self.made, "net.weights")], seconds=20
        )


def judge(status, said):
    """A word, and what is wrong with it."""
    if status:
        return "crashes", ""
    named = re.findall(r"^named (.*)$", said, re.M)
    steps = [
        (layers, float(share)) for layers, share in re.findall(r"^step (.*) (\S+)$", said, re.M)
    ]
    clear = next((i for i, (_, share) in enumerate(steps) if not share <= CLEARLY), None)
    if not steps:
        return ("found", "") if named else ("no effect", "")
    if not named:
        return (
            ("within roundings", "")
            if clear is None
            else ("MISSED", "%s is off by %.3g times what is allowed" % steps[clear])
        )
    blamed = [layers for layers, _ in steps[: len(steps) if clear is None else clear + 1]]
    return (
        ("found", "")
        if named[0] in blamed
        else ("WRONG NAME", "%s, not one of %s" % (named[0], blamed))
    )


def main():
    args = peer.arguments(
        __doc__.splitlines()[0], each={"type": int, "default": 3}, table={"action": "store_true"}
    )
    folder, counts, rng = peer.folder(), collections.Counter(), random.Random(args.seed)
    try:
        here = {
            target
            for target, compiler, before in agree.machines()
            if compiler == ["gcc"] and not before
        }
        for name, target in [
            (n, t)
            for i, n in enumerate(NETWORKS)
            for t in peer.turns(args, i, TARGETS)
            if args.k in n and t in here
        ]:
            s = Subject(args, folder, name, target)
            status, said = agree.call(
                [s.host, s.right, s.right, os.path.join(s.made, "net.weights")]
            )
            if status or said != "selftest 0\n":
                raise agree.Wrong("%s for %s, as it is: %s" % (name, target, said))
            found = list(s.places())
            for kind in KINDS:
                some = [p for p in found if p[0] == kind]
                for _, path, start, end, new in rng.sample(some, min(args.each, len(some))):
                    answer = s.changed(path, start, end, new)
                    word, why = ("no C", "") if answer is None else judge(*answer)
                    counts[kind, word] += 1
                    if why:
                        with open(path) as f:
                            line = f.read().count("\n", 0, start) + 1
                        print(
                            "%s: %s for %s, %s in line %d of %s: %s"
                            % (word, name, target, kind, line, os.path.basename(path), why)
                        )
    finally:
        peer.remove(folder)
    words = sorted({word for _, word in counts})
    for kind in KINDS if args.table else ():
        print(
            "%-20s %s"
            % (kind, ", ".join("%d %s" % (counts[kind, w], w) for w in words if counts[kind, w]))
        )
    total = {w: sum(n for (_, word), n in counts.items() if word == w) for w in words}
    print(", ".join("%d %s" % (n, w) for w, n in total.items()))
    peer.finish(
        total.get("found", 0) + total.get("crashes", 0),
        total.get("MISSED", 0) + total.get("WRONG NAME", 0),
    )


if __name__ == "__main__":
    main()
