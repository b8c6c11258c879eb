#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a project that has sinter as a folder of its own (inside/), and runs its programs.

usage: subdirectory.py TOOL FOLDER [CMAKE ARGUMENT...]

FOLDER stays, so that the next run builds what is new."""
import pathlib
import sys

from common import HERE, ROOT, check, expected_of_use, needed, run


def main():
    tool, folder = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    build = folder / "build"
    run("cmake", "-S", HERE / "inside", "-B", build, f"-DSINTER={ROOT}", *sys.argv[3:])
    run("cmake", "--build", build)
    expected = expected_of_use(tool, folder)
    for kind, own in (("sinter", True), ("static", False)):
        program = build / f"use_{kind}"
        check(run(program) == expected, f"{program.name} prints something else")
        check(any("libsinter" in n for n in needed(program)) == own, f"{program.name}: {own}")
    run("cmake", "--install", build, "--prefix", folder / "installed")
    files = [p.name for p in (folder / "installed").rglob("*") if p.is_file()]
    check(files == ["use_static"], f"installed are {files}")
    print("a project with sinter in it: built, run, installed without it")


if __name__ == "__main__":
    main()
