# Attention in pieces: of f64 it stays so where it is compiled; -inf for all scores gives NaN, with a score for hidden keys, too; scores that are turned round are no Attention of version 23.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
def write(name, kind, nodes, more=(), sizes=(1, 2, 3, 4)):
    x = [value(n, kind, sizes) for n in "qkv"]
    ops = [node("Transpose", ["k"], ["kt"], perm=[0, 1, 3, 2]), node("MatMul", ["q", "kt"], ["s"]), *nodes,
           node("Softmax", ["m"], ["w"]), node("MatMul", ["w", "v"], ["y"])]
    save(name, model(graph(ops, x + list(more), [value("y", kind)],
                           [tensor("half", kind, [], [0.5]), tensor("turned", kind, [], [-0.5]), tensor("far", kind, [], [-1e4])]), 17))
write("wide.onnx", F64, [node("Mul", ["s", "half"], ["m"])])
write("turned.onnx", F32, [node("Mul", ["s", "turned"], ["m"])])
write("straight.onnx", F32, [node("Mul", ["s", "half"], ["m"])])
write("hidden.onnx", F32, [node("Mul", ["s", "half"], ["d"]), node("Where", ["seen", "d", "far"], ["m"])],
      [value("seen", BOOL, [1, 1, 1, 16])], (1, 1, 16, 4))
def put(name, fmt, v): open(name, "wb").write(struct.pack(f"<{len(v)}{fmt}", *v))
put("x64", "d", [(i * 7 % 11 - 5) / 4 for i in range(24)])
put("q", "f", [float("-inf")] * 4 + [1.0] * 60)
put("x", "f", [1 + i / 64 for i in range(64)])
put("seen", "?", [True] * 16)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
three="--input-file q=x64 --input-file k=x64 --input-file v=x64"
for how in --interpret --target=native; do
    $SINTER run wide.onnx $three --text $how | sed -E -n '2s/(\.[0-9]{6})[0-9]*/\1/gp'
done
three="--input-file q=q --input-file k=x --input-file v=x --input-file seen=seen"
for how in --interpret --target=generic --target=native; do $SINTER run hidden.onnx $three --text $how | sed -n '2s/-nan/nan/gp'; done
for f in straight turned; do $SINTER optimize $f.onnx -o o.onnx --opset 23 -q; grep -a -c Attention o.onnx || true; done
--- out
-1.108164 0.446536 -0.358164 0.808139
-1.108164 0.446536 -0.358164 0.808139
nan nan nan nan
nan nan nan nan
nan nan nan nan
1
0
