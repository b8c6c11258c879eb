# Quantized networks: what is around an integer product is one step, weights that are dequantized
# are constants, depthwise convolutions have a kernel of their own; each step is compared with the
# interpreter.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
I8, U8, I32 = 3, 2, 6
num = lambda n, t, v: tensor(n, t, [], [v], "typed")
ints = lambda n, t, shape, count, least: tensor(n, t, shape, [(i * i * 7 + i) % 200 + least for i in range(count)], "typed")
scales = [num("s", F32, 0.0625), num("xz", U8, 128), num("z", I8, 0), num("ws", F32, 0.01), num("ys", F32, 2.5)]
nodes = [node("QuantizeLinear", ["x", "s", "xz"], ["q"], name="q"),
         node("QLinearConv", ["q", "s", "xz", "w1", "ws", "z", "ys", "xz", "b"], ["c"], name="conv", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
         node("QLinearConv", ["c", "ys", "xz", "w2", "ws", "z", "ys", "xz"], ["d"], name="depthwise", group=8, kernel_shape=[3, 3], strides=[2, 2]),
         node("DequantizeLinear", ["d", "ys", "xz"], ["y"], name="dq")]
inits = scales + [ints("w1", I8, [8, 5, 3, 3], 360, -100), ints("w2", I8, [8, 1, 3, 3], 72, -100), ints("b", I32, [8], 8, -100)]
save("conv.onnx", model(graph(nodes, [value("x", F32, [1, 5, 11, 13])], [value("y", F32, [1, 8, 5, 6])], inits), opset=13))
nodes = [node("QuantizeLinear", ["x", "s", "xz"], ["q"], name="q"),
         node("DequantizeLinear", ["q", "s", "xz"], ["d"], name="dq"),
         node("DequantizeLinear", ["w", "ws", "z"], ["v"], name="weights"),
         node("MatMul", ["d", "v"], ["m"], name="product"),
         node("QuantizeLinear", ["m", "ys", "xz"], ["y"], name="result")]
save("qdq.onnx", model(graph(nodes, [value("x", F32, [3, 300])], [value("y", U8, [3, 290])], scales + [ints("w", I8, [300, 290], 300 * 290, -100)]), opset=13))
nodes = [node("DynamicQuantizeLinear", ["x"], ["q", "qs", "qz"], name="dynamic"),
         node("MatMulInteger", ["q", "w", "qz", "z"], ["m"], name="product"),
         node("Cast", ["m"], ["f"], to=F32), node("Mul", ["f", "qs"], ["y"], name="scaled")]
save("dynamic.onnx", model(graph(nodes, [value("x", F32, [3, 300])], [value("y", F32, [3, 290])], scales + [ints("w", I8, [300, 290], 300 * 290, -100)]), opset=13))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for net in conv qdq dynamic; do
    $SINTER compile $net.onnx -o $net --target x86-64 | grep checked
    grep -h -A1 '^/\* [a-z]*' $net/$net*.c | grep -B1 ' \* \(integer\|elements\|product\|map\|constant\)' | grep -v '^--'
done
--- out
checked   each step computes what the interpreter does
/* q
 * elements, 5x11x13 -> 5x11x13;
/* conv
 * integer, 5x11x13 -> 8x11x13, 0.103 MFLOP;
/* depthwise, dq
 * integer_depthwise, 8x11x13 -> 8x5x6;
checked   each step computes what the interpreter does
/* q
 * elements, 3x300 -> 3x300;
/* product, result
 * integer, 3x300 -> 3x290, 0.522 MFLOP;
checked   each step computes what the interpreter does
/* dynamic
 * map, to 1;
/* dynamic
 * map, to 1;
/* dynamic
 * elements, 1, 1 -> 1;
/* dynamic
 * elements, 1 -> 1;
/* dynamic
 * elements, 3x300, 1, 1 -> 3x300;
/* product, f, scaled
 * integer, 3x300, 1 -> 3x290, 0.522 MFLOP;
