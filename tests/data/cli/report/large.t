# 3000 layers: each is on the page, in blocks and out of them.
test cli
--- run
python3 - <<'PY'
kinds = ["ReLU", "TanH", "Sigmoid", "Swish"]
lines = ["Input in 0 1 v0 0=4 1=2 2=2"]
for i in range(2999):
    lines.append(f"{kinds[i % 4]} block{i // 50}/part{i // 10 % 5}/layer{i} 1 1 v{i} v{i + 1}")
print(f"7767517\n{len(lines)} {len(lines)}\n" + "\n".join(lines), file=open("long.param", "w"))
PY
$SINTER report long.param --bin none --no-bench --verify off --fusion off --target generic -o long.html | sed -E 's/\([0-9.]+ .?B\)/(# B)/'
python3 - <<'PY'
import json, re
text = open("long.html").read()
d = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])
names = ["in"] + [f"block{i // 50}/part{i // 10 % 5}/layer{i}" for i in range(2999)]
print([l["name"] for l in d["before"]["layers"]] == names, len(d["after"]["layers"]))
print(sum(len(g["layers"]) for g in d["compiled"]["groups"]), len(d["compiled"]["steps"]))
print(len(text) < 4e6)
PY
--- out
layers    3000 -> 2251
network   not run: not asked for
steps     2250
run       not timed: not asked for: --no-bench
written   long.html (# B)
True 2251
2250 2250
True
