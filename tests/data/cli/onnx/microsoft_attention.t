# Attention, weights of few bits and quantized numbers of com.microsoft, whose values tests/peer checks against ONNX Runtime; what does not fit is refused by name.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
MS = "com.microsoft"
def one(name, nodes, inputs, outputs=["y"], known=()):
    save(name + ".onnx", model(graph(nodes, inputs, [value(o) for o in outputs], known), 17, domains={MS: 1}))
x = value("x", F32, [1, 2, 4])
one("bits", [node("MatMulNBits", ["x", "b", "s"], ["y"], domain=MS, K=4, N=1, bits=4, block_size=2)], [x], ["y"],
    [tensor("b", U8, [1, 2, 1], [0x98, 0x7a]), tensor("s", F32, [1, 2], [1, 10])])
q = [tensor("scale", F32, [], [0.5]), tensor("zero", U8, [], [10])]
one("add", [node("QLinearAdd", ["q", "scale", "zero"] * 2 + ["scale", "zero"], ["y"], domain=MS)],
    [value("q", U8, [4])], ["y"], q)
one("mha", [node("MultiHeadAttention", ["x", "x", "x", "", "m"], ["y"], domain=MS, num_heads=2)],
    [x, value("m", I32, [1])])
past = [value(n, F32, [1, 1, 2, 2]) for n in ("k", "v")]
counts = [tensor("last", I32, [1], [2]), tensor("total", I32, [], [3])]
gqa = dict(domain=MS, num_heads=2, kv_num_heads=1)
one("gqa", [node("GroupQueryAttention", ["x", "", "", "k", "v", "last", "total"], ["y", "a", "b"], scale=1.0, **gqa)],
    [value("x", F32, [1, 1, 8])] + past, ["y", "a"], counts)
one("embed", [node("EmbedLayerNormalization", ["i", "", "t", "t", "", "g", "z"], ["y", "n"], domain=MS)], [],
    ["y", "n"], [tensor("i", I32, [1, 2], [1, 0]), tensor("t", F32, [2, 2], [1, 2, 5, 3]),
                 tensor("g", F32, [2], [1, 2]), tensor("z", F32, [2], [0, 10])])
one("sink", [node("GroupQueryAttention", ["x", "", "", "", "", "last", "total", "", "", "", "", "s"], ["y"], **gqa)],
    [value("x", F32, [1, 1, 8]), value("s", F32, [2])], ["y"], counts)
one("tables", [node("GroupQueryAttention", ["x", "", "", "", "", "last", "total"], ["y"], do_rotary=1, **gqa)],
    [value("x", F32, [1, 1, 8])], ["y"], counts)
one("packed", [node("MultiHeadAttention", ["x"], ["y"], domain=MS, num_heads=2)], [x])
one("form", [node("MultiHeadAttention", ["x", "x", "x", "", "m"], ["y"], domain=MS, num_heads=2)],
    [x, value("m", I32, [3])])
one("three", [node("MatMulNBits", ["x", "b", "s"], ["y"], domain=MS, K=4, N=1, bits=3, block_size=4)], [x], ["y"],
    [tensor("b", U8, [1, 1, 2], [1, 2]), tensor("s", F32, [1, 1], [1])])
one("index", [node("MatMulNBits", ["x", "b", "s", "", "i"], ["y"], domain=MS, K=4, N=1, bits=4, block_size=4)], [x], ["y"],
    [tensor("b", U8, [1, 1, 2], [1, 2]), tensor("s", F32, [1, 1], [1]), tensor("i", I32, [4], [0, 0, 0, 0])])
def put(name, kind, *v): open(name, "wb").write(struct.pack("<%d%s" % (len(v), kind), *v))
put("x", "f", 1, -1, 1, -1, 2, 0, 0, 2)
put("p", "f", 5, 5, 6, 6)
put("q", "B", 0, 10, 12, 255)
put("m", "i", 1)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in bits add mha gqa embed; do
  echo "== $f"; feeds=
  cp p k; cp p v
  for i in $($SINTER show --text $f.onnx | sed -n 's/^"\([a-z]\)" = input.*/\1/p'); do feeds="$feeds --input-file $i=$i"; done
  $SINTER run $f.onnx --interpret --text $feeds | sed -E 's/([0-9]\.[0-9]{4})[0-9]*/\1/g'
  [ $f = bits ] && $SINTER compile $f.onnx -o $f --as-is 2>&1 | grep checked
done
for f in packed form three index sink tables; do $SINTER show $f.onnx 2>&1 >/dev/null | head -1; done
--- out
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
== gqa
y 1,1,4
1.1715 2.7455 1.1715 2.7455
a 1,1,3,2
5 5
6 6
2 0
== embed
y 1,2,2
1 8
1 8
n i32 1
0
sinter: warning: packed.onnx: MultiHeadAttention 'y' is kept as it is: its queries, keys and values are packed
sinter: warning: form.onnx: MultiHeadAttention 'y' is kept as it is: its mask has a form that sinter lacks
sinter: warning: three.onnx: MatMulNBits 'y' is kept as it is: its weights have neither 2, 4 nor 8 bits
sinter: warning: index.onnx: MatMulNBits 'y' is kept as it is: its rows are grouped by indices
sinter: warning: sink.onnx: GroupQueryAttention 'y' is kept as it is: its scores are changed in a way that sinter lacks
sinter: warning: tables.onnx: GroupQueryAttention 'y' is kept as it is: it has no tables of angles
