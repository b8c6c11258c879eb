# What older versions of operators do not take is said with others, or refused: Clip of integers, an If whose branches give other shapes. A Loop has two inputs, whatever is left out.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
low, high = tensor("low", I32, [], [-2]), tensor("high", I32, [], [5])
x = value("x", I32, [8])
save("both.onnx", model(graph([node("Clip", ["x", "low", "high"], ["y"])], [x], [value("y")], [low, high]), opset=13))
save("least.onnx", model(graph([node("Clip", ["x", "low"], ["y"])], [x], [value("y")], [low]), opset=13))
save("most.onnx", model(graph([node("Clip", ["x", "", "high"], ["y"])], [x], [value("y")], [high]), opset=13))
save("given.onnx", model(graph([node("Clip", ["x", "least", "high"], ["y"])], [x, value("least", I32, [])],
                               [value("y")], [high]), opset=13))
open("x", "wb").write(struct.pack("<8i", -9, -3, -2, 0, 4, 5, 6, 99))

f, c = value("f", F32, [2, 3]), value("c", BOOL, [])
def branch(op, out, **more):
    return graph([node(op, ["f"], [out], **more)], [], [value(out)])
def choose(then):
    return [node("If", ["c"], ["y"], then_branch=then, else_branch=branch("Neg", "n"))]
save("shapes.onnx", model(graph(choose(branch("ReduceSum", "s", keepdims=0)), [f, c], [value("y")]), opset=13))
save("alike.onnx", model(graph(choose(branch("Abs", "s")), [f, c], [value("y")]), opset=13))

body = graph([node("Identity", ["v"], ["i"]), node("Constant", [], ["two"], value_int=2),
              node("Less", ["n", "two"], ["on"]), node("Neg", ["i"], ["w"])],
             [value("n", I64, []), value("go", BOOL, []), value("v", F32, [2, 3])],
             [value("on", BOOL, []), value("i", F32, [2, 3]), value("w", F32, [2, 3])])
save("loop.onnx", model(graph([node("Loop", ["trips", "", "f"], ["last", "all"], body=body)],
                              [f, value("trips", I64, [])], [value("all")]), opset=18))

old = function("Old", ["a"], ["b"], [node("Identity", ["a"], ["i"]), node("Sigmoid", ["i"], ["b"])], opset=1)
save("advice.onnx", model(graph([node("Old", ["f"], ["y"], domain="own")], [f], [value("y")]), opset=1,
                          functions=[old]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in both least most; do
  echo "== $f"
  for v in 13 11 9; do
    $SINTER convert $f.onnx --opset $v -o out.onnx -q
    $SINTER run out.onnx --interpret --text --input-file x | tr '\n' ' '
    grep -a -o 'Clip\|Where' out.onnx | uniq -c
  done
  $SINTER convert $f.onnx --opset 8 -o none.onnx -q && echo written
done
$SINTER convert given.onnx --opset 11 -o none.onnx -q && echo written
echo "== branches"
$SINTER convert shapes.onnx --opset 9 -o none.onnx -q && echo written
$SINTER convert shapes.onnx --opset 11 -o out.onnx -q && $SINTER verify shapes.onnx out.onnx -q && echo same
$SINTER convert alike.onnx --opset 9 -o out.onnx -q && $SINTER verify alike.onnx out.onnx -q && echo same
echo "== loop"
$SINTER optimize loop.onnx -o out.onnx -q
python3 - <<'PY'
data = open("out.onnx", "rb").read()
print("trips and nothing:", b"\x0a\x05trips\x0a\x00\x12" in data)
PY
echo "== advice"
$SINTER optimize advice.onnx -o none.onnx -q && echo written
$SINTER convert advice.onnx --opset 7 -o out.onnx -q && $SINTER verify advice.onnx out.onnx -q && echo same
test ! -e none.onnx
--- out
== both
y i32 8 -2 -2 -2 0 4 5 5 5       1 Clip
y i32 8 -2 -2 -2 0 4 5 5 5       2 Where
y i32 8 -2 -2 -2 0 4 5 5 5       2 Where
sinter: clip 'y' cannot be written for ONNX 8: Less is in ONNX from version 9 on, and the model is of version 8; --opset 9 has it
== least
y i32 8 -2 -2 -2 0 4 5 6 99       1 Clip
y i32 8 -2 -2 -2 0 4 5 6 99       1 Where
y i32 8 -2 -2 -2 0 4 5 6 99       1 Where
sinter: clip 'y' cannot be written for ONNX 8: Less is in ONNX from version 9 on, and the model is of version 8; --opset 9 has it
== most
y i32 8 -9 -3 -2 0 4 5 5 5       1 Clip
y i32 8 -9 -3 -2 0 4 5 5 5       1 Where
y i32 8 -9 -3 -2 0 4 5 5 5       1 Where
sinter: clip 'y' cannot be written for ONNX 8: Greater is in ONNX from version 9 on, and the model is of version 8; --opset 9 has it
sinter: warning: Clip 'y' cannot be written for ONNX 11: Max of i32 is in ONNX from version 12 on, and the model is of version 11; --opset 12 has it
sinter: warning: min 'y' cannot be written for ONNX 11: Min of i32 is in ONNX from version 12 on, and the model is of version 11; --opset 12 has it
sinter: 2 operators cannot be written for ONNX 11; a warning names each with its reason
== branches
sinter: if 'y' cannot be written for ONNX 9: an If whose branches give different shapes is in ONNX from version 11 on, and the model is of version 9; --opset 11 has it
same
same
== loop
trips and nothing: True
== advice
sinter: sigmoid 'y/b' cannot be written for ONNX 1: Sigmoid is in ONNX from version 6 on, and the model is of version 1; --opset 7 has it
same
--- exit
0
