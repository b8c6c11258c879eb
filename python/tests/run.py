#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs tests of the Python package, with the first Python that has numpy: this one, that of .venv
at the root of the project, or the system's. Where there is none it says that they were skipped.

usage: run.py TEST.py [TEST or CLASS.TEST ...]

SINTER_NN_LIBRARY and SINTER_NN_TOOL name the library and the tool (default: build-dev)."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def with_numpy():
    candidates = [sys.executable, ROOT / ".venv/bin/python", "/usr/bin/python3"]
    for python in dict.fromkeys(map(str, candidates)):
        if not os.path.exists(python):
            continue
        asked = subprocess.run([python, "-c", "import numpy"], capture_output=True)
        if asked.returncode == 0:
            return python
    print("skipped: there is no numpy for " + ", ".join(map(str, candidates)))
    sys.exit(0)


def main():
    build = ROOT / "build-dev"
    path = [str(ROOT / "python"), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    environment = dict(
        os.environ,
        SINTER_NN_LIBRARY=os.environ.get("SINTER_NN_LIBRARY", str(build / "libsinter.so")),
        SINTER_NN_TOOL=os.environ.get("SINTER_NN_TOOL", str(build / "sinter")),
        PYTHONPATH=os.pathsep.join(p for p in path if p),
        PYTHONDONTWRITEBYTECODE="1",
    )
    test = pathlib.Path(sys.argv[1]).resolve()
    done = subprocess.run(
        [with_numpy(), "-W", "error::ResourceWarning", test, *sys.argv[2:]], env=environment
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
