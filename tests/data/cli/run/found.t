# As much as the data says: compiled code has room for all there can be, and counts, and what is printed and written is what was found, as the interpreter has it. Of several images it is not cut, and the counts stand beside it. An 'if' computes both branches.
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
one("read", [node("NonZero", ["x"], ["p"]), node("Transpose", ["p"], ["t"]), node("GatherND", ["x", "t"], ["g"]),
             node("Abs", ["g"], ["a"]), node("ReduceSum", ["a"], ["s"], keepdims=0), node("ReduceMax", ["g"], ["m"], keepdims=0),
             node("Shape", ["t"], ["n"])], [value("x", F32, [2, 3])], "asmn")
one("kept", [node("Compress", ["x", "c"], ["y"], axis=0)], [value("x", F32, [2, 3]), value("c", BOOL, [2])], "y")
one("sorted", [node("Unique", ["x"], ["y", "i", "v", "c"])], [value("x", F32, [2, 3])], "yivc")
one("rows", [node("Unique", ["x"], ["", "", "v", "c"], axis=0, sorted=0)], [value("x", F32, [2, 3])], "vc")
one("open", [node("NonZero", ["x"], ["p"]), node("Flatten", ["p"], ["f"], axis=0), node("Neg", ["f"], ["y"])], [value("x", F32, [2, 3])], "y")
one("if", [node("If", ["c"], ["y"], then_branch=graph([node("Neg", ["x"], ["z"])], [], [value("z")]),
                else_branch=graph([node("Mul", ["x", "x"], ["z"])], [], [value("z")]))],
    [value("c", BOOL, []), value("x", F32, [2, 3])], "y")
open("boxes", "wb").write(struct.pack("<16f", 0, 0, 2, 2, 0, 0, 2, 1.9, 3, 3, 4, 4, 5, 5, 6, 6))
open("scores", "wb").write(struct.pack("<4f", 0.5, 0.9, 0.8, 0.1))
open("some", "wb").write(struct.pack("<6f", 0, 1, 0, -2, 0, float("nan")))
open("none", "wb").write(struct.pack("<6f", *[0] * 6))
open("plain", "wb").write(struct.pack("<6f", 1, 2, 3, -4, 2, 3))
open("true", "wb").write(b"\1")
open("false", "wb").write(b"\0")
open("pair", "wb").write(b"\1\0")
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for how in "" --interpret; do
  $SINTER run nms.onnx --input-file boxes=boxes --input-file scores=scores --text $how
  for x in some none; do $SINTER run places.onnx --input-file $x --text $how; done
  for x in plain none; do for net in sorted rows read; do $SINTER run $net.onnx --input-file $x --text $how; done; done >read$how
  $SINTER run kept.onnx --input-file x=plain --input-file c=pair --text $how >>read$how
  for c in true false; do $SINTER run if.onnx --input-file c=$c --input-file x=plain --text $how; done
done
$SINTER run places.onnx --input-file some -o res -q; head -c 70 res/y.npy | tail -c 60; echo
cat some none >both; $SINTER run places.onnx --input-file both --batch 2 --text
cmp read read--interpret && cat read
$SINTER compile read.onnx -o c | grep checked; sed -n '/output 0/,/ \*$/p' c/read.h
$SINTER run open.onnx --input-file some; echo "code $?"
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
4 -2 -3
y 2,3
1 4 9
16 4 9
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
4 -2 -3
y 2,3
1 4 9
16 4 9
{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3), } 
y i64 2,2,6
0 1 1 -1 -1 -1
1 0 2 -1 -1 -1

-1 -1 -1 -1 -1 -1
-1 -1 -1 -1 -1 -1
y.count i64 2
3 0
y 4
-4 1 2 3
i i64 4
3 0 1 2
v i64 6
1 2 3 0 2 3
c i64 4
1 1 2 2
v i64 2
0 1
c i64 2
1 1
a 6
1 2 3 4 2 3
s scalar
15
m scalar
3
n i64 2
6 2
y 1
0
i i64 1
0
v i64 6
0 0 0 0 0 0
c i64 1
6
v i64 2
0 0
c i64 1
2
a 0
s scalar
0
m scalar
-inf
n i64 2
0 2
y 1,3
1 2 3
checked   each step computes what the interpreter does
 *     output 0  float 6  a
 *                of axis 0 as much as output 4 says
 *     output 1  float   s
 *     output 2  float   m
 *     output 3  int64_t 2  n
 *     output 4  int64_t   a.count
 *
sinter: reshape 'f': of 'p', which it reads, only the data says how much there is, and compiled code has no way to do this with a part of it; `sinter run --interpret` may
code 5
