# Spellings of old versions: lists that are attributes, broadcasting that is asked for, Softmax over several axes.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x, b = value("x", F32, [1, 2, 2, 3]), tensor("b", F32, [2], [10, 20])
def one(name, nodes, opset, *initializers):
    save(name + ".onnx", model(graph(nodes, [x], [value("y")], initializers), opset, ir=3))
one("add6", [node("Add", ["x", "b"], ["y"], broadcast=1, axis=1)], 6, b)
one("slice9", [node("Slice", ["x"], ["y"], axes=[2, 3], starts=[1, -2], ends=[9, 3])], 9)
one("reshape1", [node("Reshape", ["x"], ["y"], shape=[0, -1])], 1)
one("softmax11", [node("Softmax", ["x"], ["y"], axis=2)], 11)
one("squeeze11", [node("Squeeze", ["x"], ["y"], axes=[0])], 11)
one("pad2", [node("Pad", ["x"], ["y"], pads=[0, 0, 0, 1, 0, 0, 0, 0], value=7.0)], 2)
one("clip6", [node("Clip", ["x"], ["y"], min=-0.5, max=2.0)], 6)
one("sum12", [node("ReduceSum", ["x"], ["y"], axes=[-1], keepdims=0)], 12)
one("upsample7", [node("Upsample", ["x"], ["y"], scales=[1.0, 1.0, 1.0, 2.0])], 7)
one("topk1", [node("TopK", ["x"], ["y", "i"], k=1)], 1)
one("split2", [node("Split", ["x"], ["y", "z"], axis=3, split=[1, 2])], 2)
one("dropout6", [node("Dropout", ["x"], ["y", "mask"], ratio=0.5)], 6)
import struct
open("x", "wb").write(struct.pack("<12f", *[i - 3 for i in range(12)]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in add6 slice9 reshape1 softmax11 squeeze11 pad2 clip6 sum12 upsample7 topk1 split2 dropout6; do
  echo "== $f"; $SINTER run $f.onnx --interpret --text --input-file x | sed -E 's/(0\.[0-9]{5})[0-9]*/\1/g'
done
--- out
== add6
y 1,2,2,3
7 8 9
10 11 12

23 24 25
26 27 28
== slice9
y 1,2,1,2
1 2

7 8
== reshape1
y 1,12
-3 -2 -1 0 1 2 3 4 5 6 7 8
== softmax11
y 1,2,2,3
0.00426 0.01160 0.03154
0.08576 0.23312 0.63369

0.00426 0.01160 0.03154
0.08576 0.23312 0.63369
== squeeze11
y 2,2,3
-3 -2 -1
0 1 2

3 4 5
6 7 8
== pad2
y 1,2,2,4
7 -3 -2 -1
7 0 1 2

7 3 4 5
7 6 7 8
== clip6
y 1,2,2,3
-0.5 -0.5 -0.5
0 1 2

2 2 2
2 2 2
== sum12
y 1,2,2
-6 3
12 21
== upsample7
y 1,2,2,6
-3 -3 -2 -2 -1 -1
0 0 1 1 2 2

3 3 4 4 5 5
6 6 7 7 8 8
== topk1
y 1,2,2,1
-1
2

5
8
== split2
y 1,2,2,1
-3
0

3
6
== dropout6
y 1,2,2,3
-3 -2 -1
0 1 2

3 4 5
6 7 8
