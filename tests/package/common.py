# SPDX-License-Identifier: Apache-2.0
"""What tests of packages share: running commands, what the program use.c is to print."""
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def fail(message):
    sys.exit(f"package: {message}")


def check(condition, message):
    if not condition:
        fail(message)


def run(*command, status=0, **more):
    """What it prints, on stdout and stderr."""
    words = [str(c) for c in command]
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )
    if done.returncode != status:
        said = done.stdout[-8000:]
        fail(f"{' '.join(words)}: status {done.returncode}, {status} expected\n{said}")
    return done.stdout


def version():
    """Of the project, from its one place."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(sinter VERSION ([0-9.]+)", text, re.M).group(1)


def expected_of_use(tool, folder):
    """What use.c is to print, by the tool."""
    made = folder / "use.param"
    run(tool, "zoo", "squeezenet", "--seed", "1", "-q", "-o", made)
    report = json.loads(run(tool, "optimize", made, "--verify", "off", "--json"))
    layers = report["layers"]
    check(layers["after"] < layers["before"], f"nothing to optimize: {layers}")
    return f"{version()} {version()} {layers['before']} -> {layers['after']}\n"


def needed(binary):
    """Libraries that it asks for when it is started, by their SONAMEs."""
    text = run("readelf", "-d", binary)
    return re.findall(r"\(NEEDED\)\s+Shared library: \[(.*?)\]", text)


def without(*names):
    """The environment without what would lead elsewhere."""
    return {k: v for k, v in os.environ.items() if k not in names}
