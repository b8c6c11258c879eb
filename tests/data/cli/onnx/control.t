# If, Loop and Scan, with values captured from the graphs around them, one inside the other.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
then = graph([node("Add", ["x", "one"], ["t"])], [], [value("t")])
other = graph([node("Mul", ["x", "two"], ["inner"]), node("Sub", ["inner", "one"], ["e"])], [], [value("e")],
              [tensor("two", F32, [], [2])])
body = graph([node("If", ["c"], ["next"], then_branch=graph([node("Add", ["v", "one"], ["a"])], [], [value("a")]),
                   else_branch=graph([node("Identity", ["v"], ["b"])], [], [value("b")])),
              node("Identity", ["c"], ["go"]), node("Mul", ["next", "x"], ["each"])],
             [value("i", I64, []), value("c", BOOL, []), value("v", F32, [3])],
             [value("go"), value("next"), value("each")])
scan = graph([node("Add", ["sum", "part"], ["sum_out"]), node("Identity", ["sum_out"], ["part_out"])],
             [value("sum", F32, []), value("part", F32, [])], [value("sum_out"), value("part_out")])
g = graph([node("ReduceSum", ["x"], ["s"], keepdims=0), node("Greater", ["s", "one"], ["big"]),
           node("If", ["big"], ["y"], then_branch=then, else_branch=other),
           node("Loop", ["three", "", "x"], ["last", "all"], body=body),
           node("Scan", ["zero", "x"], ["total", "sums"], body=scan, num_scan_inputs=1)],
          [value("x", F32, [3])], [value("y"), value("last"), value("all"), value("total"), value("sums")],
          [tensor("one", F32, [], [1]), tensor("zero", F32, [], [0]), tensor("three", I64, [], [3])])
save("a.onnx", model(g))
import struct
open("small", "wb").write(struct.pack("<3f", 0.5, -1, 1)), open("big", "wb").write(struct.pack("<3f", 0.5, 1, 2))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for x in small big; do $SINTER run a.onnx --interpret --text --input-file $x; done
--- out
y 3
0 -3 1
last 3
3.5 2 4
all 3,3
0.75 -0 2
1.25 -1 3
1.75 -2 4
total scalar
0.5
sums 3
0.5 -0.5 0.5
y 3
1.5 2 3
last 3
3.5 4 5
all 3,3
0.75 2 6
1.25 3 8
1.75 4 10
total scalar
3.5
sums 3
0.5 1.5 3.5
