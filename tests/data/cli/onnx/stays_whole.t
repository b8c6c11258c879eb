# A node of another domain stays one node though parts of it, which no result depends on, are dropped; so do some that a part rewritten would make many of; a constant that several bodies read is no node.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x, w = value("x", F32, [1, 2, 3]), tensor("w", F32, [3], [1, 0.5, 2])
b = tensor("b", F32, [3], [0.25, 0, -1])
nodes = [node("Identity", ["x"], ["i"]),
         node("SkipLayerNormalization", ["i", "i", "w", "", "b"], ["n", "", "", "unread"],
              domain="com.microsoft"),
         node("EmbedLayerNormalization", ["ids", "", "e", "e", "", "w", "b"], ["y", "index"],
              domain="com.microsoft"),
         node("Add", ["n", "y"], ["s"])]
e = tensor("e", F32, [2, 3], [1, 2, 3, 4, 5, 6])
save("parts.onnx", model(graph(nodes, [x, value("ids", I32, [1, 2])], [value("s")], [w, b, e])))

def branch(op, read):
    return graph([node(op, ["x", "w"], ["p" + op]), node(read, ["p" + op, "w"], ["q" + op])], [],
                 [value("q" + op)])
nodes = [node("If", ["c"], ["y"], then_branch=branch("Add", "Mul"),
              else_branch=branch("Sub", "Mul")),
         node("Identity", ["y"], ["i"]), node("Neg", ["i"], ["z"])]
save("bodies.onnx", model(graph(nodes, [x, value("c", BOOL, [])], [value("z")], [w])))

i = value("i", F32, ["N", 10, 1, 1])
nodes = [node("Relu", ["i"], ["a"]), node("Identity", ["a"], ["b"]), node("Hardmax", ["b"], ["h"], axis=1),
         node("Mean", ["h", "i", "i"], ["y"])]
save("sums.onnx", model(graph(nodes, [i], [value("y")]), opset=11))
l = value("l", F32, [1, 2, 6])
nodes = [node("Identity", ["l"], ["a"]), node("LpPool", ["a"], ["b"], kernel_shape=[2], strides=[2])]
save("norms.onnx", model(graph(nodes, [l], [value("b")]), opset=18))
nodes = [node("Binarizer", ["l"], ["y"], domain="ai.onnx.ml", threshold=0.5)]
other = graph(nodes, [l], [value("y")])
# Without a version of ONNX's own operators.
save("others.onnx", number(1, 8) + chunk(7, other) + chunk(8, chunk(1, "ai.onnx.ml") + number(2, 1)))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in parts bodies; do
  echo "== $f"
  $SINTER optimize $f.onnx -o out.onnx -q
  $SINTER verify $f.onnx out.onnx -q && echo same
  grep -a -o 'SkipLayerNormalization\|EmbedLayerNormalization\|ReduceMean\|Identity' out.onnx || true
done
for f in sums norms others; do
  echo "== $f"
  $SINTER optimize $f.onnx -o out.onnx | grep layers
  $SINTER verify $f.onnx out.onnx -q && echo same
done
cmp others.onnx out.onnx && echo bytes
--- out
== parts
same
SkipLayerNormalization
EmbedLayerNormalization
== bodies
same
== sums
layers    4 -> 3
same
== norms
layers    2 -> 1
same
== others
layers    1 -> 1
same
bytes
