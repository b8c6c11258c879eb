# Operators that sinter does not have, in a branch, in a loop and in a scan: what hangs on them is left out of what is compared, and the rest is optimized.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def one(name, nodes, inputs):
    save(name + ".onnx", model(graph(nodes + [node("Identity", ["a"], ["b"]), node("Neg", ["b"], ["y"])],
                                     inputs, [value("r"), value("y")])))
a, own = value("a", F32, [2]), node("Own", ["s"], ["g"], "own", domain="mine")
s = node("Identity", ["a"], ["s"])
one("branch", [node("If", ["cond"], ["r"], then_branch=graph([s, own], [], [value("g")]),
                    else_branch=graph([node("Neg", ["a"], ["v"])], [], [value("v")]))],
    [value("cond", BOOL, []), a])
one("loop", [node("Loop", ["n", "", "a"], ["q", "r"], body=graph(
    [node("Identity", ["t"], ["s"]), own, node("Identity", ["c"], ["d"])],
    [value("i", I64, []), value("c", BOOL, []), value("t", F32, [2])],
    [value("d"), value("s"), value("g")]))], [value("n", I64, []), a])
one("scan", [node("Scan", ["a"], ["r"], num_scan_inputs=1, body=graph(
    [node("Identity", ["t"], ["s"]), own], [value("t", F32, [])], [value("g")]))], [a])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in branch loop scan; do
    echo "== $f"
    $SINTER optimize $f.onnx -o o.onnx
done
--- out
== branch
layers    6 -> 4
MACs      0, as before
rewrites  2
              2  drop_identities
checked   2 rewrites, worst distance 0
network   same: worst distance 0, 6 runs at cond=, a=2
          not run, outputs made up alike on both sides: own
written   o.onnx (208 B)
== loop
layers    6 -> 4
MACs      0, as before
rewrites  4
              3  drop_identities
              1  trim_bodies
checked   3 of 4 rewrites, worst distance 0; not checked:
              1  no shapes were found on which it runs
network   same: worst distance 0, 6 runs at n=, a=2
          not run, outputs made up alike on both sides: own
written   o.onnx (202 B)
== scan
layers    5 -> 3
MACs      0, as before
rewrites  2
              2  drop_identities
checked   2 rewrites, worst distance 0
network   same: worst distance 0, 6 runs at a=2
          not run, outputs made up alike on both sides: own
written   o.onnx (162 B)
