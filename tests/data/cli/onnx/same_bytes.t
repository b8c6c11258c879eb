# A file to which nothing was done is written as it is: doc strings, metadata, fields that nobody knows, Constant nodes, functions, bodies, operators that sinter does not have.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
scaled = function("Scaled", ["a"], ["c"], [node("LeakyRelu", ["a"], ["l"], alpha=0.5),
                                          node("ReduceSum", ["l"], ["c"], keepdims="@keep")], ["keep"])
one = graph([node("Add", ["x", "x"], ["t"])], [], [value("t", F32)], name="yes")
other = graph([node("Neg", ["x"], ["e"])], [], [value("e", F32)], name="no")
nodes = [node("Constant", [], ["axes"], value=tensor("", I64, [1], [0])),
         node("Unsqueeze", ["x", "axes"], ["u"], name="up") + chunk(6, "what it is for"),
         node("Scaled", ["u"], ["s"], domain="own", name="call", keep=1),
         node("Mystery", ["s", "w"], ["m"], domain="else", answer=42),
         node("Reshape", ["u", "to"], ["r"]),
         node("If", ["sure"], ["i"], then_branch=one, else_branch=other),
         node("Dropout", ["r"], ["d", "mask"])]
g = graph(nodes, [value("x", F32, ["n", 4]), value("sure", BOOL, [])],
          [value("m"), value("d"), value("i")],
          [tensor("w", F32, [4], [1, 2, 3, 4]), tensor("to", I64, [2], [-1, 4], "typed")])
g = Graph(g + chunk(10, "a graph") + chunk(13, value("u", F32, [1, "n", 4])) + chunk(99, "new"))
m = model(g, functions=[scaled]) + chunk(6, "a model") + chunk(14, chunk(1, "key") + chunk(2, "value"))
save("a.onnx", m + chunk(77, "of a later version"))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER convert a.onnx -o b.onnx && cmp a.onnx b.onnx && echo same bytes
cp a.onnx c.onnx
$SINTER convert c.onnx -o c.onnx -q 2>/dev/null && cmp a.onnx c.onnx && echo same bytes in place
$SINTER optimize a.onnx -o d.onnx 2>/dev/null | grep -E "layers|drop"
grep -c "what it is for" d.onnx; grep -c "of a later version" d.onnx; grep -c Mystery d.onnx
--- out
sinter: warning: a.onnx: Mystery 'm' is kept as it is: sinter does not have this operator of else
written   b.onnx (657 B)
same bytes
same bytes in place
layers    9 -> 7
              1  drop_identities
              3  drop_dead
1
1
1
