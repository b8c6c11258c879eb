# Results of a batch of one image may be without its axis; the code is that of one image, and the shapes are the network's.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
layers = [node("Conv", ["x", "w"], ["c"], "conv"), node("Squeeze", ["c", "first"], ["s"], "squeeze"),
          node("Flatten", ["c"], ["f"], "flat", axis=0), node("Tanh", ["k"], ["same"], "same"),
          node("ReduceMax", ["s"], ["m"], "most", axes=[0], keepdims=0)]
save("a.onnx", model(graph(layers, [value("x", F32, [1, 2, 2, 2])], [value(n) for n in ("c", "s", "f", "same", "m")],
                           [tensor("w", F32, [2, 2, 1, 1], [1, 2, 3, 4]), tensor("first", I64, [1], [0]),
                            tensor("k", F32, [2], [0, 0])])))
import struct
open("x", "wb").write(struct.pack("<8f", *range(8)))
open("xx", "wb").write(struct.pack("<16f", *range(16)))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER compile a.onnx -o code --target generic -q && grep -A8 'outputs\[\]' code/a.c | grep -o '"[a-z]*".*'
$SINTER run a.onnx --interpret --text --input-file x > interpreted
if command -v cc > /dev/null; then
    $SINTER run a.onnx --text --input-file x > compiled && cmp interpreted compiled
    $SINTER run a.onnx --text --input-file xx --batch 2 > two && grep -A1 '^[a-z]* [0-9]' two | grep '^[a-z]'
else
    printf 'c 2,1,2,2,2\ns 2,2,2,2\nf 2,1,8\nsame 2,2\nm 2,2,2\n'
fi
cat interpreted
--- out
"c", 4, {1, 2, 2, 2}, 32, "f32"},
"s", 3, {2, 2, 2}, 32, "f32"},
"f", 2, {1, 8}, 32, "f32"},
"same", 1, {2}, 8, "f32"},
"m", 2, {2, 2}, 16, "f32"},
c 2,1,2,2,2
s 2,2,2,2
f 2,1,8
same 2,2
m 2,2,2
c 1,2,2,2
8 11
14 17

16 23
30 37
s 2,2,2
8 11
14 17

16 23
30 37
f 1,8
8 11 14 17 16 23 30 37
same 2
0 0
m 2,2
16 23
30 37
