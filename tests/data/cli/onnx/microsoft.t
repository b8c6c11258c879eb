# Operators of com.microsoft: values are checked against ONNX Runtime by tests/peer; here they are taken apart, and compiled where kernels compute the parts.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
MS = "com.microsoft"
def one(name, nodes, inputs, outputs=["y"], known=()):
    save(name + ".onnx", model(graph(nodes, inputs, [value(o) for o in outputs], known), 17, domains={MS: 1}))
x = value("x", F32, [1, 2, 4])
g = tensor("g", F32, [4], [1, 2, 1, 2])
one("skip", [node("SkipSimplifiedLayerNormalization", ["x", "x", "g"], ["y", "", "", "s"], domain=MS)],
    [x], ["y", "s"], [g])
one("gelu", [node("FastGelu", ["x", "g"], ["y"], domain=MS)], [x], ["y"], [g])
one("conv", [node("FusedConv", ["c", "w"], ["y"], domain=MS, activation="LeakyRelu", activation_params=[0.5])],
    [value("c", F32, [1, 1, 2, 4])], ["y"], [tensor("w", F32, [1, 1, 1, 1], [-1])])
one("bits", [node("MatMulNBits", ["x", "b", "s"], ["y"], domain=MS, K=4, N=1, bits=4, block_size=2)], [x], ["y"],
    [tensor("b", U8, [1, 2, 1], [0x98, 0x7a]), tensor("s", F32, [1, 2], [1, 10])])
q = [tensor("scale", F32, [], [0.5]), tensor("zero", U8, [], [10])]
one("add", [node("QLinearAdd", ["q", "scale", "zero"] * 2 + ["scale", "zero"], ["y"], domain=MS)],
    [value("q", U8, [4])], ["y"], q)
one("mha", [node("MultiHeadAttention", ["x", "x", "x", "", "m"], ["y"], domain=MS, num_heads=2)],
    [x, value("m", I32, [1])])
one("packed", [node("MultiHeadAttention", ["x"], ["y"], domain=MS, num_heads=2)], [x])
one("form", [node("MultiHeadAttention", ["x", "x", "x", "", "m"], ["y"], domain=MS, num_heads=2)],
    [x, value("m", I32, [3])])
one("act", [node("FusedConv", ["c", "w"], ["y"], domain=MS, activation="Softplus")],
    [value("c", F32, [1, 1, 2, 4])], ["y"], [tensor("w", F32, [1, 1, 1, 1], [-1])])
one("three", [node("MatMulNBits", ["x", "b", "s"], ["y"], domain=MS, K=4, N=1, bits=3, block_size=4)], [x], ["y"],
    [tensor("b", U8, [1, 1, 2], [1, 2]), tensor("s", F32, [1, 1], [1])])
one("index", [node("MatMulNBits", ["x", "b", "s", "", "i"], ["y"], domain=MS, K=4, N=1, bits=4, block_size=4)], [x], ["y"],
    [tensor("b", U8, [1, 1, 2], [1, 2]), tensor("s", F32, [1, 1], [1]), tensor("i", I32, [4], [0, 0, 0, 0])])
def put(name, kind, *v): open(name, "wb").write(struct.pack("<%d%s" % (len(v), kind), *v))
put("x", "f", 1, -1, 1, -1, 2, 0, 0, 2)
put("c", "f", 1, -1, 1, -1, 2, 0, 0, 2)
put("q", "B", 0, 10, 12, 255)
put("m", "i", 1)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in skip gelu conv bits add mha; do
  echo "== $f"; feeds=
  for i in $($SINTER show --text $f.onnx | sed -n 's/^"\([a-z]\)" = input.*/\1/p'); do feeds="$feeds --input-file $i=$i"; done
  $SINTER run $f.onnx --interpret --text $feeds | sed -E 's/([0-9]\.[0-9]{4})[0-9]*/\1/g'
  case $f in add | mha) ;; *) $SINTER compile $f.onnx -o $f --as-is 2>&1 | grep checked;; esac
done
for f in packed form act three index; do $SINTER show $f.onnx 2>&1 >/dev/null | head -1; done
--- out
== skip
y 1,2,4
1 -2 1 -2
1.4142 0 0 2.8284
s 1,2,4
2 -2 2 -2
4 0 0 4
checked   each step computes what the interpreter does
== gelu
y 1,2,4
1.9545 0.8411 1.9545 0.8411
2.9963 1.9545 0.8411 3.9999
checked   each step computes what the interpreter does
== conv
y 1,1,2,4
-0.5 1 -0.5 1
-1 0 0 -1
checked   each step computes what the interpreter does
== bits
y 1,2,1
29
-20
checked   each step computes what the interpreter does
== add
y u8 4
0 10 14 255
== mha
y 1,2,4
1 -1 1 -1
1 -1 1 -1
sinter: warning: packed.onnx: MultiHeadAttention 'y' is kept as it is: its queries, keys and values are packed
sinter: warning: form.onnx: MultiHeadAttention 'y' is kept as it is: its mask has a form that sinter lacks
sinter: warning: act.onnx: FusedConv 'y' is kept as it is: its activation is none that sinter has
sinter: warning: three.onnx: MatMulNBits 'y' is kept as it is: its weights have neither 2, 4 nor 8 bits
sinter: warning: index.onnx: MatMulNBits 'y' is kept as it is: its rows are grouped by indices
