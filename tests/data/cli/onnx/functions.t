# Functions of the model itself are taken apart where they are called: attributes, defaults, inputs left out, one inside the other.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
scaled = function("Scaled", ["a", "b"], ["c"], [node("LeakyRelu", ["a"], ["l"], alpha=0.5),
                                               node("ReduceSum", ["l"], ["r"], keepdims="@keep"),
                                               node("Clip", ["r", "b"], ["c"])], ["keep"])
twice = function("Twice", ["a"], ["d"], [node("Scaled", ["a"], ["one"], domain="own", keep=1),
                                        node("Add", ["one", "one"], ["d"])])
g = graph([node("Scaled", ["x", "low"], ["y"], domain="own", name="first", keep=0),
           node("Twice", ["x"], ["z"], domain="own", name="second")],
          [value("x", F32, [3])], [value("y"), value("z")], [tensor("low", F32, [], [-1])])
save("a.onnx", model(g, functions=[scaled, twice]))
# Each calls the next: many, but not without end.
deep = [function("F%d" % i, ["a"], ["b"], [node("F%d" % (i + 1) if i < 39 else "Neg", ["a"], ["b"],
                                                domain="own" if i < 39 else "")]) for i in range(40)]
save("deep.onnx", model(graph([node("F0", ["x"], ["y"], domain="own")], [value("x", F32, [3])], [value("y")]),
                        functions=deep))
import struct
open("x", "wb").write(struct.pack("<3f", 1, -4, -6))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER run a.onnx --interpret --text --input-file x
$SINTER show --text a.onnx
$SINTER run deep.onnx --interpret --text --input-file x
--- out
y scalar
-1
z 1
-8
"x" = input {rank=1} name="x" : f32[3]
"first/l" = leaky_relu("x") {alpha=0.5} name="first/l" : f32[3]
"first/r" = reduce("first/l") {keepdims=false} name="first/r" : f32[]
"y" = clip("first/r") {min=-1} name="first/c" : f32[]
"second/one/l" = leaky_relu("x") {alpha=0.5} name="second/one/l" : f32[3]
"second/one/r" = reduce("second/one/l") name="second/one/r" : f32[1]
"second/one" = clip("second/one/r") name="second/one/c" : f32[1]
"z" = add("second/one", "second/one") name="second/d" : f32[1]
output("y", "z")
y 3
-1 4 6
--- exit
0
