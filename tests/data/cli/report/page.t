# One file with everything: each layer before and after, what became what, groups and steps that hold every layer, memory in which nothing that is in use lies over something else. --json is the same object.
test cli
--- run
cat > net.param <<'NET'
7767517
8 9
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
NET
$SINTER report net.param --bin seed:1 --no-bench --target generic -o a.html | sed -E 's/\([0-9.]+ .?B\)/(# B)/'
$SINTER report net.param --bin seed:1 --no-bench --target generic --json -o b.html > b.json
cat > look.py <<'PY'
import html.parser, json, re, sys

class Scripts(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.inside, self.scripts, self.links = False, [], []
    def handle_starttag(self, tag, attributes):
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append((dict(attributes), ""))
        self.links += [v for k, v in attributes if k in ("src", "href", "action", "data", "srcset")]
    def handle_endtag(self, tag):
        self.inside = False
    def handle_data(self, text):
        if self.inside:
            self.scripts[-1] = (self.scripts[-1][0], self.scripts[-1][1] + text)

def page(path):
    text = open(path, encoding="ascii").read() if path == "a.html" else open(path).read()
    p = Scripts()
    p.feed(text)
    p.close()
    assert [s[0].get("id") for s in p.scripts] == ["data", None], p.scripts
    assert not p.links, p.links
    assert not re.search(r"url\(|@import|@@\w", text)
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}
    return json.loads(p.scripts[0][1])
PY
cat > check.py <<'PY'
import json
from look import page
a, b = page("a.html"), json.load(open("b.json"))
assert b.pop("page")["path"] == "b.html"
assert a == b == page("b.html")
print(sorted(a))
for side in ("before", "after"):
    net = a[side]
    print(side, [(l["label"], l["op"]) for l in net["layers"]], net["totals"]["layers"])
    for layer in net["layers"]:
        for v in layer["inputs"] + layer["outputs"]:
            assert net["values"][v]["name"]
    print([net["values"][v]["shape"] for l in net["layers"] for v in l["outputs"]])
after = [l["label"] for l in a["after"]["layers"]]
print([(l["label"], i if i is None else after[i]) for l, i in zip(a["before"]["layers"], a["into"])])
c = a["compiled"]
grouped = sorted(l["layer"] for g in c["groups"] for l in g["layers"])
assert grouped == [l["index"] for l in a["after"]["layers"] if l["op"] != "input"], grouped
for i, g in enumerate(c["groups"]):
    assert g["steps"] or g["no_step"]
    for s in g["steps"]:
        assert i in c["steps"][s]["groups"]
blocks = c["memory"]["blocks"]
assert blocks and all(b["offset"] + b["bytes"] <= c["memory"]["tensor_bytes"] for b in blocks)
for b in blocks:
    for o in blocks:
        if b is not o and b["first"] <= o["last"] and o["first"] <= b["last"]:
            assert b["offset"] + b["bytes"] <= o["offset"] or o["offset"] + o["bytes"] <= b["offset"]
    for v, l in zip(b["values"], b["layers"]):
        print(v, "of", after[l], [k + 1 for k in (b["first"], b["last"])])
print(a["not_timed"], a["timing"], a["not_compiled"], a["network"]["verdict"], a["rewrites"]["done"])
PY
python3 check.py
--- out
layers    8 -> 6
network   same: worst distance 2.6e-07, 55 % of what rounding explains, 6 runs at data=3,8,8
steps     3
run       not timed: not asked for: --no-bench
written   a.html (# B)
['after', 'batch', 'before', 'command', 'compiled', 'file', 'format', 'holds_for', 'into', 'layers', 'machine', 'macs', 'network', 'not_compiled', 'not_timed', 'optimized', 'passes', 'remarks', 'rewrites', 'sinter', 'sizes', 'target', 'threads', 'timing']
before [('data', 'input'), ('conv', 'conv'), ('bn', 'batch_normalization'), ('sp', 'identity'), ('left', 'conv'), ('relu', 'relu'), ('add', 'add'), ('sm', 'softmax')] 8
[[3, 8, 8], [4, 6, 6], [4, 6, 6], [4, 6, 6], [4, 6, 6], [4, 6, 6], [4, 6, 6], [4, 6, 6], [4, 6, 6]]
after [('data', 'input'), ('conv', 'conv'), ('left', 'conv'), ('relu', 'relu'), ('add', 'add'), ('sm', 'softmax')] 6
[[3, 8, 8], [4, 6, 6], [4, 6, 6], [4, 6, 6], [4, 6, 6], [4, 6, 6]]
[('data', 'data'), ('conv', 'conv'), ('bn', 'conv'), ('sp', None), ('left', 'left'), ('relu', 'relu'), ('add', 'add'), ('sm', 'sm')]
b of conv [1, 2]
s of add [2, 3]
not asked for: --no-bench None None same 1
