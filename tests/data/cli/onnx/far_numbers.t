# A box that ends at the least integer, as numpy writes it; integers that no size or axis can be; a loop that counts no trips.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
x = value("x", F32, [2, 3])
def ints(name, *v): return tensor(name, I64, [len(v)], v)
least = -2 ** 63
save("slice.onnx", model(graph([node("Slice", ["x", "from", "to", "axes", "steps"], ["y"])], [x], [value("y")],
     [ints("from", -1), ints("to", least), ints("axes", 1), ints("steps", -1)])))
save("axes.onnx", model(graph([node("ReduceSum", ["x", "axes"], ["y"])], [x], [value("y")], [ints("axes", least)])))
body = graph([node("Mul", ["v", "one"], ["w"]), node("Identity", ["w"], ["next"]), node("Identity", ["no"], ["go"])],
             [value("i", I64, []), value("c", BOOL, []), value("v", F32, [2, 3])], [value("go"), value("next")],
             [tensor("no", BOOL, [], [False])])
save("loop.onnx", model(graph([node("Loop", ["", "yes", "x"], ["y"], body=body)], [x], [value("y")],
     [tensor("yes", BOOL, [], [True]), tensor("one", F32, [], [1])])))
open("x", "wb").write(struct.pack("<6f", 1, 2, 3, 4, 5, 6))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER run slice.onnx --text --input-file x
$SINTER optimize slice.onnx -o out.onnx -q; echo "code $?"
$SINTER run axes.onnx --interpret --text --input-file x; echo "code $?"
$SINTER optimize loop.onnx -o out.onnx -q; echo "code $?"
$SINTER verify loop.onnx out.onnx -q; echo "code $?"
--- out
y 2,3
3 2 1
6 5 4
code 0
sinter: dynamic_reduce 'y': the integers that it reads are no sizes, places or axes
code 5
code 0
code 0
