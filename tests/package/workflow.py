#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The workflow of the hosted CI: each `make` in it is a target of the Makefile, and where this
Python can read YAML, its form is what the host wants.

usage: workflow.py ROOT"""
import pathlib
import re
import sys

from common import check

ROOT = pathlib.Path(sys.argv[1]).resolve()
PATH = ROOT / ".github/workflows/ci.yml"


def made(text):
    """Names of targets that are made, those of the matrix, too."""
    names = re.findall(r"^ *(?:- )?run: make ([\w-]+)", text, re.M)
    return names + re.findall(r"\{target: ([\w-]+)", text)


def check_form(text, yaml):
    flow = yaml.safe_load(text)
    check(set(flow) >= {"name", "jobs", "permissions"}, f"keys are {list(flow)}")
    check(True in flow or "on" in flow, "nothing starts it")  # YAML 1.1 reads `on` as true
    for name, job in flow["jobs"].items():
        check({"runs-on", "steps", "timeout-minutes"} <= set(job), f"job {name} has {list(job)}")
        for step in job["steps"]:
            check(("run" in step) != ("uses" in step), f"a step of {name}: {step}")
            check("uses" not in step or re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]),
                  f"{name} uses {step.get('uses')}")
        matrix = job["strategy"]["matrix"]
        for used in re.findall(r"matrix\.(\w+)", str(job)):
            there = used in matrix or all(used in row for row in matrix.get("include", [{}]))
            check(there, f"{name}: there is no matrix.{used}")


def main():
    text = PATH.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+)(?: [\w -]+)?:(?!=)", makefile, re.M))
    names = made(text)
    check(len(names) > 4, f"made are {names}")
    for name in names:
        check(name in targets, f"the Makefile has no target '{name}'")
    check("\t" not in text, "a tab in YAML")
    try:
        import yaml
    except ImportError:
        print(f"{len(names)} targets; YAML is not checked: this Python has no module yaml")
        return
    check_form(text, yaml)
    print(f"{len(names)} targets, valid YAML")


if __name__ == "__main__":
    main()
