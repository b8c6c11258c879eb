# A call of the model's own function is written where it is read, though constants stand in front of what it makes; taken apart, its nodes have the attributes of the call; functions that nothing calls any more are dropped, so that none keeps an older version.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
double = function("Double", ["X"], ["Y"], [node("Constant", [], ["two"], value_float=2.0),
                                           node("Mul", ["X", "two"], ["Y"])])
calls = [node("Identity", ["x"], ["i"]), node("Double", ["i"], ["y"], domain="own")]
x, c = value("x", F32, []), value("c", BOOL, [])
save("rank0.onnx", model(graph(calls, [x], [value("y")]), functions=[double]))

def branch(op):
    return graph([node(op, ["i", "t"], ["b" + op])], [], [value("b" + op)])
nodes = [node("Identity", ["x"], ["i"]), node("Double", ["x"], ["t"], domain="own"),
         node("If", ["no"], ["y"], then_branch=branch("Sub"), else_branch=branch("Max"))]
save("inlined.onnx", model(graph(nodes, [x], [value("y")], [tensor("no", BOOL, [], [0])]),
                           functions=[double]))

both = function("Both", ["X"], ["Y", "K"], [node("Mul", ["X", "X"], ["s"]),
                                            node("Constant", [], ["K"], value_float=3.0),
                                            node("Sigmoid", ["s"], ["Y"])])
nodes = [node("Identity", ["x"], ["i"]), node("Both", ["i"], ["y", "k"], domain="own")]
save("result.onnx", model(graph(nodes, [x], [value("y"), value("k")]), functions=[both]))

def slope(name):
    return dict(attribute=chunk(5, chunk(1, name) + chunk(21, "slope") + number(20, 1)))
leaky = chunk(1, "X") + chunk(2, "l") + chunk(4, "LeakyRelu") + slope("alpha")["attribute"]
then = graph([leaky, node("Mul", ["l", "l"], ["m"])], [], [value("m")])
other = graph([node("Neg", ["X"], ["n"])], [], [value("n")])
choose = function("Choose", ["X", "C"], ["Y"],
                  [node("Identity", ["X"], ["i"]),
                   node("If", ["C"], ["o"], then_branch=then, else_branch=other),
                   node("Add", ["o", "i"], ["Y"])], ["slope"])
call = [node("Choose", ["x", "c"], ["y"], domain="own", slope=0.25)]
save("attribute.onnx", model(graph(call, [x, c], [value("y")]), functions=[choose]))
magic = chunk(1, "i") + chunk(2, "Y") + chunk(4, "Magic") + slope("beta")["attribute"] + chunk(7, "far")
own = function("Own", ["X"], ["Y"], [node("Identity", ["X"], ["i"]), magic], ["slope"])
save("foreign.onnx", model(graph([node("Own", ["x"], ["y"], domain="own", slope=0.5)], [x],
                                 [value("y")]), functions=[own], domains={"far": 1}))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in rank0 result attribute; do
  echo "== $f"
  $SINTER optimize $f.onnx -o out.onnx -q
  $SINTER verify $f.onnx out.onnx -q && echo same
  grep -a -o 'Double\|Both\|Choose\|slope' out.onnx | sort | uniq -c || true
done
echo "== foreign"
$SINTER optimize foreign.onnx -o out.onnx -q
$SINTER show --text out.onnx
grep -a -c 'slope' out.onnx || true
echo "== another version"
$SINTER convert rank0.onnx --opset 15 -o out.onnx -q
$SINTER verify rank0.onnx out.onnx -q && echo same
grep -a -c Double out.onnx || true
echo "== inlined"
$SINTER optimize inlined.onnx -o out.onnx -q
$SINTER show --text out.onnx
--- out
== rank0
same
      2 Double
== result
same
      2 Both
== attribute
same
== foreign
sinter: warning: foreign.onnx: Magic 'y/Y' is kept as it is: sinter does not have this operator of far
sinter: warning: out.onnx: Magic 'y' is kept as it is: sinter does not have this operator of far
"x" = input {rank=0} name="x" : f32[]
"y" = onnx.call("x") {domain="far", type="Magic"} name="y"
output("y")
0
== another version
same
0
== inlined
"x" = input {rank=0} name="x" : f32[]
"t/two" = constant(@%0) name="t/two" : f32[]
"t" = mul("x", "t/two") name="t/Y" : f32[]
"y" = max("x", "t") name="y" : f32[]
output("y")
@%0 = f32[] ...
--- exit
0
