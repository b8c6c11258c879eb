#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does what the pages about a first operator, pass and kernel say, and sees that it works.

usage: check_docs.py ROOT FOLDER [CMAKE ARGUMENT...]

Blocks whose fence has a path after the language are put into a copy of the tree in FOLDER: a `diff`
block changes that file (lines of a hunk are looked for as they stand, hunks are separated by @@),
any other block is the file. The copy is built, and the tests that the pages bring are run, with the
house rules. Each block `text diffstat` must be what the page really takes from there on to the next
one. FOLDER stays, so that the next run builds little. """
import pathlib
import re
import subprocess
import sys

PAGES = (
    "docs/writing-an-op.md",
    "docs/writing-a-pass.md",
    "docs/writing-a-kernel.md",
    "docs/adding-a-type.md",
)
COPIED = ("CMakeLists.txt", "fuzz", "include", "src", "tests", "tools")
FENCE = re.compile(r"^```(\w+) ([^\n]+)\n(.*?)^```$", re.M | re.S)


def fail(message):
    sys.exit(f"check_docs: {message}")


def read_page(root, page):
    """The exercises of a page: [(language, path, text)] of the blocks with a path, and the lines of
    the diffstat, with which each exercise but the first begins."""
    exercises = [([], [])]
    for language, where, text in FENCE.findall((root / page).read_text(encoding="utf-8")):
        if where == "diffstat":
            if exercises[-1][1]:
                exercises.append(([], []))
            exercises[-1][1].extend(text.splitlines())
        else:
            exercises[-1][0].append((language, where, text))
    if not all(blocks and stat for blocks, stat in exercises):
        fail(f"{page} has no blocks with a file name, or no diffstat")
    return exercises


def apply_hunks(page, path, old, text):
    for hunk in re.split(r"^@@.*\n", text, flags=re.M):
        lines = hunk.splitlines(keepends=True)
        if any(line[0] not in " +-\n" for line in lines):
            fail(f"{page}: a line of the change of {path} begins neither with ' ', '+' nor '-'")
        before = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
        after = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
        if old.count(before) != 1:
            fail(
                f"{page}: in {path} these lines stand {old.count(before)} times, "
                f"expected once:\n{before}"
            )
        old = old.replace(before, after)
    return old


def apply_page(root, page, tree):
    """Changes tree, {path: bytes}; gives the paths in their order."""
    return [
        path
        for blocks, stat in read_page(root, page)
        for path in apply_exercise(page, blocks, stat, tree)
    ]


def apply_exercise(page, blocks, stat, tree):
    found = []
    for language, path, text in blocks:
        old = tree.get(path)
        if language == "diff":
            if old is None:
                fail(f"{page} changes {path}, which does not exist")
            tree[path] = apply_hunks(page, path, old.decode("utf-8"), text).encode("utf-8")
            n = sum(line.startswith("+") for line in text.splitlines())
        else:
            if old is not None:
                fail(f"{page} makes {path}, which exists already")
            tree[path] = text.encode("utf-8")
            n = len(text.splitlines())
        found.append((path, n))
    width = max(len(path) for path, _ in found)
    real = [f"{path:<{width}} | {n:>2} +" for path, n in found]
    if sorted(real) != sorted(stat):
        fail(f"{page}: the diffstat should be\n" + "\n".join(real))
    return [path for path, _ in found]


def read_tree(root):
    tree = {}
    for name in COPIED:
        top = root / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            relative = path.relative_to(root)
            if path.is_file() and "__pycache__" not in relative.parts:
                tree[relative.as_posix()] = path.read_bytes()
    return tree


def write_tree(folder, tree):
    """Leaves files alone whose content is right: make goes by their times."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.relative_to(folder).as_posix() not in tree:
            path.unlink()
    for name, content in tree.items():
        path = folder / name
        if path.is_file() and path.read_bytes() == content:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if name.endswith(".sh"):
            path.chmod(0o755)


def run(*command, **more):
    done = subprocess.run(
        [str(c) for c in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **more,
    )
    if done.returncode:
        said = re.sub(r"^\[\d+/\d+\] .*\n", "", done.stdout, flags=re.M)  # progress of ninja
        fail(f"{' '.join(str(c) for c in command)}:\n{said[-8000:]}")
    return done.stdout


def main():
    root, folder = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    tree = read_tree(root)
    paths = [path for page in PAGES for path in apply_page(root, page, tree)]
    source, build = folder / "tree", folder / "build"
    write_tree(source, tree)
    run(
        "cmake",
        "-S",
        source,
        "-B",
        build,
        "-DCMAKE_BUILD_TYPE=Dev",
        "-DCMAKE_C_FLAGS_DEV=-O0",
        "-DSINTER_WERROR=ON",
        "-DSINTER_TESTS=ON",
        *sys.argv[3:],
    )
    run("cmake", "--build", build, "--parallel", "2", "--target", "sinter", "run_data")
    run(sys.executable, source / "tools/check_house.py", source)
    environment = {
        "PATH": "/usr/bin:/bin",
        "XDG_CACHE_HOME": str(folder / "cache"),
        "SINTER": str(build / "sinter"),
        "SINTER_TESTS": str(source / "tests"),
    }
    tests = [path for path in paths if path.endswith(".t")]
    for path in tests:
        said = run(build / "tests/run_data", source / "tests/data", "/" + path, env=environment)
        if not said.endswith("1 passed, 0 failed, 0 skipped\n"):
            fail(f"{path}: {said}")
    print(f"{len(paths)} files, {len(tests)} tests passed")


if __name__ == "__main__":
    main()
