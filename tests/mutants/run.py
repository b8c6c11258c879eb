#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants wrong rewrites into a copy of the tree, and sees that the checks catch them and that
`bisect` names them.

usage: run.py ROOT FOLDER [--only NAME] [--lines] [--model FILE.param[;INPUT=SIZES...]]...
              [CMAKE ARGUMENT...]

mutants.txt has one wrong pass a block:

    == NAME PASS FILE          the pass that becomes wrong, the file that is changed
    the lines as they are
    --
    the lines as they shall be (none: they go)
    --
    a .param on which it shows (this part may be left out; weights are made up)

Each is built into the same copy (so little is compiled anew) and run over the built-in networks,
the networks in tests/holes and the models given. A mutant is caught on a network where `optimize
--verify each` takes a rewrite back, and named where `optimize --verify off` makes the network
compute something else and `bisect` blames the mutant's pass. Every mutant has to be caught
somewhere, and named wherever the whole network differs; a mutant that is never caught is a hole in
the checks. """
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
COPIED = ("CMakeLists.txt", "include", "src", "tools")
ZOO = ("mobilenet_v2", "squeezenet", "shufflenet_v2")


def fail(message):
    sys.exit(f"mutants: {message}")


def read_mutants():
    found = []
    for block in re.split(r"^== ", (HERE / "mutants.txt").read_text(encoding="utf-8"), flags=re.M)[
        1:
    ]:
        head, body = block.split("\n", 1)
        name, which, path = head.split()
        before, after, *network = body.split("--\n")
        found.append((name, which, path, before, after, network[0] if network else None))
    return found


def copy_tree(root, folder):
    """Only what changed is written, so that the build stays small."""
    for top in COPIED:
        for source in [root / top] if (root / top).is_file() else sorted((root / top).rglob("*")):
            target = folder / source.relative_to(root)
            if source.is_dir():
                target.mkdir(parents=True, exist_ok=True)
            elif not target.exists() or target.read_bytes() != source.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)


def run(*args):
    return subprocess.run([str(a) for a in args], capture_output=True, text=True, errors="replace")


def build(folder, cmake_arguments):
    if not (folder / "build" / "CMakeCache.txt").exists():
        r = run(
            "cmake",
            "-S",
            folder,
            "-B",
            folder / "build",
            "-DCMAKE_BUILD_TYPE=Release",
            *cmake_arguments,
        )
        if r.returncode:
            fail(r.stderr)
    r = run("cmake", "--build", folder / "build", "--target", "sinter", "-j", os.cpu_count() or 1)
    if r.returncode:
        fail(r.stdout + r.stderr)
    return folder / "build" / "sinter"


def try_on(tool, model, arguments):
    """(rewrites taken back, blamed pass or None, whether the whole network differs); None where it
    cannot be loaded."""
    each = run(tool, "optimize", model, "--verify", "each", *arguments)
    if each.returncode not in (0, 8):
        return None
    back = re.search(r"(\d+) taken back", each.stdout)
    bisect = run(tool, "bisect", model, "-q", *arguments)
    blamed = re.search(r"^pass +(\S+)", bisect.stdout, re.M)
    return (
        int(back.group(1)) if back else 0,
        blamed.group(1) if blamed else None,
        bisect.returncode == 8,
    )


def networks(tool, folder, models):
    found = []
    for name in ZOO:
        path = folder / f"{name}.param"
        if not path.exists():
            run(tool, "zoo", name, "-o", path)
        found.append((name, path, []))
    for path in sorted((HERE.parent / "holes").glob("*.param")):
        found.append((path.stem, path, []))
    for model in models:
        path, *inputs = model.split(";")
        has_weights = pathlib.Path(path).with_suffix(".bin").exists()
        arguments = [a for i in inputs for a in ("--input", i)] + (
            [] if has_weights else ["--bin", "seed:1"]
        )
        found.append((pathlib.Path(path).stem, pathlib.Path(path), arguments))
    return found


def changed(root, mutant):
    """The text of the mutant's file."""
    name, _, path, before, after, _ = mutant
    text = (root / path).read_text(encoding="utf-8")
    if text.count(before) != 1:
        fail(
            f"{name}: in {path} these lines stand {text.count(before)} times, "
            f"expected once:\n{before}"
        )
    return text.replace(before, after)


def one_mutant(folder, root, mutant, models, cmake_arguments, verbose):
    name, which, path, _, _, network = mutant
    copy_tree(root, folder)
    (folder / path).write_text(changed(folder, mutant), encoding="utf-8")
    tool = build(folder, cmake_arguments)
    own = folder / "own.param"
    if network:
        own.write_text(network, encoding="utf-8")
        models = [str(own), *models]
    caught, named, differ, misnamed, n = [], [], [], [], 0
    tried = networks(tool, folder, models)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = list(pool.map(lambda t: try_on(tool, t[1], t[2]), tried))
    for (label, _, _), r in zip(tried, results):
        if r is None:
            continue
        n += 1
        back, blamed, whole = r
        if back:
            caught.append(label)
        if whole:
            differ.append(label)
            (named if blamed == which else misnamed).append(
                label if blamed == which else f"{label}: {blamed}"
            )
    print(
        f"{name:34} {n:4} networks, caught on {len(caught):3}, "
        f"whole network differs on {len(differ):3}, "
        f"bisect names {which} on {len(named):3}"
        + (f", not on {', '.join(misnamed)}" if misnamed else ""),
        flush=True,
    )
    if verbose:
        print("    caught on: " + ", ".join(caught))
        print("    differs, and named, on: " + ", ".join(named))
        missed = sorted(set(differ) - set(caught))
        if missed:
            print("    differs, not caught, on: " + ", ".join(missed))
    return caught and not misnamed


def main():
    p = argparse.ArgumentParser()
    p.add_argument("root", type=pathlib.Path)
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("--only")
    p.add_argument("--lines", action="store_true", help="only see that each can be planted")
    p.add_argument("--verbose", action="store_true")
    p.add_argument("--model", action="append", default=[], help="FILE.param[;INPUT=SIZES...]")
    args, cmake_arguments = p.parse_known_args()
    mutants = [m for m in read_mutants() if args.only in (None, m[0])]
    if not mutants:
        fail(f"no mutant is called {args.only}")
    if args.lines:
        for mutant in mutants:
            changed(args.root, mutant)
        print(f"{len(mutants)} mutants can be planted")
        return
    args.folder.mkdir(parents=True, exist_ok=True)
    bad = [
        m[0]
        for m in mutants
        if not one_mutant(
            args.folder, args.root.resolve(), m, args.model, cmake_arguments, args.verbose
        )
    ]
    print(
        f"{len(mutants) - len(bad)} passed, {len(bad)} failed"
        + (": " + ", ".join(bad) if bad else "")
    )
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
