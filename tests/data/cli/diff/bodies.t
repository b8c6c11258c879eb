# What differs in bodies stands behind the layer that has them, at any depth; what is alike there is not named.
test cli
--- run
cat > make.py <<'PY'
import sys
from onnx_file import *
second, factor, result, op = sys.argv[2:]
then = graph([node("Relu", ["x"], ["p"], "act"), node(op, ["p", "w"], ["t"], "last")], [], [value("t")],
             [tensor("w", F32, [], [float(factor)])])
other = graph([node("Relu", ["y"], ["e"], "other")], [], [value("e")])
body = graph([node("If", ["c"], ["next"], "inner", then_branch=then, else_branch=other),
              node("Tanh", ["x"], ["sum"], "tanh")] + [node("Abs", ["sum"], ["abs"], "abs")] * (second == "abs"),
             [value("i", I64, []), value("c", BOOL, []), value("x", F32, [3, 4])],
             [value("c"), value("next"), value(result)])
g = graph([node("Loop", ["trips", "c", "y"], ["last", "all"], "walk", body=body)],
          [value("y", F32, [3, 4]), value("c", BOOL, [])], [value("last"), value("all")],
          [tensor("trips", I64, [], [300])])
save(sys.argv[1], model(g))
PY
make() { PYTHONPATH=$SINTER_TESTS python3 make.py "$@"; }
make a.onnx none 2 sum Mul
for b in "none 2 sum Mul" "none 2.5 sum Mul" "none 2 next Add" "abs 2 abs Mul"; do
    echo "== $b"
    make b.onnx $b
    $SINTER diff a.onnx b.onnx
done
$SINTER diff b.onnx a.onnx --json | grep -E '"(a|b|what)"'
--- out
== none 2 sum Mul
layers    3 the same, 0 changed, 0 only in A (<), 0 only in B (>)
== none 2.5 sum Mul
~ walk                       loop  body: differs, see below
~ walk.body/inner            if    then: differs, see below
~ walk.body/inner.then/last  mul   b: up to 5.0e-01 apart

layers    2 the same, 1 changed, 0 only in A (<), 0 only in B (>)
== none 2 next Add
~ walk                       loop    body: differs, see below
~ walk.body/inner            if      then: differs, see below
~ walk.body/inner.then/last  mul     op: mul -> add
~ walk.body/result 2         result  input: sum -> next

layers    2 the same, 1 changed, 0 only in A (<), 0 only in B (>)
== abs 2 abs Mul
~ walk                loop    body: 7 nodes -> 8 nodes
> walk.body/abs       abs
~ walk.body/result 2  result  input: sum -> abs

layers    2 the same, 1 changed, 0 only in A (<), 0 only in B (>)
  "a": "b.onnx",
  "b": "a.onnx",
      "a": "walk",
      "b": "walk",
          "what": "body",
          "a": "8 nodes",
          "b": "7 nodes",
      "a": "walk.body/abs",
      "b": null,
      "a": "walk.body/result 2",
      "b": "walk.body/result 2",
          "what": "input",
          "a": "abs",
          "b": "sum",
