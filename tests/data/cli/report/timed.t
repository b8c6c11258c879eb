# Times of parts of steps add up to those of steps, which are those of the groups; a batch is one run.
test cli
--- run
cat > net.param <<'NET'
7767517
4 4
Input       data 0 1 data 0=16 1=16 2=8
Convolution conv 1 1 data c 0=16 1=3 4=1 5=1 6=1152
ReLU        relu 1 1 c r
InnerProduct fc  1 1 r out 0=10 1=1 2=40960
NET
for batch in "" "--batch 3"; do
    $SINTER report net.param --bin seed:1 --threads 2 $batch --rounds 4 --percentiles 25,75 --json > r.json
    python3 - <<'PY'
import json
d = json.load(open("r.json"))
t, c = d["timing"], d["compiled"]
print(d["batch"], d["threads"], t["rounds"], t["checked"], [p["percent"] for p in t["percentiles"]])
assert sorted({s["step"] for s in t["steps"]}) == list(range(len(c["steps"])))
for s in t["steps"]:
    step = c["steps"][s["step"]]
    assert s["kernel"] == step["kernel"], (s, step)
    names = {l["name"] for g in step["groups"] for l in c["groups"][g]["layers"]}
    assert not step["flops"] or set(s["layers"].split(", ")) <= names, (s, names)
for i, step in enumerate(c["steps"]):
    rows = [s for s in t["steps"] if s["step"] == i]
    assert sum(s["flops"] for s in rows) == step["flops"] and sum(s["seconds"] for s in rows) > 0
    assert abs(sum(s["bytes"] for s in rows) - step["bytes"]) < 1
PY
done
--- out
None 2 4 True [25, 75]
3 2 4 True [25, 75]
