# Attention multiplies queries and keys by the root of its scale, so that a negative one stays a factor of the scores.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
heads = [1, 2, 3, 4]
for name, factor in ("positive", 0.5), ("negative", -0.5):
    nodes = [node("Transpose", ["k"], ["t"], perm=[0, 1, 3, 2]), node("MatMul", ["q", "t"], ["s"]),
             node("Mul", ["s", "factor"], ["scores"]), node("Softmax", ["scores"], ["w"], axis=-1),
             node("MatMul", ["w", "v"], ["y"])]
    save(name + ".onnx", model(graph(nodes, [value(x, F32, heads) for x in "qkv"], [value("y", F32, heads)],
                                     [tensor("factor", F32, [], [factor])]), 23))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in positive negative; do
    $SINTER optimize $f.onnx -o out.onnx -q; echo $f $(grep -a -o -E 'Attention|Softmax' out.onnx)
    $SINTER optimize $f.onnx -o out.onnx -q --opset 22; $SINTER verify $f.onnx out.onnx | tail -1 | cut -d ' ' -f 1
done
--- out
positive Attention
same
negative Softmax
same
