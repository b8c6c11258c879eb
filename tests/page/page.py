#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens pages of `sinter report` in a browser and looks at what its script made of them.

usage: page.py SINTER FOLDER       status 77, and nothing is tested, where there is no Chromium

The browser prints the elements of a page when its scripts have run (--dump-dom); what is chosen,
searched and folded is said in the address."""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
SKIPPED = 77
VOID = {"meta", "input", "br", "img", "link", "hr"}


class Element:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.children = tag, dict(attributes), []

    @property
    def classes(self):
        return (self.attributes.get("class") or "").split()

    def text(self):
        if self.tag in ("script", "style"):
            return ""
        return "".join(c if isinstance(c, str) else c.text() for c in self.children)

    def all(self, what):
        """Elements below: by "#id", ".class" or tag."""
        for child in self.children:
            if isinstance(child, str):
                continue
            if what == "#" + (child.attributes.get("id") or "") or child.tag == what:
                yield child
            elif what[0] == "." and what[1:] in child.classes:
                yield child
            yield from child.all(what)

    def one(self, what):
        found = list(self.all(what))
        assert len(found) == 1, f"{len(found)} elements {what}"
        return found[0]


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.root = Element("", [])
        self.open = [self.root]
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        element = Element(tag, attributes)
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        for i in range(len(self.open) - 1, 0, -1):
            if self.open[i].tag == tag:
                del self.open[i:]
                break

    def handle_data(self, text):
        self.open[-1].children.append(text)


class Tests:
    def __init__(self, sinter, browser, folder):
        self.sinter, self.browser, self.folder = sinter, browser, folder
        self.n_failed = 0

    def report(self, name, *arguments):
        page = self.folder / (name + ".html")
        subprocess.run([self.sinter, "report", *map(str, arguments), "-q", "-o", page], check=True)
        return page

    def look(self, page, place="", more=()):
        """The elements as they are once the scripts have run; errors of theirs are in the log."""
        command = [
            self.browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-extensions",
            f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=20000",
            "--window-size=1280,1600", "--enable-logging=stderr", *more, "--dump-dom",
            page.as_uri() + place,
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        bad = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
        assert not bad, bad
        return Page(done.stdout).root

    def check(self, what, is_so):
        if not is_so:
            self.n_failed += 1
            print("FAILED:", what)

    # ---- what is tested ----

    def small(self):
        net = self.folder / "small.param"
        net.write_text(
            "7767517\n8 9\nInput data 0 1 data 0=8 1=8 2=3\n"
            "Convolution stem/conv 1 1 data c 0=4 1=3 5=1 6=108\n"
            "BatchNorm stem/bn 1 1 c b 0=4\nSplit sp 1 2 b b_0 b_1\n"
            "Convolution left 1 1 b_0 l 0=4 1=1 6=16\nReLU right 1 1 b_1 r\n"
            "BinaryOp add 2 1 l r s 0=0\nSoftmax sm 1 1 s prob\n"
        )
        page = self.report("small", net, "--bin", "seed:1", "--no-bench")
        root = self.look(page)
        parts = [a.text() for a in root.one("#nav").all("a")]
        self.check("all parts are there", parts == [
            "Summary", "Network", "Steps", "Time", "Memory", "Rewrites", "Refused"])  # fmt: skip
        time = root.one("#time").text()
        self.check("the part on time says why there is none", "--no-bench" in time)
        self.check("the verdict is there", "same" in root.one("#summary").text())
        self.check("memory has blocks", any(root.one("#workspace").all(".block")))

        root = self.look(page, "#layer=stem%2Fbn")
        about = root.one("#about").text()
        self.check("a layer that is chosen says what it became", "Became" in about and
                   "stem/conv" in about)  # fmt: skip
        rows = {k: [r.text() for r in root.all(".row") if k in r.classes] for k in
                ("chosen", "partner")}  # fmt: skip
        self.check("it is marked", any("bn" in r for r in rows["chosen"]))
        self.check("and so is what it became", any("conv" in r for r in rows["partner"]))
        root = self.look(page, "#after=stem%2Fconv")
        about = root.one("#about").text()
        self.check("what it is made of", "Made of" in about and "stem/bn" in about)
        self.check("how it is computed", "Computed by" in about)

        root = self.look(page, "#search=relu%20right")
        self.check("a search finds one", root.one("#found").text() == "1 before, 0 after" or
                   root.one("#found").text() == "1 before, 1 after")  # fmt: skip
        root = self.look(page, "#by=fused")
        titles = [r.text() for r in root.all(".folder")]
        self.check("folds by what became one", any("\u2192 stem/conv" in t for t in titles))
        root = self.look(page, "#theme=dark&step=1")
        dark = root.one("html").attributes["data-theme"] == "dark"
        self.check("dark", dark)
        lines = [r for r in root.all("tr") if "chosen" in r.classes]
        self.check("a step is chosen", len(lines) == 1)
        root = self.look(page, "#layer=none&search=%&step=99&by=odd&theme=pink")
        self.check("an address that says nothing useful does no harm",
                   any(root.one("#network").all(".row")))  # fmt: skip

    def large(self):
        net = self.folder / "large.param"
        lines = ["Input in 0 1 v0 0=4 1=2 2=2"]
        for i in range(2999):
            lines.append(f"ReLU block{i // 50}/part{i // 10 % 5}/layer{i} 1 1 v{i} v{i + 1}")
        net.write_text(f"7767517\n{len(lines)} {len(lines)}\n" + "\n".join(lines) + "\n")
        page = self.report("large", net, "--bin", "none", "--no-bench", "--as-is", "--fusion",
                           "off", "--target", "generic")  # fmt: skip
        root = self.look(page)
        rows = list(root.one("#network").all(".row"))
        self.check("of many layers folders alone are rows, and of these those in sight",
                   40 <= len(rows) <= 120 and all("50 layers" in r.text() or "input" in r.text()
                                                  for r in rows))  # fmt: skip
        root = self.look(page, "#by=flat")
        self.check("only what is in sight is an element",
                   len(list(root.one("#network").all(".row"))) < 200)  # fmt: skip
        root = self.look(page, "#layer=block41%2Fpart3%2Flayer2087")
        chosen = [r.text() for r in root.all(".row") if "chosen" in r.classes]
        self.check("a layer deep inside is unfolded", len(chosen) == 1 and
                   "layer2087" in chosen[0])  # fmt: skip
        root = self.look(page, "#search=layer1234")
        self.check("found among thousands", root.one("#found").text() == "1 before, 1 after")

    def hostile(self):
        net = self.folder / "odd.param"
        name = "</script><script>document.title='taken'</script>"
        image = "<img/src=x/onerror=document.title='taken'>"
        net.write_text(
            f"7767517\n3 3\nInput {name} 0 1 {image} 0=4\nReLU {image} 1 1 {image} a\u202eb\n"
            f"TanH \u202ex 1 1 a\u202eb {name}\n"
        )
        page = self.report("odd", net, "--bin", "none", "--no-bench")
        root = self.look(page, "#by=flat")
        title = root.one("title").text()
        self.check("no name runs", "taken" not in title and "odd.param" in title)
        self.check("no name is an element", not any(root.all("img")) and
                   len(list(root.all("script"))) == 2)  # fmt: skip
        labels = [n.text() for n in root.one("#network").all(".name")]
        self.check("names are shown as they are", name in labels and image in labels)
        self.check("what turns lines around is a number", "\\xe2\\x80\\xaex" in labels)
        root = self.look(page, "#by=flat&layer=%5Cxe2%5Cx80%5Cxaex")
        about = root.one("#about").text()
        self.check("in names of values, too", "a\\u202eb" in about and
                   "\u202e" not in root.text())  # fmt: skip

    def timed(self):
        subprocess.run([self.sinter, "zoo", "squeezenet", "-q", "-o", self.folder / "s.param"],
                       check=True)  # fmt: skip
        page = self.report("timed", self.folder / "s.param", "--rounds", "2")
        data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(), re.S)[1])
        root = self.look(page)
        points = list(root.one("#roofline").all(".point"))
        busy = [s for s in data["compiled"]["steps"] if s["flops"] and s["bytes"]]
        self.check("each step that computes is a point", len(points) == len(busy))
        self.check("each step is a row", len(list(root.one("#steps").all("tr"))) >
                   len(data["compiled"]["steps"]))  # fmt: skip


def main():
    sinter, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        print("skipped: no Chromium")
        return SKIPPED
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ.setdefault("XDG_CACHE_HOME", str(folder / "cache"))
    tests = Tests(sinter, browser, folder.resolve())
    for test in (tests.small, tests.large, tests.hostile, tests.timed):
        test()
    print(f"{tests.n_failed} failed")
    return 1 if tests.n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
