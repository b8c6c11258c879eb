# As many places as the data says: compiled code has room for all there can be, and what is printed and written are those that were found. Where the network reads them itself, nothing is compiled. An 'if' computes both branches.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def one(name, nodes, inputs, outputs, *initializers):
    save(name + ".onnx", model(graph(nodes, inputs, [value(o) for o in outputs], initializers), opset=18))
boxes = [value("boxes", F32, [1, 4, 4]), value("scores", F32, [1, 1, 4])]
one("nms", [node("NonMaxSuppression", ["boxes", "scores", "most", "overlap"], ["y"])], boxes, "y",
    tensor("most", I64, [1], [3]), tensor("overlap", F32, [1], [0.5]))
one("places", [node("NonZero", ["x"], ["y"])], [value("x", F32, [2, 3])], "y")
one("read", [node("NonZero", ["x"], ["p"]), node("Shape", ["p"], ["y"])], [value("x", F32, [2, 3])], "y")
one("kept", [node("Compress", ["x", "c"], ["y"], axis=0)], [value("x", F32, [2, 3]), value("c", BOOL, [2])], "y")
one("if", [node("If", ["c"], ["y"], then_branch=graph([node("Neg", ["x"], ["z"])], [], [value("z")]),
                else_branch=graph([node("Mul", ["x", "x"], ["z"])], [], [value("z")]))],
    [value("c", BOOL, []), value("x", F32, [2, 3])], "y")
open("boxes", "wb").write(struct.pack("<16f", 0, 0, 2, 2, 0, 0, 2, 1.9, 3, 3, 4, 4, 5, 5, 6, 6))
open("scores", "wb").write(struct.pack("<4f", 0.5, 0.9, 0.8, 0.1))
open("some", "wb").write(struct.pack("<6f", 0, 1, 0, -2, 0, float("nan")))
open("none", "wb").write(struct.pack("<6f", *[0] * 6))
open("plain", "wb").write(struct.pack("<6f", 1, 2, 3, -4, 5, 6))
open("true", "wb").write(b"\1")
open("false", "wb").write(b"\0")
open("pair", "wb").write(b"\1\0")
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for how in "" --interpret; do
  $SINTER run nms.onnx --input-file boxes=boxes --input-file scores=scores --text $how
  for x in some none; do $SINTER run places.onnx --input-file $x --text $how; done
  for c in true false; do $SINTER run if.onnx --input-file c=$c --input-file x=plain --text $how; done
done
$SINTER run places.onnx --input-file some -o res -q; head -c 70 res/y.npy | tail -c 60; echo
cat some none >both; $SINTER run places.onnx --input-file both --batch 2 --text
$SINTER run read.onnx --input-file some; $SINTER run kept.onnx --input-file x=some --input-file c=pair; echo "code $?"
--- out
y i64 3,3
0 0 1
0 0 2
0 0 3
y i64 2,3
0 1 1
1 0 2
y i64 2,0
y 2,3
-1 -2 -3
4 -5 -6
y 2,3
1 4 9
16 25 36
y i64 3,3
0 0 1
0 0 2
0 0 3
y i64 2,3
0 1 1
1 0 2
y i64 2,0
y 2,3
-1 -2 -3
4 -5 -6
y 2,3
1 4 9
16 25 36
{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3), } 
y i64 2,2,6
0 1 1 -1 -1 -1
1 0 2 -1 -1 -1

-1 -1 -1 -1 -1 -1
-1 -1 -1 -1 -1 -1
sinter: 'p' has the shape 2,v3.1, which does not follow from the sizes of the inputs, so that it cannot be compiled; `sinter run --interpret` may
sinter: 'y' has the shape v5.0,3, which does not follow from the sizes of the inputs, so that it cannot be compiled; `sinter run --interpret` may
code 5
