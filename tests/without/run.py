#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes every format out of a copy of the tree, and sees that what is left is a working tool.

usage: run.py ROOT FOLDER [CMAKE ARGUMENT...]

The folders in src/formats go, and the lines of formats.def. The rest is built into FOLDER, which
stays. Then: the tool lists its operators (none with a dot), passes and networks, and refuses files
by name; without.c makes a network, optimizes it, compares and compiles it, and the C is built and
tested by its own self-test; the unit tests of tests/ir and tests/base pass.
"""

import pathlib
import shutil
import subprocess
import sys

COPIED = ("CMakeLists.txt", "include", "src", "tools")
UNITS = ("base", "ir")
CC = ("cc", "-O0", "-std=c11", "-D_GNU_SOURCE")


def fail(message):
    sys.exit(f"without: {message}")


def run(*command, status=0, **more):
    done = subprocess.run(
        [str(c) for c in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **more,
    )
    if done.returncode != status:
        words = " ".join(str(c) for c in command)
        said = done.stdout[-8000:]
        fail(f"{words}: status {done.returncode}, {status} expected\n{said}")
    return done.stdout


def copy_tree(root, source):
    """Times of files stay, so that the next run builds what is new."""
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    for name in COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, source / name)
        elif (root / name).exists():
            shutil.copy2(root / name, source / name)
    formats = source / "src/formats"
    gone = [path for path in formats.iterdir() if path.is_dir()]
    for path in gone:
        shutil.rmtree(path)
    listed = formats / "formats.def"
    lines = listed.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith("FORMAT(")]
    if not gone or len(lines) - len(kept) != len(gone):
        fail(f"{len(gone)} folders of formats, {len(lines) - len(kept)} lines")
    listed.write_text("".join(kept), encoding="utf-8")


def check_tool(tool):
    run(tool, "--help")
    ops = run(tool, "ops", "--matrix").splitlines()
    names = [line.split()[0] for line in ops[1:] if line]
    if len(names) < 150 or any("." in name for name in names):
        fail(f"{len(names)} operators: {names}")
    run(tool, "passes")
    run(tool, "zoo")
    network = tool.parent / "face.param"
    network.write_text("7767517\n", encoding="utf-8")
    said = run(tool, "show", network, status=2)
    if not said.endswith("face.param: no format has files of this name\n"):
        fail(f"show face.param says: {said}")


def check_library(root, source, build):
    library = [build / "libsinter.a", "-lm", "-lpthread", "-ldl"]
    run(
        *CC,
        root / "tests/without/without.c",
        f"-I{source}/include",
        "-o",
        build / "without",
        *library,
    )
    out = build / "network"
    shutil.rmtree(out, ignore_errors=True)
    print(run(build / "without", out), end="")
    run("cmake", "-S", out, "-B", out / "build", "-DCMAKE_BUILD_TYPE=")
    run("cmake", "--build", out / "build")
    print(run(out / "build/net_example", "--selftest", "-w", out / "net.weights"), end="")
    n = 0
    for folder in UNITS:
        for path in sorted((root / "tests" / folder).glob("test_*.c")):
            program = build / path.stem
            run(
                *CC,
                path,
                f"-I{source}/include",
                f"-I{source}/src",
                f"-I{root}/tests",
                "-o",
                program,
                *library,
                "-lcmocka",
            )
            run(program, cwd=build)
            n += 1
    return n


def main():
    root, folder = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    source, build = folder / "tree", folder / "build"
    copy_tree(root, source)
    run(
        "cmake",
        "-S",
        source,
        "-B",
        build,
        "-DCMAKE_BUILD_TYPE=Dev",
        "-DCMAKE_C_FLAGS_DEV=-O0",
        "-DSINTER_WERROR=ON",
        *sys.argv[3:],
    )
    run("cmake", "--build", build, "--target", "sinter", "sinter_static")
    check_tool(build / "sinter")
    n = check_library(root, source, build)
    print(f"without formats: {n} unit tests passed")


if __name__ == "__main__":
    main()
