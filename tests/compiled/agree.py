#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiled networks against the reference interpreter.

    agree.py [--sinter build/sinter] [-k PART] [--only models|sanitizers|targets] [--table]
             [--share N]

Each network is written by `sinter compile`, built with host.c (guards around all memory, which is
NaN before; the same bits with every number of threads), and compared with `sinter run --interpret`
of the original on seeded inputs.

models      every network of the corpus that is stored in ncnn's form (SINTER_MODELS; weights
            from a seed for those that have none), on this machine, 1 and 2 threads. Where code
            has Winograd's convolutions or Strassen's products, it is also written with --exact.
sanitizers  built-in networks: address and undefined behaviour, and threads
targets     the same for every --target: natively where this machine can run it, ARM in an emulator;
            gcc and clang, no warnings

With --share N, every model is written once, but --exact, sanitizers, targets and compilers are
given to the networks by turns, to each an N-th of them; another --seed gives others. The last line
counts. With --table, a line for each network. docs/numbers.md has the bounds.
"""

import array
import concurrent.futures
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "peer"))
import corpus  # noqa: E402
import peer  # noqa: E402
import sinter_tool as tool  # noqa: E402

# By class: the largest distance that is allowed. What was found is in docs/numbers.md.
BOUNDS = {"plain": 1e-4, "fast": 2e-4}
BOUND_SEEDED = 1e-3  # made-up weights: some of these networks magnify any rounding
HOLES = os.path.join(os.path.dirname(HERE), "holes")
STRICT = "-std=c11 -Wall -Wextra -Wpedantic -Werror"

# Built-in networks, most at sizes that are no multiples of anything.
SUBSET = [
    ("zoo mobilenet_v2", "3,65,71"),
    ("zoo resnet18", "3,67,61"),
    ("zoo shufflenet_v2", "3,64,96"),
    ("zoo squeezenet", "3,71,65"),
    ("zoo vit", ""),
    ("zoo ssd", ""),
]

MACHINES = {  # target: what /proc/cpuinfo must have
    "generic": [],
    "x86-64": ["sse2"],
    "x86-64-v3": ["avx2", "fma"],
    "x86-64-v3-vl": ["avx512vl", "avx512dq", "avx512bw"],
    "x86-64-v4": ["avx512vl", "avx512dq", "avx512bw"],
}


class Wrong(Exception):
    pass


class LeftOut(Exception):
    pass


def call(argv, seconds=600, apart=False):
    """Status and what it printed; `apart`: on stdout, and on stderr."""
    words, errors = tool.limited(argv, seconds), subprocess.PIPE if apart else subprocess.STDOUT
    p = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
    said = p.stdout.decode(errors="replace")
    return (
        (p.returncode, said, p.stderr.decode(errors="replace")) if apart else (p.returncode, said)
    )


def sinter(args, *words):
    code, text, notes = call([args.sinter] + list(words), apart=True)
    if code:
        said = re.findall(r'"message": (".*")', text)
        why = (
            json.loads(said[0])
            if said
            else (notes.strip().splitlines() or ["status %d" % code])[-1]
        )
        raise (LeftOut if code == 6 else Wrong)("sinter %s: %s" % (words[0], why))
    return text


def seeded(path, shape, seed):
    n, rng = 1, random.Random(seed)
    for size in shape:
        n *= size
    with open(path, "wb") as f:
        array.array("f", (rng.uniform(-1, 1) for _ in range(n))).tofile(f)


def raw_of_npy(path):
    """The floats of a .npy as a file without a head."""
    with open(path, "rb") as f:
        head = f.read(10)
        f.seek(10 + head[8] + 256 * head[9])
        rest = f.read()
    raw = path[: -len("npy")] + "raw"
    with open(raw, "wb") as f:
        f.write(rest)
    os.remove(path)
    return raw


class Network:
    """One network with inputs, and what the interpreter makes of them."""

    def __init__(self, args, folder, param, shapes, weights, outputs=()):
        self.args, self.folder, self.param, self.words = args, folder, param, list(weights)
        os.makedirs(folder, exist_ok=True)
        for name, shape in shapes.items():
            self.words += ["--input", "%s=%s" % (name, tool.sizes(shape))]
        self.words += [w for name in outputs for w in ("--to", name)]
        known = json.loads(
            sinter(
                args,
                "show",
                param,
                "--json",
                *[w for w in self.words if w != "--to" and w not in outputs]
            )
        )
        self.inputs, self.expected = {}, {}
        for i, value in enumerate(known["inputs"]):
            self.inputs[value["name"]] = os.path.join(folder, "in%d.raw" % i)
            seeded(self.inputs[value["name"]], value["shape"], i + 1)

    def interpret(self, leave_out=()):
        feeds = [
            w
            for name, path in self.inputs.items()
            for w in ("--input-file", "%s=%s" % (name, path))
        ]
        text = sinter(
            self.args,
            "run",
            self.param,
            "--interpret",
            "--json",
            "-o",
            os.path.join(self.folder, "expected"),
            *self.words,
            *feeds
        )
        for output in json.loads(text)["outputs"]:
            raw = raw_of_npy(output["file"])
            if output["name"] not in leave_out:
                self.expected[output["name"]] = raw

    def compile(self, name, *words):
        made = os.path.join(self.folder, name)
        sinter(
            self.args,
            "compile",
            self.param,
            "-o",
            made,
            "--prefix",
            "net",
            "--check=off",
            *self.words,
            *words
        )
        return made

    def build(self, made, compiler, flags):
        """The program; object by object, since these are built side by side with those of other
        networks."""
        code = [
            f
            for f in sorted(glob.glob(os.path.join(made, "*.c")))
            if os.path.basename(f) != "main.c"
        ]
        objects = []
        for source in code + [os.path.join(HERE, "host.c")]:
            objects.append(os.path.join(made, os.path.basename(source) + ".o"))
            words = (
                compiler
                + flags
                + [
                    "-DHEADER=\"net.h\"",
                    "-DMODULE=net_module",
                    "-I",
                    made,
                    "-c",
                    source,
                    "-o",
                    objects[-1],
                ]
            )
            status, said = call(words)
            if status:
                raise Wrong("%s: %s" % (" ".join(compiler), said.strip()[:1000]))
        program = os.path.join(made, "host")
        status, said = call(compiler + flags + objects + ["-o", program, "-lm", "-lpthread"])
        if status:
            raise Wrong("%s: %s" % (" ".join(compiler), said.strip()[:1000]))
        return program

    def distances(self, made, program, threads, before=()):
        words = [w for name, path in self.inputs.items() for w in ("-i", name, path)]
        words += [w for name, path in self.expected.items() for w in ("-o", name, path)]
        status, said = call(
            list(before) + [program, os.path.join(made, "net.weights"), str(threads)] + words
        )
        if status:
            raise Wrong(
                "%s: %s"
                % (
                    "signal %d" % -status if status < 0 else "status %d" % status,
                    said.strip()[:1500],
                )
            )
        found = {}
        for line in said.splitlines():
            name, value = line.rsplit(" ", 1)
            found[name] = float(value)
        if set(found) != set(self.expected):
            raise Wrong("outputs are %s, not %s" % (sorted(found), sorted(self.expected)))
        return max(found.values())


def flags_of(made, compiler):
    """Those that the folder's CMakeLists.txt has for a compiler."""
    with open(os.path.join(made, "CMakeLists.txt")) as f:
        gcc, clang = re.findall(r"set\(NET_FLAGS (.*)\)", f.read())
    return (clang if "clang" in compiler[0] else gcc).split()


def compiled_text(made):
    return "".join(open(f, errors="replace").read() for f in glob.glob(os.path.join(made, "*.c")))


def is_fast(made):
    """Whether it multiplies less than the plain sum does."""
    text = compiled_text(made)
    return "winograd" in text or "strassen" in text


def check_bound(kind, far, seeded=False):
    bound = max(BOUNDS[kind], BOUND_SEEDED if seeded else 0)
    if not far <= bound:
        raise Wrong("%s: off by %.3g; %g is allowed" % (kind, far, bound))


# ---- models --------------------------------------------------------------------------------------


def results(param):
    """What comes out, with what goes into a softmax or detection that comes last: its results may
    be nothing, or 0 and 1 alone. None: nothing ends like that."""
    layers = tool.layers(param)
    read = {b for _, _, bottoms, _ in layers for b in bottoms}
    ends = [t for _, _, _, tops in layers for t in tops if t not in read]
    kinds = {t: (kind, bottoms) for kind, _, bottoms, tops in layers for t in tops}
    inner = [
        b
        for t in ends
        if kinds[t][0] in corpus.BEFORE
        for b in kinds[t][1]
        if kinds[b][0] not in ("Input", "PriorBox", "MemoryData")
    ]
    return list(dict.fromkeys(ends + inner)) if inner else ()


def model(args, folder, param, shapes, weights, exact, found):
    network = Network(args, folder, param, shapes, weights, results(param))
    network.interpret(leave_out=corpus.detected(param))
    for words in ((), ("--exact",)) if exact else ((),):
        made = network.compile("made" + "".join(words), "--no-selftest", *words)
        fast = is_fast(made)
        if words and fast:
            raise Wrong("--exact, but the code has Winograd's convolutions or Strassen's products")
        kind = "fast" if fast else "plain"
        compiler = ["cc"]
        far = network.distances(
            made,
            network.build(
                made,
                compiler,
                ["-std=c11", "-Wall", "-Wextra", "-Werror"] + flags_of(made, compiler),
            ),
            2,
        )
        found[kind] = max(found.get(kind, 0), far)
        shutil.rmtree(made)
        if not fast:
            break
    for kind, far in found.items():
        check_bound(kind, far, seeded=bool(weights))


def models(args, folder):
    """(name, function that is called with {class: distance})"""
    if not os.path.isdir(os.environ.get("SINTER_MODELS", "")):
        print("skipped: no models (SINTER_MODELS names no folder)")
        return
    for number, (name, param, shapes, weights, _) in enumerate(corpus.models(more=["vgg16"])):
        if shapes is None:
            print("%s is left out: it has a layer of its author's" % name)
            continue
        if os.path.exists(tool.beside(param)) and corpus.holds(tool.beside(param), corpus.INT8_TAG):
            print(
                "%s is left out: int8, of which a sum may fall on the edge between two integers"
                % name
            )
            continue
        work = os.path.join(folder, re.sub(r"\W", "_", name))
        a = args, work, param, shapes, weights, (number + args.seed) % args.share == 0
        yield name, lambda found, a=a: model(*a, found)


# ---- the subset ----------------------------------------------------------------------------------


def subset(args, folder):
    """(name, .param, shapes, weights)"""
    for what, sizes in SUBSET:
        name = what.split()[1]
        param = os.path.join(folder, name + ".param")
        sinter(args, "zoo", name, "-o", param)
        shapes = corpus.inputs_of_file(param)
        if sizes:
            shapes = {n: tuple(int(v) for v in sizes.split(",")) for n in shapes}
        yield name, param, shapes


def with_interpreter(args, folder, name, param, shapes):
    network = Network(args, os.path.join(folder, name), param, shapes, (), results(param))
    network.interpret(leave_out=corpus.detected(param))
    return network


def sanitized(network, how, threads, found):
    made = network.compile("sanitized-" + how, "--threads", str(threads))
    flags = [
        "-std=c11",
        "-g",
        "-O1",
        "-march=native",
        "-fsanitize=" + how,
        "-fno-sanitize-recover=all",
    ]
    found["plain"] = network.distances(made, network.build(made, ["gcc"], flags), threads)
    shutil.rmtree(made)


def sanitizers(args, folder):
    for number, (name, param, shapes) in enumerate(subset(args, folder)):
        network = with_interpreter(args, folder, name, param, shapes)
        for how, threads in peer.turns(args, number, [("address,undefined", 2), ("thread", 3)]):
            yield (
                "%s under -fsanitize=%s" % (name, how),
                lambda found, a=(network, how, threads): sanitized(*a, found),
            )


def on_machine(network, target, compiler, before, found):
    made = network.compile("%s-%s" % (target, os.path.basename(compiler[0])), "--target", target)
    words = STRICT.split() + flags_of(made, compiler)
    kind = "fast" if is_fast(made) else "plain"
    found[kind] = network.distances(made, network.build(made, compiler, words), 2, before)
    shutil.rmtree(made)
    check_bound(kind, found[kind])


def machines():
    """(target, compiler, what runs its programs)"""
    with open("/proc/cpuinfo") as f:
        flags = (
            set(re.findall(r"^flags\s*: (.*)$", f.read(), re.M)[0].split())
            if os.uname().machine == "x86_64"
            else set()
        )
    for target, needed in MACHINES.items():
        if not flags.issuperset(needed):
            print("--target %s is left out: this machine cannot run it" % target)
            continue
        for compiler in ("gcc", "clang"):
            if shutil.which(compiler):
                yield target, [compiler], []
    if os.uname().machine == "aarch64":
        yield "aarch64", ["gcc"], []
    elif shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64"):
        yield "aarch64", ["aarch64-linux-gnu-gcc", "-static"], ["qemu-aarch64"]
    else:
        print("--target aarch64 is left out: no aarch64-linux-gnu-gcc, or no qemu-aarch64")


def targets(args, folder):
    where = list(machines())
    for number, (name, param, shapes) in enumerate(subset(args, folder)):
        network = with_interpreter(args, folder, name, param, shapes)
        for target, compiler, before in peer.turns(args, number, where):
            yield (
                "%s for %s by %s" % (name, target, compiler[0]),
                lambda found, a=(network, target, compiler, before): on_machine(*a, found),
            )


# ---- all of it -----------------------------------------------------------------------------------


def one(args, name, check):
    start, found = time.monotonic(), {}
    try:
        check(found)
        status, why = "", ""
    except LeftOut as e:
        status, why = "left out", str(e)
    except Wrong as e:
        status, why = "FAILED", str(e)
    seconds = time.monotonic() - start
    if status or args.table:
        words = ", ".join("%s %s" % (kind, peer.size(far)) for kind, far in found.items())
        print(
            "%s%s: %s%s" % (status + ": " if status else "", name, words, "; " + why if why else "")
            + ("" if status else " (%.1f s)" % seconds),
            flush=True,
        )
    return status, found


def main():
    args = peer.arguments(
        __doc__.splitlines()[0],
        only={"default": ""},
        table={"action": "store_true"},
        jobs={"type": int, "default": os.cpu_count() or 1},
    )
    folder, largest, n = peer.folder(), {}, {"": 0, "left out": 0, "FAILED": 0}
    try:
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            jobs = []
            for part in (models, sanitizers, targets):
                if args.only in ("", part.__name__):
                    os.makedirs(os.path.join(folder, part.__name__))
                    checks = part(args, os.path.join(folder, part.__name__))
                    jobs += [
                        pool.submit(one, args, name, check)
                        for name, check in checks
                        if args.k in name
                    ]
            for job in concurrent.futures.as_completed(jobs):
                status, found = job.result()
                n[status] += 1
                for kind, far in found.items():
                    largest[kind] = max(largest.get(kind, 0), far)
    finally:
        peer.remove(folder)
    for kind in sorted(largest):
        print("largest distance, %s: %s" % (kind, peer.size(largest[kind])))
    peer.finish(n[""], n["FAILED"] + n["left out"])


if __name__ == "__main__":
    main()
