# A trace has a complete event for each step, thread and traced run, within the run, in order; what each does; and the names of the tracks.
test cli
--- run
cat > net.param <<'NET'
7767517
4 4
Input       data 0 1 data 0=32 1=32 2=8
Convolution conv 1 1 data c 0=32 1=3 4=1 5=1 6=2304
Pooling     pool 1 1 c p 0=1 1=2 2=2
Softmax     sm   1 1 p out
NET
look() { $SINTER bench net.param --bin seed:1 --trace t.json --json "$@" > r.json && python3 - <<'PY'
import json
r, t = json.load(open("r.json")), json.load(open("t.json"))
assert r["trace"]["path"] == "t.json"
events = t["traceEvents"]
titles = [e["args"]["name"] for e in events if e["ph"] == "M"]
runs = [e for e in events if e["ph"] == "X" and e["cat"] == "run"]
steps = [e for e in events if e["ph"] == "X" and e["cat"] == "step"]
assert len(titles) + len(runs) + len(steps) == len(events)
print(titles, len(runs), sorted({e["tid"] for e in steps}))
for e in runs:
    mine = [s for s in steps if s["args"]["round"] == e["args"]["round"]]
    assert mine and all(s["ts"] >= e["ts"] - 1 and s["ts"] + s["dur"] <= e["ts"] + e["dur"] + 1 for s in mine)
    assert {s["args"]["kernel"] for s in mine} == {s["kernel"] for s in r["steps"]}
    for thread in {s["tid"] for s in mine}:
        ends = [(s["ts"], s["ts"] + s["dur"]) for s in mine if s["tid"] == thread]
        assert all(a[1] <= b[0] + 1e-6 for a, b in zip(ends, ends[1:])), ends
for s in r["steps"]:
    e = [e for e in steps if e["args"]["layers"] == s["layers"] and e["args"]["kernel"] == s["kernel"]]
    assert e and s["flops"] == sum({x["args"]["step"]: x["args"]["flops"] for x in e}.values())
PY
}
look --rounds 5
look --rounds 2 --threads 2
look --rounds 3 --threads 2 --batch 3
$SINTER bench net.param --bin seed:1 --trace t.json --rounds 1 -q | grep -c written
$SINTER bench net.param --bin seed:1 --trace t.json --rounds 1 | grep written | sed 's/(.*)/(# KB)/'
--- out
['net.param', 'thread 0'] 3 [0]
['net.param', 'thread 0', 'thread 1'] 2 [0, 1]
['net.param', 'thread 0', 'thread 1'] 3 [0, 1]
0
written   t.json (# KB)
