#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains random networks (training_networks.py) a few steps by `sinter train`, in the reference
interpreter and compiled: batch norms in each form, on targets, with one thread and two, which take
turns: nine seeds meet them all. Losses of each epoch and what each weight moved by must agree.

How far off they may be is measured: the interpreter trains two times more on data that are off by
NOISE, and ten times that distance is allowed, beside LOSS and WEIGHTS, relative. A network that
makes much of noise (a ReLU at its kink, a batch whose statistics are nearly none), or whose weights
run away, proves nothing, and is counted.

usage: trainings.py [--seeds A..B] [--jobs N] [--save FOLDER] [--without BLOCKS] [--reduce]

A failure says its seed. --save keeps the networks and the data of failures, with the command lines
to repeat them; --reduce leaves out all blocks of the network without which it fails, too, and
--without 0,3 leaves out those."""

import argparse
import array
import concurrent.futures
import itertools
import json
import math
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from npy_file import npy  # noqa: E402
from training_networks import Network  # noqa: E402

NOISE = 1e-6
LOSS = 2e-5
WEIGHTS = 1e-4
ROUNDING = 1e-6  # of weights themselves, which are f32
MUCH = 1e-2  # of what weights move by: what noise may do to a network that is looked at
NOT_FINITE = 12  # exit status

TARGETS = "native", "x86-64-v3", "generic"
FORMS = list(itertools.product(("fused", "split", "plain"), TARGETS, "12"))
random.Random(0).shuffle(FORMS)
EACH = 2  # forms of a seed


class Failure(Exception):
    pass


class Case:
    """A network with its data in a folder, and what the interpreter makes of it."""

    def __init__(self, sinter, seed, folder, without=()):
        self.sinter, self.folder = sinter, folder
        self.net = net = Network(seed, without)
        rng = random.Random(-seed)
        with open(os.path.join(folder, "net.param"), "w") as f:
            f.write(net.text())
        self.run("convert", "net.param", "--bin", "seed:%d" % seed, "-o", "start.param", "-q")
        n, shape = 2 * net.batch, net.shapes["data"]
        x = [rng.gauss(0, 1) for _ in range(n * math.prod(shape))]
        self.save("x.npy", "f4", [n, *shape], x)
        for i in range(2):
            off = [v * (1 + rng.uniform(-NOISE, NOISE)) for v in x]
            self.save("x%d.npy" % i, "f4", [n, *shape], off)
        result = net.shapes[net.result]
        if net.loss == "mse":
            y = [rng.gauss(0, 1) for _ in range(n * math.prod(result))]
            self.save("y.npy", "f4", [n, *result], y)
        else:
            self.save("y.npy", "i4", [n], [rng.randrange(math.prod(result)) for _ in range(n)])
        self.how = ["--loss", net.loss, "--input", "data=%d,%d,%d" % shape]
        self.how += ["--batch", str(net.batch), "--epochs", "2"]
        rates = ["0.001", "0.003"] if net.loss == "mse" else ["0.003", "0.01"]
        self.how += ["--learning-rate", rng.choice(rates)]
        self.how += ["--optimizer", rng.choice(["sgd", "sgd", "sgd:momentum=0.9"])]

    def save(self, name, kind, shape, data):
        npy(os.path.join(self.folder, name), kind, shape, data)

    def run(self, *words, **environment):
        p = subprocess.run(
            [self.sinter, *words],
            capture_output=True,
            text=True,
            env=dict(os.environ, **environment),
            cwd=self.folder,
        )
        if p.returncode and p.returncode != NOT_FINITE:
            said = p.stderr.strip() or p.stdout.strip()  # with --json it stands there
            raise Failure("sinter %s: status %d: %s" % (words[0], p.returncode, said[-2000:]))
        return p.returncode, p.stdout

    def read(self, name):
        """The weights of a .bin, one list each."""
        floats = array.array("f")
        with open(os.path.join(self.folder, name), "rb") as f:
            floats.frombytes(f.read())
        lists, at = [], 0
        for _, n, tagged in self.net.weights:
            at += tagged
            lists.append(floats[at : at + n])
            at += n
        if at != len(floats):
            raise Failure("%s has %d floats, %d expected" % (name, len(floats), at))
        return lists

    def train(self, data, *more, **environment):
        """Losses, and what each weight moved by; None: no finite numbers."""
        words = ["train", "start.param", data, "y.npy", *self.how, *more, "-q", "--json"]
        with open(os.path.join(self.folder, "commands"), "a") as f:
            f.write("sinter %s -o trained.param\n" % shlex.join(words))
        status, out = self.run(*words, "-o", "trained.param", **environment)
        if status:
            return None
        losses = [e["loss"] for e in json.loads(out)["epochs"]]
        start = self.read("start.bin")
        return losses, [
            [b - a for a, b in zip(v, w)] for v, w in zip(start, self.read("trained.bin"))
        ]


def norm(v):
    return math.sqrt(sum(a * a for a in v))


def distance(v, w):
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(v, w)))


class Expected:
    """What the interpreter says, and how far off something else may be."""

    def __init__(self, case):
        self.names = case.net.weights
        is_, noisy = case.train("x.npy", "--interpret"), []
        self.is_sound = is_ is not None
        for i in range(2 if self.is_sound else 0):
            noisy.append(case.train("x%d.npy" % i, "--interpret"))
            self.is_sound = self.is_sound and noisy[-1] is not None
        if not self.is_sound:
            return
        self.losses, self.moved = is_
        of_losses = [max(abs(n[0][i] - a) for n in noisy) for i, a in enumerate(self.losses)]
        of_moved = [max(distance(n[1][i], v) for n in noisy) for i, v in enumerate(self.moved)]
        weights = case.read("start.bin")
        trained = [i for i in range(len(self.names)) if not case.net.is_running(i)]
        way = norm([norm(self.moved[i]) for i in trained])
        size = norm([norm(weights[i]) for i in trained])
        self.is_sound = way <= size and norm([of_moved[i] for i in trained]) <= MUCH * way
        self.loss_bounds = [
            LOSS * max(1, abs(a)) + 10 * n for a, n in zip(self.losses, of_losses)
        ]
        self.moved_bounds = [
            WEIGHTS * norm(v) + ROUNDING * norm(w) + 10 * n
            for v, w, n in zip(self.moved, weights, of_moved)
        ]

    def wrong(self, got):
        """What is wrong with that; "": nothing."""
        if got is None:
            return "numbers that are not finite"
        for i, (a, b, bound) in enumerate(zip(self.losses, got[0], self.loss_bounds)):
            if not abs(a - b) <= bound:
                return "the loss of epoch %d is %.7g, %.7g by the interpreter" % (i + 1, b, a)
        for i, (v, w, bound) in enumerate(zip(self.moved, got[1], self.moved_bounds)):
            off = distance(v, w)
            if not off <= bound:
                layer = self.names[i][0]
                place = i - [name for name, _, _ in self.names].index(layer)
                return "weight %d of %s moved by what is off by %.3g of %.3g, %.3g allowed" % (
                    place, layer, off, norm(v), bound)  # fmt: skip
        return ""


def forms_of(seed):
    """The words that say how a seed is compiled, and variables of the environment."""
    rng = random.Random(seed)
    for i in range(EACH):
        bn, target, threads = FORMS[(seed * EACH + i) % len(FORMS)]
        more = rng.choice([[], [], [], ["--exact"], ["--small"]])
        more = more + rng.choice([[], ["--check", "off"]])
        fast = {} if rng.random() < 0.1 else {"CC": os.path.join(HERE, "cc_fast.sh")}
        yield ["--bn", bn, "--target", target, "--threads", threads, *more], fast


def failures_of(args, seed, folder, without=(), forms=None):
    """(how, what is wrong) of each form that is wrong; None: the network is not sound."""
    found = []
    case = Case(args.sinter, seed, folder, without)
    expected = Expected(case)
    if not expected.is_sound:
        return None
    for how, environment in forms or forms_of(seed):
        try:
            wrong = expected.wrong(case.train("x.npy", *how, **environment))
        except Failure as e:
            wrong = str(e)
        if wrong:
            found.append(((how, environment), wrong))
    return found


def reduced(args, seed, form, folder):
    """Blocks without which that form still fails."""
    without = set(args.without)
    again = True
    while again:
        again = False
        for i in range(6):
            if i in without:
                continue
            try:
                if failures_of(args, seed, folder, without | {i}, [form]):
                    without.add(i)
                    again = True
            except Failure:
                pass
    return sorted(without)


def one(args, seed):
    """(state, messages)"""
    folder = tempfile.mkdtemp(prefix="trainings")
    try:
        found = failures_of(args, seed, folder, args.without)
    except Failure as e:
        found = [(None, str(e))]
    if found is None:
        shutil.rmtree(folder)
        return "unsound", []
    messages = []
    for form, wrong in found:
        messages.append("seed %d, %s: %s" % (seed, " ".join(form[0]) if form else "", wrong))
        if form and args.reduce:
            scratch = tempfile.mkdtemp(prefix="trainings")
            blocks = ",".join(map(str, reduced(args, seed, form, scratch)))
            messages.append("    also --seeds %d..%d --without %s" % (seed, seed, blocks))
            shutil.rmtree(scratch)
    if found and args.save:
        shutil.copytree(folder, os.path.join(args.save, str(seed)), dirs_exist_ok=True)
    shutil.rmtree(folder)
    return ("failed" if found else "agrees"), messages


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--sinter", default=os.environ.get("SINTER", "sinter"))
    p.add_argument("--seeds", default="1..9", help="FIRST..LAST")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--save")
    p.add_argument("--without", type=lambda s: [int(i) for i in s.split(",")], default=[])
    p.add_argument("--reduce", action="store_true")
    args = p.parse_args()
    args.sinter = os.path.abspath(shutil.which(args.sinter) or args.sinter)
    first, last = map(int, args.seeds.split(".."))
    counts = {"agrees": 0, "failed": 0, "unsound": 0}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for state, messages in pool.map(lambda s: one(args, s), range(first, last + 1)):
            counts[state] += 1
            for message in messages:
                print(message, flush=True)
    print("%(agrees)d networks agree, %(failed)d do not, %(unsound)d prove nothing" % counts)
    few = last - first >= 8 and counts["unsound"] * 2 > last + 1 - first
    if few:
        print("too many prove nothing")
    sys.exit(1 if counts["failed"] or few else 0)


if __name__ == "__main__":
    main()
