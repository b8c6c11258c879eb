#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes src/formats/ncnn/since.def: which ncnn release first has what a .param file can say.

    python3 tools/ncnn_since.py GIT_DIR > src/formats/ncnn/since.def

GIT_DIR is a git directory of Tencent/ncnn with its tags. For each tag the generic layers are read:
the list of layer types that are built, the ids that each load_param asks for, the values that an
enumerated param is compared with, and the numbers of axes that the code tells apart. A row is the
first tag from which on all later ones have the thing; what holds since the type itself is there
has no row of its own."""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
LAYERS = HERE / "src/formats/ncnn/layers.def"
OLDEST = "20180314"
HEAD = "HEAD"        # past the last tag: a release that is yet to come
# What no param says: a word that the code has since it can do it.
FORMS = {"MultiHeadAttention": {"wide_query": r"\bqdim\b"}}
ANY_AXES = {"Reshape"}  # counts elements; that it tells axes apart today is about its layouts
ACTIVATIONS = ["fused_activation.h", "arm/arm_activation.h", "x86/x86_activation.h"]


class Git:
    def __init__(self, path):
        self.path = path
        self.batch = subprocess.Popen(["git", "-C", path, "cat-file", "--batch"],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, *args):
        return subprocess.run(["git", "-C", self.path, *args], check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def text(self, tag, path):
        """The file's text, '' where there is none."""
        self.batch.stdin.write(f"{tag}:{path}\n".encode())
        self.batch.stdin.flush()
        head = self.batch.stdout.readline().split()
        if head[-1] == b"missing":
            return ""
        data = self.batch.stdout.read(int(head[2]) + 1)
        return data.decode("utf-8", "replace")


def known_layers():
    """type -> {id: (name, kind)} of layers.def."""
    out, params = {}, None
    for line in LAYERS.read_text().splitlines():
        if m := re.match(r"LAYER\(\d+, (\w+)\)", line):
            params = out[m[1]] = {}
        for kind, num, name in re.findall(
            r"\b(INT|FLOAT|INTS|FLOATS|STR|LIKE|RULE)\((\d+), (\w+)", line
        ):
            params[int(num)] = (name, kind)
    return out


def body_of(text, head):
    """The braces that follow the first match of `head`."""
    m = re.search(head, text)
    if not m or (start := text.find("{", m.end())) < 0:
        return ""
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[start:i]
    return ""


def enumerators(text):
    """Operation_ADD -> 0, from enums of a header."""
    out = {}
    for body in re.findall(r"\benum\b[^{;]*\{([^}]*)\}", text):
        value = -1
        for item in re.sub(r"//.*", "", body).split(","):
            if m := re.match(r"\s*(\w+)\s*(?:=\s*(-?\d+))?\s*$", item):
                value = int(m[2]) if m[2] else value + 1
                out[m[1]] = value
    return out


def compared_values(code, name, names):
    """Numbers that `name` is compared with, or that are cases of a switch over it."""
    values = set()
    for token in re.findall(r"\b%s\s*==\s*(\w+)" % name, code):
        values.add(names.get(token, int(token) if token.isdigit() else -1))
    for m in re.finditer(r"\bswitch\s*\(%s\)" % name, code):
        for token in re.findall(r"\bcase\s+(\w+)\s*:", body_of(code[m.start():], "switch")):
            values.add(names.get(token, int(token) if token.isdigit() else -1))
    return values


def largest_activation(git, tag):
    """By the functions that layers share; 0 where there are none."""
    best = []
    for path in ACTIVATIONS:
        text = git.text(tag, "src/layer/" + path)
        values = compared_values(text, "activation_type", {})
        if values:
            best.append(max(values))
    return min(best, default=0)


class Snapshot:
    """What one tag has: things -> True; a thing is (type, kind, id, value)."""

    def __init__(self, git, tag, known, newest_ranks):
        self.has, self.ranks, self.newest_ranks = set(), {}, newest_ranks
        shared = largest_activation(git, tag)
        mat = git.text(tag, "src/mat.h")
        four = bool(re.search(r"^\s*int d;", mat, re.M))
        cmake = git.text(tag, "src/CMakeLists.txt")
        self.built = {t: not off for t, off in re.findall(r"ncnn_add_layer\((\w+)( OFF)?\)", cmake)}
        self.max_id = int(
            (re.search(r"MAX_PARAM_COUNT (\d+)", git.text(tag, "src/paramdict.h")) or [0, 0])[1]
        )
        self.feats = "pd.get(31" in git.text(tag, "src/net.cpp")
        for layer, params in known.items():
            if layer in self.built:
                self.read_layer(git, tag, layer, params, shared, four)

    def read_layer(self, git, tag, layer, params, shared, four):
        base = f"src/layer/{layer.lower()}"
        code = re.sub(r"//[^\n]*", "", git.text(tag, base + ".cpp"))
        names = enumerators(git.text(tag, base + ".h"))
        asked = defaultdict(set)
        for member, num in re.findall(
            r"(?:(\w+)\s*=\s*)?pd\.get\((\d+)", body_of(code, r"::load_param\(")
        ):
            asked[int(num)].add(member)
        for num, members in asked.items():
            if num not in params:
                continue
            self.has.add((layer, "param", num, 0))
            name, kind = params[num]
            if kind != "INT":
                continue
            values = set()
            for member in members - {""}:
                values |= compared_values(code, member, names)
            top = max(values, default=0)
            if name == "activation_type":
                top = max(top, shared if "activation.h" in code else 0)
                top = min(top, shared) if shared else top
            for value in range(2, top + 1):
                self.has.add((layer, "value", num, value))
        ranks = {int(r) for r in re.findall(r"dims\s*==\s*(\d)", code)}
        for rank in (1, 2):  # three axes are what code that asks nothing is written for
            if (
                rank in ranks
                or layer in ANY_AXES
                or not self.newest_ranks.get(layer, ranks) & {rank}
            ):
                self.has.add((layer, "rank", rank, 0))
        self.ranks[layer] = ranks
        for name, wanted in FORMS.get(layer, {}).items():
            if re.search(wanted, code):
                self.has.add((layer, "form", name, 0))
        if 4 in ranks or (four and not ranks & {2, 3}) or (four and re.search(r"[.\b]d\b", code)):
            self.has.add((layer, "rank", 4, 0))


def first_of(tags, holds):
    """The tag from which on all have it; None: the last does not."""
    first = None
    for tag in reversed(tags):
        if not holds(tag):
            break
        first = tag
    return first


def number(tag):
    return 99999999 if tag == HEAD else int(tag)


def main():
    git = Git(sys.argv[1])
    known = known_layers()
    tags = [t for t in git.run("tag").split() if re.fullmatch(r"\d{8}", t) and t >= OLDEST] + [HEAD]
    last = Snapshot(git, HEAD, known, {})
    shots = {t: Snapshot(git, t, known, last.ranks) for t in tags[:-1]} | {HEAD: last}
    print(__HEAD__, end="")
    print("".join(f"RELEASE({t})\n" for t in tags[:-1]))
    print(f"PARAM_IDS(32, {number(first_of(tags, lambda t: shots[t].max_id >= 32))})")
    print(f"FEATURES({number(first_of(tags, lambda t: shots[t].feats))})\n")
    for layer in known:
        off = not last.built.get(layer)
        since = first_of(tags, lambda t: layer in shots[t].built and (off or shots[t].built[layer]))
        if since is None:
            print(f"{layer} is not built", file=sys.stderr)
            continue
        print(f"TYPE({layer}, {number(since)})")
        before = {}  # what the id, and smaller values of it, need
        for thing in sorted(
            (x for x in last.has if x[0] == layer), key=lambda x: (x[1], str(x[2]).zfill(3), x[3])
        ):
            _, kind, num, value = thing
            first = max(since, first_of(tags, lambda t: thing in shots[t].has), key=number)
            alike = kind if kind in ("rank", "form") else "value"
            needed = before.get((num, alike), since)
            before[num, alike] = first
            if number(first) <= number(needed):
                continue
            text = {"param": f"PARAM({layer}, {num}, {number(first)})",
                    "value": f"VALUE({layer}, {num}, {value}, {number(first)})",
                    "form": f"FORM({layer}, {num}, {number(first)})",
                    "rank": f"RANK({layer}, {num}, {number(first)})"}[kind]
            print("    " + text)
        for num, (name, _) in known[layer].items():
            if (layer, "param", num, 0) not in last.has:
                print(f"{layer} {num}={name}: not found in load_param", file=sys.stderr)


__HEAD__ = """\
/* SPDX-License-Identifier: Apache-2.0
 *
 * Which release of ncnn first has what: facts that tools/ncnn_since.py takes from ncnn's history;
 * not edited by hand. 99999999: in no release yet.
 *
 *     RELEASE(tag)                     releases that can be aimed at, oldest first
 *     PARAM_IDS(n, tag)                ids below n are read since; before, those below 20
 *     FEATURES(tag)                    31= is obeyed since
 *     TYPE(Type, tag)                  the layer type is built
 *     PARAM(Type, id, tag)             it reads this param; without a row: as long as there is the
 type *     VALUE(Type, id, value, tag)      it tells this value of the param, and larger ones, from
 smaller ones *     FORM(Type, what, tag)            it can do what no param says *     RANK(Type,
 rank, tag)            its code knows blobs with so many axes; 3 it always does */
/* clang-format off */

"""

if __name__ == "__main__":
    main()
