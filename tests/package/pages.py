#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Manual pages and completion scripts, as `sinter help` prints them.

usage: pages.py TOOL [MAN FOLDER]

Every option of every command stands in its page, which groff (and mandoc, where it is there) takes
without a warning; the pages of MAN FOLDER are those that the tool prints. bash completes by the
script as it would for a user; zsh and fish read theirs where they are there."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from common import check, fail, run

TOOL = pathlib.Path(sys.argv[1]).resolve()
MAN = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
BASH = """
source "$1"
complete -p sinter
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_sinter
printf '%s\\n' "${COMPREPLY[@]}"
"""


def tool(*arguments, status=0):
    return run(TOOL, *arguments, status=status)


def commands():
    text = tool("--help").split("\ncommands\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in text.splitlines()]


def options(command):
    """(letter or "", name, value or "") of each, from the help."""
    text = tool("help", command)
    return re.findall(r"^  (?:-(\w),|   ) --([\w-]+)(?: (\S+))?", text, re.M)


def check_page(name, text):
    """A warning of a formatter is a mistake in the page."""
    with tempfile.NamedTemporaryFile("w", suffix=".1") as page:
        page.write(text)
        page.flush()
        if shutil.which("groff"):
            said = run("groff", "-man", "-ww", "-z", "-Tutf8", page.name)
            check(not said, f"groff on {name}:\n{said}")
        if shutil.which("mandoc"):
            # Pages of one version are the same bytes, so they have no date.
            done = subprocess.run(
                ["mandoc", "-T", "lint", "-W", "warning", page.name], capture_output=True, text=True
            )
            lines = [s for s in done.stdout.splitlines() if "missing date" not in s]
            check(not lines, f"mandoc on {name}:\n" + "\n".join(lines))
        if shutil.which("man"):
            plain = {"MANWIDTH": "100", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
            words = ["man", "--warnings", "--nh", "--nj", "-l", page.name]
            done = subprocess.run(words, capture_output=True, text=True, env=plain)
            check(not done.returncode and not done.stderr, f"man on {name}:\n{done.stderr}")
            plain = re.sub(r".\x08|\x1b\[[\d;]*m", "", done.stdout)
            return plain.replace("\u2010", "-").replace("\u2212", "-")
    return None


def pages(names):
    n_shown = 0
    for name in (None, *names):
        text = tool("help", "--man", *([name] if name else []))
        called = f"sinter-{name}" if name else "sinter"
        shown = check_page(called, text)
        if MAN:
            made = (MAN / f"{called}.1").read_text(encoding="utf-8")
            check(made == text, f"{MAN}/{called}.1 is not what the tool prints")
        plain = text.replace("\\-", "-")
        for _, option, _ in options(name) if name else []:
            check(f"\\fB--{option}\\fR" in plain, f"{called}.1 lacks --{option}")
        if not shown:
            continue
        n_shown += 1
        if name:  # what a reader sees has the words of the help
            words = " ".join(shown.split())
            about = tool("help", name).split("\n\n")[2]
            got, wanted = words.lower(), " ".join(about.split()).lower()
            check(wanted[:60] in got, f"{called}.1 does not say: {wanted[:60]}")
    if MAN:
        files = {p.name for p in MAN.glob("*.1")}
        check(files == {"sinter.1"} | {f"sinter-{n}.1" for n in names}, f"pages are {files}")
    return n_shown


def bash(script, *words):
    """What bash would offer behind these words, the last of which is being typed."""
    said = run("bash", "--norc", "-c", BASH, "bash", script, *words)
    first, *rest = said.splitlines()
    check(first == "complete -F _sinter sinter", f"bash: {first}")
    return [w for w in rest if w]


def completes_in_bash(script, names, folder):
    def offered(*words):
        return bash(script, "sinter", *words)

    check(offered("op") == ["ops", "optimize"] or offered("op") == ["optimize", "ops"], "op")
    check(sorted(offered("")) == sorted([*names]), "all commands")
    check(offered("--v") == ["--version"], "--version")
    for name in names:
        rows = options(name)
        wanted = {f"--{o}" for _, o, _ in rows} | {f"-{c}" for c, _, _ in rows if c}
        check(set(offered(name, "-")) == wanted, f"options of {name}: {offered(name, '-')}")
    passes = re.findall(r'"name": "(\w+)"', tool("passes", "--json"))
    check(len(passes) > 50, "no passes")
    check(set(passes) >= set(offered("optimize", "--passes", "fold_a")), "passes")
    check("fold_affine" in offered("optimize", "a.param", "--passes", "fold_a"), "fold_affine")
    joined = offered("optimize", "--skip", "drop_dead,fold_aff")
    check("drop_dead,fold_affine" in joined, f"behind a comma: {joined}")
    check(offered("optimize", "--verify", "=", "wh") == ["whole"], "--verify=wh")
    check(offered("optimize", "--verify", "=") == ["default", "each", "whole", "off"], "=")
    check("x86-64-v3+aarch64" in offered("compile", "--target", "x86-64-v3+aa"), "targets")
    check(offered("train", "--loss", "soft") == ["softmax_cross_entropy"], "losses")
    check(offered("train", "--bn", "p") == ["plain"], "forms")
    check("mobilenet_v2" in offered("zoo", "mobilenet_v"), "networks")
    check(offered("help", "exit") == ["exit-codes"], "topics")
    check("in\\ slices" in offered("fuse", "--without", "in"), "rules")
    check(offered("passes", "x") == [], "passes takes no argument")
    (folder / "a b.param").touch()
    (folder / "dir").mkdir()
    there = f"{folder}/"
    check(set(offered("optimize", there)) == {f"{there}a b.param", f"{there}dir"}, "files")
    check(set(offered("optimize", "-o", there)) == {f"{there}a b.param", f"{there}dir"}, "-o")
    check(offered("optimize", "--dump-to", there) == [f"{there}dir"], "folders")
    check(offered("optimize", "--keep", "x") == [], "names of values are not known")
    machines = offered("compile", "--machine", "z")
    check(machines and all(m.startswith("z") for m in machines), f"machines: {machines}")


ZSH = """
compdef() { : }
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- "${(P@)4}" }
source "$1"
words=(sinter $2 "") CURRENT=$#words
_sinter
"""


def zsh_completes(script, names):
    """What it hands to zsh's own functions, which are stood in for."""
    def specs(command):
        return run("zsh", "-f", "-c", ZSH, "zsh", script, command).splitlines()

    listed = {row.split(":")[0] for row in specs("")[: len(names)]}
    check(listed == set(names), f"zsh: commands are {listed}")
    for name in names:
        rows = options(name)
        wanted = {f"--{o}" for _, o, _ in rows} | {f"-{c}" for c, _, _ in rows if c}
        found = {re.match(r"(?:\*|\([^)]*\))?(--?[\w-]+)[+=]?\[", s) for s in specs(name)}
        got = {m.group(1) for m in found if m}
        check(got == wanted, f"zsh: options of {name}: {sorted(got ^ wanted)}")


def fish_completes(script):
    def offered(line):
        said = run("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'")
        return [row.split("\t")[0] for row in said.splitlines()]

    check("optimize" in offered("sinter opt"), "fish: commands")
    check("--verify" in offered("sinter optimize --ver"), "fish: options")
    check("whole" in offered("sinter optimize --verify w"), "fish: values")
    check("softmax_cross_entropy" in offered("sinter train --loss s"), "fish: losses")
    check("mobilenet_v2" in offered("sinter zoo mobile"), "fish: networks")
    check("fold_affine" in offered("sinter optimize --passes fold_aff"), "fish: passes")


def main():
    names = commands()
    check(len(names) > 15, f"commands: {names}")
    n_shown = pages(names)
    ran = []
    with tempfile.TemporaryDirectory(prefix="sinter-pages-") as name:
        folder = pathlib.Path(name)
        for shell in ("bash", "zsh", "fish"):
            script = folder / f"script.{shell}"
            script.write_text(tool("help", "--completion", shell), encoding="utf-8")
            if not shutil.which(shell):
                continue
            run(shell, "-n", script)
            ran.append(shell)
        if not {"bash"} <= set(ran):
            fail("there is no bash")
        (folder / "files").mkdir()
        completes_in_bash(folder / "script.bash", names, folder / "files")
        if "zsh" in ran:
            zsh_completes(folder / "script.zsh", names)
        if "fish" in ran:
            fish_completes(folder / "script.fish")
    print(f"{1 + len(names)} pages, {n_shown} of them read by man; completion in {', '.join(ran)}")


if __name__ == "__main__":
    main()
