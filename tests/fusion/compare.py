#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The partitioner against its oracle: worked graphs with the groups that they must have, then
random ones.

usage: compare.py PARTITION_RUN [--graphs N] [--seed S]      status 1 if anything differs"""
import argparse
import random
import resource
import subprocess
import sys

from tvm_partition import BC, EW, INJ, OPAQUE, OUT, RED, TUPLE, Graph, fuse, members

WORKED = []


def worked(expected, max_depth=256, level=2):
    def keep(build):
        g = Graph()
        build(g)
        WORKED.append((build.__name__, g, expected, max_depth, level))
        return build
    return keep


def words(text):
    return [group.split() for group in text.split("|")]


# ---- worked graphs
# ----------------------------------------------------------------------------------------------

@worked(words("conv1 bias relu | conv2 relu2"))
def chain(g):
    x = g.input("x")
    c = g.add("conv1", OUT, [x], "s")
    b = g.add("bias", BC, [c], "s")
    r = g.add("relu", EW, [b], "s")
    c2 = g.add("conv2", OUT, [r], "s")
    g.add("relu2", EW, [c2], "s", external=True)


@worked(words("conv sigmoid mul"))
def silu(g):
    c = g.add("conv", OUT, [g.input("x")], "s")
    s = g.add("sigmoid", EW, [c], "s")
    g.add("mul", BC, [c, s], "s", external=True)


@worked(words("conv plus clip divide mul"))
def hard_swish(g):
    c = g.add("conv", OUT, [g.input("x")], "s")
    p = g.add("plus", EW, [c], "s")
    l = g.add("clip", EW, [p], "s")
    d = g.add("divide", EW, [l], "s")
    g.add("mul", BC, [c, d], "s", external=True)


@worked(words("conv1 relu1 | conv2 add relu2 | conv3"))
def residual(g):
    x = g.input("x")
    c1 = g.add("conv1", OUT, [x], "s")
    r1 = g.add("relu1", EW, [c1], "s")
    c2 = g.add("conv2", OUT, [r1], "s")
    c3 = g.add("conv3", OUT, [x], "s")
    a = g.add("add", BC, [c2, c3], "s")
    g.add("relu2", EW, [a], "s", external=True)


@worked(words("conv relu | gap | fc1 relu_s | fc2 sigmoid | mul"))
def squeeze_excite(g):
    c = g.add("conv", OUT, [g.input("x")], "s")
    r = g.add("relu", EW, [c], "s")
    p = g.add("gap", OUT, [r], "c")
    f = g.add("fc1", OUT, [p], "c/4")
    rs = g.add("relu_s", EW, [f], "c/4")
    f2 = g.add("fc2", OUT, [rs], "c")
    s = g.add("sigmoid", EW, [f2], "c")
    g.add("mul", BC, [r, s], "s", external=True)


@worked(words("conv relu | reshape1 transpose reshape2 | dwconv"))
def shuffle(g):
    c = g.add("conv", OUT, [g.input("x")], "s")
    r = g.add("relu", EW, [c], "s")
    a = g.add("reshape1", INJ, [r], "t")
    b = g.add("transpose", INJ, [a], "u")
    d = g.add("reshape2", INJ, [b], "s")
    g.add("dwconv", OUT, [d], "s", external=True)


@worked(words("max | sub exp | sum | div"))
def softmax(g):
    x = g.input("x", "s")
    m = g.add("max", RED, [x], "r")
    s = g.add("sub", BC, [x, m], "s")
    e = g.add("exp", EW, [s], "s")
    t = g.add("sum", RED, [e], "r")
    g.add("div", BC, [e, t], "s", external=True)


@worked(words("mean | sub | sq mean2 | addeps rsqrt mul mulg addb"))
def layer_norm(g):
    x = g.input("x", "s")
    gamma, beta = g.input("gamma", "w"), g.input("beta", "w")
    m = g.add("mean", RED, [x], "r")
    s = g.add("sub", BC, [x, m], "s")
    q = g.add("sq", BC, [s, s], "s")
    m2 = g.add("mean2", RED, [q], "r")
    a = g.add("addeps", EW, [m2], "r")
    r = g.add("rsqrt", EW, [a], "r")
    y = g.add("mul", BC, [s, r], "s")
    y = g.add("mulg", BC, [y, gamma], "s")
    g.add("addb", BC, [y, beta], "s", external=True)


@worked(words("conv relu | maxpool | conv2"))
def fan_out(g):
    c = g.add("conv", OUT, [g.input("x")], "s")
    r = g.add("relu", EW, [c], "s")
    g.add("maxpool", OUT, [r], "h", external=True)
    g.add("conv2", OUT, [r], "s", external=True)


@worked(words("conv exp add"))
def side_producer(g):
    c = g.add("conv", OUT, [g.input("x")], "s")
    e = g.add("exp", EW, [g.input("y", "s")], "s")
    g.add("add", BC, [c, e], "s", external=True)


@worked(words("conv | add"))
def broadcast_up(g):
    c = g.add("conv", OUT, [g.input("x")], "c")
    g.add("add", BC, [c, g.input("y", "s")], "s", external=True)


@worked(words("conv bias | add"))
def broadcast_up_with_bias(g):
    c = g.add("conv", OUT, [g.input("x")], "c")
    b = g.add("bias", BC, [c], "c")
    g.add("add", BC, [b, g.input("y", "s")], "s", external=True)


@worked(words("relu | conv"))
def prologue(g):
    r = g.add("relu", EW, [g.input("x")], "s")
    g.add("conv", OUT, [r], "s", external=True)


@worked(words("transpose | add sum"))
def transposed_sum(g):
    t = g.add("transpose", INJ, [g.input("x")], "s")
    a = g.add("add", BC, [t, g.input("w", "c")], "s")
    g.add("sum", RED, [a], "r", external=True)


@worked(words("c0 m0 a1 a2 | c1 m1 | c2 m2 | c3 m3 a3 a4 | c4 m4"), max_depth=4)
def running_sums(g):
    total = None
    for i in range(5):
        c = g.add(f"c{i}", EW, [], "")
        term = g.add(f"m{i}", BC, [g.input(f"x{i}", "s"), c], "s")
        total = term if total is None else g.add(f"a{i}", BC, [total, term], "s", external=i == 4)


@worked(words("conv1 relu1 | conv2 relu2 | sig concat relu3"))
def concat_flattened(g):
    x = g.input("x")
    c1 = g.add("conv1", OUT, [x], "s")
    r1 = g.add("relu1", EW, [c1], "s")
    c2 = g.add("conv2", OUT, [x], "s")
    r2 = g.add("relu2", EW, [c2], "s")
    s = g.add("sig", EW, [x], "s")
    k = g.add("concat", INJ, [r1, r2, s], "3s")
    g.add("relu3", EW, [k], "3s", external=True)


@worked(words("conv | pixelshuffle clip"))
def pixel_shuffle(g):
    c = g.add("conv", OUT, [g.input("x")], "s")
    p = g.add("pixelshuffle", INJ, [c], "t")
    g.add("clip", EW, [p], "t", external=True)


@worked(words("add relu | conv1 add2"))
def pre_activation(g):
    a = g.add("add", BC, [g.input("x", "s"), g.input("y", "s")], "s")
    r = g.add("relu", EW, [a], "s")
    c = g.add("conv1", OUT, [r], "s")
    g.add("add2", BC, [c, r], "s", external=True)


@worked(words("conv | relu"))
def conv_is_a_result(g):
    c = g.add("conv", OUT, [g.input("x")], "s", external=True)
    g.add("relu", EW, [c], "s", external=True)


@worked([[f"e{i}" for i in range(256)], [f"e{i}" for i in range(256, 300)]])
def long_chain(g):
    v = g.input("x", "s")
    for i in range(300):
        v = g.add(f"e{i}", EW, [v], "s", external=i == 299)


def diamond(g, tag, v):
    """Eleven nodes with one below and one above all others."""
    top = g.add(f"{tag}_0", EW, [v], "s")
    ends = []
    for side in range(3):
        e = top
        for k in range(3):
            e = g.add(f"{tag}_{1 + 3 * side + k}", EW, [e], "s")
        ends.append(e)
    return g.add(f"{tag}_10", BC, ends, "s")


@worked([[f"{t}_{i}" for i in range(11)] for t in "abc"], max_depth=11)
def three_diamonds(g):
    v = g.input("x", "s")
    for tag in "abc":
        v = diamond(g, tag, v)
    g.external[v] = True


@worked(words("conv | bias | relu"), level=0)
def level_zero(g):
    c = g.add("conv", OUT, [g.input("x")], "s")
    b = g.add("bias", BC, [c], "s")
    g.add("relu", EW, [b], "s", external=True)


# ---- random graphs
# ----------------------------------------------------------------------------------------------

def random_graph(rng):
    """Shapes are full ("s"), a row of it ("r") or other ("t"); a node's kind says what its readers
    may be given."""
    g = Graph()
    size = rng.choice([4, 8, 14, 25, 60, 150])
    for i in range(rng.randint(1, 3)):
        g.input(f"x{i}", rng.choice("sssr"))
    weights = rng.choice(
        [
            [30, 25, 15, 8, 15, 4, 3],
            [60, 20, 5, 3, 10, 1, 1],
            [15, 15, 40, 5, 10, 10, 5],
            [20, 20, 20, 20, 20, 0, 0],
        ]
    )
    reach = rng.choice([2, 5, 1000])
    for i in range(size):
        kind = rng.choices([EW, BC, INJ, RED, OUT, TUPLE, OPAQUE], weights)[0]
        near = range(max(0, len(g.names) - reach), len(g.names))
        pick = [j for j in near if g.kinds[j] != TUPLE or kind == INJ] or [0]
        n = {EW: 1, RED: 1, OUT: rng.randint(1, 2), BC: 2, TUPLE: rng.randint(1, 4)}.get(
            kind, rng.randint(1, 3)
        )
        if rng.random() < 0.03:
            n = 0
        inputs = [rng.choice(pick) for _ in range(n)]
        shape = rng.choice("st") if kind in (INJ, OUT, OPAQUE) else "r" if kind == RED else None
        if shape is None:
            shapes = [g.shapes[j] for j in inputs] or ["s"]
            shape = "s" if "s" in shapes else shapes[0]
        g.add(f"n{i}", kind, inputs, shape, external=rng.random() < rng.choice([0, 0.05]))
    dead = rng.random() < 0.2
    for i, readers in enumerate(g.outputs):
        if not readers and not dead:
            g.external[i] = True
    return g


# ---- comparing
# --------------------------------------------------------------------------------------------------

def text_of(g, max_nodes):
    lines = [f"{len(g.names)} {max_nodes}"]
    for kind, external, readers in zip(g.kinds, g.external, g.outputs):
        edges = "".join(f" {to} {edge}" for to, edge in readers)
        lines.append(f"{kind} {int(external)} {len(readers)}{edges}")
    return "\n".join(lines)


def partition(program, jobs):
    text = "\n".join(text_of(g, depth if level else 0) for g, depth, level in jobs) + "\n"
    lines = subprocess.run(
        [program], input=text, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(lines) == 3 * len(jobs), "the program stopped early"
    return [
        [[int(v) for v in line.split()] for line in lines[3 * i : 3 * i + 3]]
        for i in range(len(jobs))
    ]


def differs(g, found, groups, tree):
    """Why, or None."""
    wanted = [group.root().node for group in groups]
    if found[0] != wanted:
        return f"groups {found[0]}, {wanted} expected"
    if found[1] != [-1 if t[0] is None else t[0] for t in tree]:
        return "post-dominators"
    if found[2] != [t[2] for t in tree]:
        return "kinds of ways"
    return None


def check_worked(program):
    found = partition(program, [(g, depth, level) for _, g, _, depth, level in WORKED])
    n_wrong = 0
    for (name, g, expected, depth, level), result in zip(WORKED, found):
        groups, tree = fuse(g, depth, level)
        why = differs(g, result, groups, tree)
        if members(g, groups) != expected:
            why = f"the oracle says {members(g, groups)}, {expected} expected"
        if why:
            n_wrong += 1
            print(f"{name}: {why}")
    print(f"{len(WORKED)} worked graphs, {n_wrong} different")
    return n_wrong


def check_random(program, n_graphs, seed):
    rng = random.Random(seed)
    jobs = [(random_graph(rng), rng.choice([256, 256, 3, 8]), 2) for _ in range(n_graphs)]
    n_wrong = n_fused = 0
    for (g, depth, level), result in zip(jobs, partition(program, jobs)):
        groups, tree = fuse(g, depth, level)
        n_fused += len(g.names) - len({group.root().node for group in groups})
        why = differs(g, result, groups, tree)
        if why:
            n_wrong += 1
            print(f"{why} in\n{text_of(g, depth)}")
    print(
        f"{n_graphs} random graphs from seed {seed}, {n_fused} nodes joined, "
        f"{n_wrong} graphs different"
    )
    return n_wrong + (n_fused < n_graphs)


def seconds_of_children():
    """That those which ended have worked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check_speed(program):
    """A long chain, and a long ladder in which every value is read twice: no more than a few times
    what half of it takes."""
    n_wrong = 0
    for name, ladder in (("chain", False), ("ladder", True)):
        took = []
        for n in (20000, 40000):
            g = Graph()
            v = last = g.input("x", "s")
            for i in range(n):
                v, last = g.add("", BC if ladder else EW, [v, last] if ladder else [v], "s"), v
            g.external[v] = True
            text = text_of(g, 256) + "\n"
            start = seconds_of_children()
            subprocess.run([program], input=text, capture_output=True, text=True, check=True)
            took.append(seconds_of_children() - start)
        print(f"{name} of 20000 and 40000: {took[0]:.3f} s, {took[1]:.3f} s")
        n_wrong += took[1] > 4 * took[0] + 2
    return n_wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--graphs", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    n_wrong = (
        check_worked(args.program)
        + check_random(args.program, args.graphs, args.seed)
        + check_speed(args.program)
    )
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
