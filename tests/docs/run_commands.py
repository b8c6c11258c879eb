#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of the pages: those at the top of the tree, docs/*.md.

usage: run_commands.py ROOT SINTER

A block with the fence ```sh is run by `sh -e` with the tool on the PATH; the blocks of one page
share a folder, which is empty at first. A block ```text output right behind one is what it prints,
up to the figures of rounding (1.2e-07). Blocks with the fence ```console, and the others, are not
run. What pages link to, headings of pages included, and files of the tree that they name in
backticks, must exist; a block with the path of a file that exists must be that file. """
import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SHELL = re.compile(r"^```sh\n(.*?)^```$(?:\n+```text output\n(.*?)^```$)?", re.M | re.S)
MOST_SECONDS = 600  # that one command of a page may work, however much else the machine does
ROUNDING = re.compile(r"\d\.\de[-+]\d\d")
FENCED = re.compile(r"^```[^\n]*\n.*?^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#{1,6} +(.*?)[ #]*$", re.M)
LINKED = re.compile(r"\[([^\]]*)\]\([^)]*\)")
NAMED = re.compile(r"`((?:src|tests|tools|docs|include|fuzz|bench|examples)/[\w./-]*)`")
SHOWN = re.compile(
    r"^```(\w+) ([\w./-]+/[\w.-]+)\n(.*?)^```$", re.M | re.S
)  # a file, or a change of one


def run_page(page, text, environment):
    problems, n = [], 0
    with tempfile.TemporaryDirectory(prefix="sinter-docs-") as folder:
        for script, output in SHELL.findall(text):
            n += 1
            done = subprocess.run(
                ["sh", "-e", "-c", f"ulimit -t {MOST_SECONDS}\n" + script],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            if done.returncode:
                problems.append(
                    f"{page}: status {done.returncode} of\n{script}{done.stdout[-4000:]}"
                )
            elif output and ROUNDING.sub("#", output) != ROUNDING.sub("#", done.stdout):
                problems.append(
                    f"{page}: what it prints is not what stands there:\n"
                    f"{script}{done.stdout[-4000:]}"
                )
    return n, problems


@functools.lru_cache(maxsize=None)
def anchors(path):
    """Of a page's headings, as GitHub makes them."""
    found = set()
    for heading in HEADING.findall(FENCED.sub("", path.read_text(encoding="utf-8"))):
        words = LINKED.sub(r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        n = 0
        while (f"{name}-{n}" if n else name) in found:
            n += 1
        found.add(f"{name}-{n}" if n else name)
    return found


def check_links(root, page, prose):
    for link, anchor in LINK.findall(prose):
        path = (root / page).parent / link if link else root / page
        if not path.exists():
            yield f"{page}: the link to {link} leads nowhere"
        elif anchor and path.suffix == ".md" and anchor not in anchors(path.resolve()):
            yield f"{page}: the link to {link}#{anchor} leads to no heading"


def check_names(root, page, text):
    prose = FENCED.sub("", text)
    made = set()
    for language, name, content in SHOWN.findall(text):
        if not (root / name).exists():
            made.update((name, str(pathlib.PurePosixPath(name).parent)))
        elif language != "diff" and (root / name).read_text(encoding="utf-8") != content:
            yield f"{page}: {name} is not what the page shows of it"
    yield from check_links(root, page, prose)
    for name in NAMED.findall(prose):
        if not (root / name).exists() and name.rstrip("/") not in made:
            yield f"{page}: there is no {name}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    tool = pathlib.Path(sys.argv[2]).resolve()
    environment = dict(os.environ, PATH=f"{tool.parent}{os.pathsep}{os.environ['PATH']}")
    tops = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
    pages = [p for p in tops if (root / p).exists()]
    pages += sorted(p.relative_to(root).as_posix() for p in (root / "docs").glob("*.md"))
    n_blocks, problems = 0, []
    for page in pages:
        text = (root / page).read_text(encoding="utf-8")
        n, found = run_page(page, text, environment)
        n_blocks += n
        problems += found + list(check_names(root, page, text))
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages, {n_blocks} blocks of commands, {len(problems)} problems")
    return 1 if problems or not n_blocks else 0


if __name__ == "__main__":
    sys.exit(main())
