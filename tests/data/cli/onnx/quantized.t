# Nodes of quantization stay whole where they are written in the version that they were read in: what each is made of is no place for rewrites, not even to fold weights or to merge what two have in common. What stands between them is optimized.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
I8, U8, I32 = 3, 2, 6
num = lambda n, t, v: tensor(n, t, [], [v], "typed")
w = [(i * 7) % 11 - 5 for i in range(4 * 3)]
inits = [num("s", F32, 0.0625), num("z", U8, 128), num("ws", F32, 0.125), num("wz", I8, 0),
         num("ys", F32, 0.25), tensor("w", I8, [4, 3, 1, 1], w, "typed"),
         tensor("b", I32, [4], [1, 2, 3, 4], "typed")]
nodes = [node("Transpose", ["x"], ["t"], perm=[0, 2, 3, 1]), node("Transpose", ["t"], ["u"], perm=[0, 3, 1, 2]),
         node("QuantizeLinear", ["u", "s", "z"], ["q"], name="q1"),
         node("QLinearConv", ["q", "s", "z", "w", "ws", "wz", "ys", "z", "b"], ["c"], name="c1", kernel_shape=[1, 1]),
         node("DequantizeLinear", ["c", "ys", "z"], ["d"], name="d1"),
         node("Identity", ["d"], ["e"]),
         node("QuantizeLinear", ["e", "s", "z"], ["r"], name="q2"),
         node("DequantizeLinear", ["r", "s", "z"], ["y"], name="d2"),
         node("DequantizeLinear", ["w", "ws", "wz"], ["v"], name="weights"),
         node("Conv", ["x", "v"], ["o"], name="c2", kernel_shape=[1, 1]),
         node("DynamicQuantizeLinear", ["o"], ["dq", "scale", "dz"], name="dynamic"),
         node("DynamicQuantizeLinear", ["o"], ["uq", "us", "uz"], name="nobody")]
save("a.onnx", model(graph(nodes, [value("x", F32, ["n", 3, 4, 4])],
                           [value("y", F32, ["n", 4, 4, 4]), value("o", F32, ["n", 4, 4, 4]), value("scale", F32, [])], inits), opset=11, ir=7))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER optimize a.onnx -o b.onnx
$SINTER optimize b.onnx -o c.onnx -q && cmp b.onnx c.onnx && echo nothing left to do
$SINTER verify a.onnx b.onnx --input x=2,3,4,4 | tail -1
cat > count.py <<'PY'
import sys
data = open(sys.argv[1], "rb").read()
print(*(t + "=" + str(data.count(bytes([0x22, len(t)]) + t.encode())) for t in sys.argv[2:]))
PY
python3 count.py b.onnx QuantizeLinear DequantizeLinear QLinearConv DynamicQuantizeLinear Conv Transpose Identity Round
$SINTER optimize a.onnx --explain | grep -A2 "stays whole" | head -6
$SINTER optimize a.onnx -o d.onnx --opset 13 -q && python3 count.py d.onnx QLinearConv Round
--- out
layers    12 -> 8
MACs      384, as before
rewrites  19
              1  drop_identities
             17  drop_dead
              1  merge_transposes
checked   2 rewrites, worst distance 0
network   same: worst distance 0, 6 runs at x=1,3,4,4, 2 each at x=2,3,4,4
written   b.onnx (641 B)
nothing left to do
same      worst distance 0, 6 runs at x=2,3,4,4
QuantizeLinear=2 DequantizeLinear=3 QLinearConv=1 DynamicQuantizeLinear=1 Conv=1 Transpose=0 Identity=0 Round=0
  stays whole
    q1, q2
  fold_constants (2): not rewritten: it is a part of a QLinearConv, which stays
--
  stays whole
    d1, d2, weights, weights
QLinearConv=0 Round=3
