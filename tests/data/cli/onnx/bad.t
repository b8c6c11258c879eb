# What is no model, or none that can be read: an error with its place, and all operators that are unknown at once.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def one(name, nodes, **more):
    save(name + ".onnx", model(graph(nodes, [value("x", F32, [3])], [value("y")]), **more))
good = model(graph([node("Relu", ["x"], ["y"])], [value("x", F32, [3])], [value("y")]))
save("empty.onnx", b""), save("cut.onnx", good[:-9]), save("no_graph.onnx", number(1, 8))
save("text.onnx", b"hello"), save("form.onnx", b"\x0f"), save("zero.onnx", b"\x00\x01")
one("missing", [node("Add", ["x", "nothing"], ["y"])])
one("late", [node("Relu", ["z"], ["y"]), node("Relu", ["x"], ["z"])])
one("twice", [node("Relu", ["x"], ["y"]), node("Abs", ["x"], ["y"])])
one("no_output", [node("Relu", ["x"], ["z"])])
one("unknown", [node("Relu", ["x"], ["a"]), node("Magic", ["a"], ["b"], name="m1", domain="some.where"),
                node("Relu", ["b"], ["c"]), node("ImageDecoder", ["c"], ["y"])])
one("left_out", [node("DequantizeLinear", ["x"], ["y"])])
one("no_axis", [node("CumSum", ["x"], ["y"])])
one("attribute", [node("Relu", ["x"], ["y"], wonder=1)])
one("type", [node("Softmax", ["x"], ["y"], axis=0.5)])
one("back\\slash", [node("Relu", ["x"], ["y"])])
one("name", [node("Re\0lu", ["x"], ["y"])])
one("no_body", [node("If", ["x"], ["y"])])
deep = graph([node("Relu", ["x"], ["y"])], [], [value("y")])
for i in range(40): deep = graph([node("If", ["x"], ["y"], then_branch=deep, else_branch=deep if i < 1 else graph([node("Relu", ["x"], ["y"])], [], [value("y")]))], [], [value("y")])
save("deep.onnx", model(graph([node("If", ["x"], ["y"], then_branch=deep, else_branch=deep)], [value("x", BOOL, [])], [value("y")])))
loop = function("F", ["a"], ["b"], [node("F", ["a"], ["b"], domain="own")])
save("endless.onnx", model(graph([node("F", ["x"], ["y"], domain="own")], [value("x", F32, [3])], [value("y")]), functions=[loop]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in empty cut no_graph text form zero missing late twice no_output left_out no_axis unknown attribute type 'back\slash' name no_body deep endless none; do
  $SINTER show $f.onnx > out; echo "$f: code $?"
done
$SINTER compile unknown.onnx -o folder; echo "code $?"
--- out
sinter: empty.onnx: the file is empty
empty: code 4
sinter: cut.onnx: byte 8: the model: a field is longer than what is there
cut: code 4
sinter: no_graph.onnx: no graph in it: is it an ONNX model?
no_graph: code 4
sinter: text.onnx: byte 2: the model: a field has a form that no field may have
text: code 4
sinter: form.onnx: byte 0: the model: a field has a form that no field may have
form: code 4
sinter: zero.onnx: byte 0: the model: a field has a number that no field may have
zero: code 4
sinter: missing.onnx: Add 'y': nothing in front of it makes 'nothing'
missing: code 4
sinter: late.onnx: Relu 'y': nothing in front of it makes 'z'
late: code 4
sinter: twice.onnx: Abs 'y': another node makes 'y'
twice: code 4
sinter: no_output.onnx: nothing makes the output 'y'
no_output: code 4
sinter: left_out.onnx: DequantizeLinear 'y': input 'x_scale' is left out
left_out: code 4
sinter: no_axis.onnx: CumSum 'y': input 'axis' is left out
no_axis: code 4
sinter: warning: unknown.onnx: Magic 'm1' is kept as it is: sinter does not have this operator of some.where
sinter: warning: unknown.onnx: ImageDecoder 'y' is kept as it is: sinter does not have this operator
unknown: code 0
sinter: warning: attribute.onnx: Relu 'y' is kept as it is: its attribute 'wonder' is not known
attribute: code 0
sinter: warning: type.onnx: Softmax 'y' is kept as it is: its attribute 'axis' is not known
type: code 0
back\slash: code 0
sinter: name.onnx: byte 18: a node: a name with a zero byte
name: code 4
sinter: no_body.onnx: If 'y': it has no 'then_branch'
no_body: code 4
sinter: deep.onnx: bodies are nested deeper than 8
deep: code 6
sinter: endless.onnx: F 'b': functions call each other without end
endless: code 4
sinter: none.onnx: cannot be opened: No such file or directory
none: code 3
sinter: warning: unknown.onnx: Magic 'm1' is kept as it is: sinter does not have this operator of some.where
sinter: warning: unknown.onnx: ImageDecoder 'y' is kept as it is: sinter does not have this operator
sinter: Magic 'm1': no kernel can compute it: sinter does not have this operator of some.where
code 6
