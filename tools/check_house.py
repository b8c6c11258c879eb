#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the rules of the project: who may include whom, file sizes, columns, one licence line, one
type for each tag, terms, what belongs to a format stands in its folder.

usage: check_house.py ROOT        prints what is wrong, one line each; status 1 if anything is."""
import pathlib
import re
import sys

# A module may include itself, the public headers and those named, with all that these may include.
MODULES = {
    "base": [],
    "machine": ["base"],
    "ir": ["base"],
    "ops": ["ir"],
    "formats": ["ops"],
    "passes": ["ops"],
    "ref": ["ops"],
    "train": ["passes", "ref"],
    "zoo": ["ops"],
    "kernels": ["ops", "machine"],
    "fusion": ["ops", "machine"],
    "plan": ["kernels", "fusion"],
    "codegen": ["plan"],
    "driver": ["codegen"],
    "api": ["formats", "passes", "train", "zoo", "driver"],
    "cli": [],
}
# Headers that the build makes.
MADE = ("kernels/all_names.def",)
HARD_LIMIT = 800
COLUMNS = 100
TAG = re.compile(r"^(?:typedef )?(?:struct|union|enum) (\w+) \{", re.MULTILINE)
# Words with a standard term beside them.
WORDS = {
    r"\b(?:is|are|was|were|be|been) told\b": "reported, known or given",
    r"\btold apart\b": "distinguished",
    r"\btells the truth\b": "accurate",
    r"\bthe middle of all\b": "median",
    r"\bcarry_|\bCARRY\b": "propagate",
    r"\bMEETING\b": "barrier",
    r"\bfor good\b": "permanently, from then on",
    r"\bnear miss": "missed optimization",
    r"\b[Ww]hoever\b": "what is meant: the caller, the kernel, the reader",
    r"\bas ever\b": "nothing",
    r"\bof this room\b": "module",
}
# A format is named in its own folder, in the lists of formats and commands, and by the command that
# stands in for a tool of it.
FORMAT = re.compile(r"ncnn", re.IGNORECASE)
NAMES_FORMAT = (
    "src/formats/ncnn/",
    "src/formats/formats.def",
    "src/cli/commands.def",
    "src/cli/cmd_ncnnoptimize.c",
)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def reach(module):
    seen, todo = {module}, [module]
    while todo:
        for below in MODULES[todo.pop()]:
            if below not in seen:
                seen.add(below)
                todo.append(below)
    return seen


def check_columns(relative, lines, problems):
    """In pages, rows of tables and what programs print may be longer."""
    block = None
    for number, line in enumerate(lines, 1):
        if relative.suffix == ".md" and line.startswith("```"):
            block = None if block is not None else line[3:].split(" ")[0]
        free = relative.suffix == ".md" and (line.startswith("|") or block in ("text", "diff"))
        if len(line) > COLUMNS and not free:
            problems.append(f"{relative}:{number}: {len(line)} columns, at most {COLUMNS}")


def check_others(root, problems):
    """Columns of what is not C. Tests that are data (.t, .tsv) are as wide as that is."""
    n_files = 0
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        parts = relative.parts
        hidden = any(part.startswith(".") and part != ".ci" for part in parts)
        if hidden or parts[0].startswith(("build", "soak")) or not path.is_file():
            continue
        script = parts[0] == ".ci" or path.name in ("Makefile", "CMakeLists.txt", "CASES")
        page = path.suffix in (".js", ".css", ".html")
        if script or page or path.suffix in (".py", ".sh", ".cmake", ".md", ".ct", ".cc"):
            n_files += 1
            lines = path.read_text(encoding="utf-8").splitlines()
            check_columns(relative, lines, problems)
            if (page or path.suffix in (".py", ".sh", ".cmake")) and len(lines) > HARD_LIMIT:
                problems.append(f"{relative}: {len(lines)} lines, at most {HARD_LIMIT}")
    return n_files


def check_file(root, path, problems):
    relative = path.relative_to(root)
    lines = path.read_text(encoding="utf-8").splitlines()
    if len(lines) > HARD_LIMIT:
        problems.append(f"{relative}: {len(lines)} lines, at most {HARD_LIMIT}")
    if not any("SPDX-License-Identifier: Apache-2.0" in line for line in lines[:3]):
        problems.append(f"{relative}: no SPDX line on top")
    check_columns(relative, lines, problems)
    parts = relative.parts
    if parts[0] != "src" or parts[1] not in MODULES:
        return
    allowed = reach(parts[1])
    if parts[1] == "formats" and parts[3:4] == ("kernels",):
        allowed |= reach("kernels")
    for number, line in enumerate(lines, 1):
        if "#include <jansson" in line and parts[1] != "cli":
            problems.append(f"{relative}:{number}: only cli may use jansson")
        match = INCLUDE.match(line)
        if not match:
            continue
        target = match.group(1)
        module = target.split("/")[0]
        where = f"{relative}:{number}"
        if "/" not in target:
            problems.append(f'{where}: "{target}" does not name its module')
        elif module not in MODULES:
            if module != "sinter":
                problems.append(f"{where}: unknown module '{module}'")
        elif module == "formats" and target.count("/") > 1 and parts[1] not in ("formats", "api"):
            problems.append(f"{where}: a format's own files are its own")
        elif module not in allowed:
            problems.append(f"{where}: {parts[1]} may not include {module}")
        elif target not in MADE and not (root / "src" / target).exists():
            problems.append(f"{where}: src/{target} does not exist")


def check_tags(root, problems):
    """One structure for each tag."""
    seen = {}
    for path in sorted((root / "src").rglob("*.[ch]")):
        for tag in TAG.findall(path.read_text(encoding="utf-8")):
            relative = path.relative_to(root)
            if seen.setdefault(tag, relative) != relative:
                problems.append(f"{relative}: '{tag}' is a type of {seen[tag]} too")


def check_words(root, problems):
    suffixes = (".c", ".h", ".ct", ".def", ".md")
    for folder in ("src", "include", "docs", "examples", "."):
        found = (root / folder).glob("*.md") if folder == "." else (root / folder).rglob("*")
        for path in sorted(p for p in found if p.suffix in suffixes):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for word, term in WORDS.items():
                    match = re.search(word, line)
                    if match:
                        where = f"{path.relative_to(root)}:{number}"
                        problems.append(f"{where}: '{match.group(0)}', the term is {term}")


def check_formats(root, problems):
    for path in sorted(p for p in (root / "src").rglob("*") if p.is_file()):
        relative = path.relative_to(root)
        if relative.as_posix().startswith(NAMES_FORMAT):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if FORMAT.search(line):
                problems.append(f"{relative}:{number}: a format is named outside its folder")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    problems, n_files = [], 0
    check_tags(root, problems)
    check_words(root, problems)
    check_formats(root, problems)
    n_others = check_others(root, problems)
    for folder in ("src", "include", "tests", "fuzz", "examples"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".def"):
                n_files += 1
                check_file(root, path, problems)
    for problem in problems:
        print(problem)
    print(f"{n_files + n_others} files, {len(problems)} problems")
    return 1 if problems or not n_files or not n_others else 0


if __name__ == "__main__":
    sys.exit(main())
