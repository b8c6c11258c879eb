# What cannot be written is named, all of it at once: each operator with its places, the reason and a way out; in bodies, too. Nothing is written.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
body = graph([node("Einsum", ["x", "x"], ["b1"], name="inner", equation="ij,ij->i"),
              node("Round", ["b1"], ["b2"], name="nearest")], [], [value("b2", F32, None)])
other = graph([node("ReduceSum", ["x", "one"], ["o"], name="rows", keepdims=0)], [],
              [value("o", F32, None)])
nodes = [node("Einsum", ["x", "x"], ["e"], name="first", equation="ij,ij->ij"),
         node("Einsum", ["e", "x"], ["f"], name="second", equation="ij,ij->ij"),
         node("Trilu", ["f"], ["t"], name="upper"),
         node("ReduceSum", ["t", "all"], ["s"], name="sum", keepdims=0),
         node("Greater", ["s", "zero"], ["c"], name="is_more"),
         node("If", ["c"], ["y"], name="either", then_branch=body, else_branch=other)]
inits = [tensor("one", I64, [1], [1]), tensor("all", I64, [2], [0, 1]),
         tensor("zero", F32, [], [0.0])]
save("a.onnx", model(graph(nodes, [value("x", F32, [2, 2])], [value("y", F32, [2]), value("c", BOOL, [])],
                           inits), opset=17))
save("one.onnx", model(graph(nodes[:2], [value("x", F32, [2, 2])], [value("f", F32, [2, 2])]), opset=17))
save("own.onnx", model(graph([node("Mystery", ["x"], ["m"], name="who"), node("Relu", ["m"], ["y"])],
                             [value("x", F32, [2, 2])], [value("y", F32, None)]), opset=17))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
rm make.py
$SINTER convert a.onnx -o b.onnx --opset 9; echo $?
$SINTER convert one.onnx -o b.onnx --opset 9; echo $?
$SINTER optimize a.onnx -o b.onnx --opset 10 --json | python3 -c "
import json, sys
r = json.load(sys.stdin)
for m in r['warnings'] + [r['error']['message']]: print(m)"
$SINTER convert own.onnx -o b.onnx --opset 18; echo $?
$SINTER convert a.onnx -o b.param; echo $?
cat > old.param <<'ENDS'
7767517
4 4
Input x 0 1 x 0=4 1=4 2=3
Swish s 1 1 x a
Swish t 1 1 a b
UnaryOp u 1 1 b y 0=18
ENDS
$SINTER convert old.param -o b.param --target-version 20200413; echo $?
ls
--- out
sinter: warning: einsum 'first', 'second', 'inner' in the body of if 'either' cannot be written for ONNX 9: Einsum is in ONNX from version 12 on, and the model is of version 9; --opset 12 has it
sinter: warning: trilu 'upper' cannot be written for ONNX 9: Trilu is in ONNX from version 14 on, and the model is of version 9; --opset 14 has it
sinter: 4 operators cannot be written for ONNX 9; a warning names each with its reason
6
sinter: einsum 'first', 'second' cannot be written for ONNX 9: Einsum is in ONNX from version 12 on, and the model is of version 9; --opset 12 has it
6
sinter: warning: einsum 'first', 'second', 'inner' in the body of if 'either' cannot be written for ONNX 10: Einsum is in ONNX from version 12 on, and the model is of version 10; --opset 12 has it
sinter: warning: trilu 'upper' cannot be written for ONNX 10: Trilu is in ONNX from version 14 on, and the model is of version 10; --opset 14 has it
sinter: 4 operators cannot be written for ONNX 10; a warning names each with its reason
einsum 'first', 'second', 'inner' in the body of if 'either' cannot be written for ONNX 10: Einsum is in ONNX from version 12 on, and the model is of version 10; --opset 12 has it
trilu 'upper' cannot be written for ONNX 10: Trilu is in ONNX from version 14 on, and the model is of version 10; --opset 14 has it
4 operators cannot be written for ONNX 10; a warning names each with its reason
sinter: warning: own.onnx: Mystery 'who' is kept as it is: sinter does not have this operator
sinter: Mystery 'who' cannot be written for ONNX 18: sinter does not have this operator, so that it can be copied alone, and it is of version 17; --opset 17 keeps it
6
sinter: note: a.onnx: the axis of images stays as it is: trilu 'upper': an image of its operand has too few axes
sinter: warning: trilu 'upper' cannot be written for ncnn: it has no such layer
sinter: warning: reduce 'sum' cannot be written for ncnn: a result has no axes, 1 at least
sinter: warning: greater 'is_more' cannot be written for ncnn: a result has no axes, 1 at least
sinter: warning: if 'either' cannot be written for ncnn: it reads a value without axes
sinter: 4 operators cannot be written for ncnn; a warning names each with its reason; --from and --to write a part of the network, and `sinter compile` writes it as C
6
sinter: warning: swish 's', 't' cannot be written for ncnn: Swish needs ncnn 20200616, and 20200413 was asked for; it is written without --target-version, or for a later one
sinter: warning: round 'u' cannot be written for ncnn: op_type 18 needs ncnn 20230816, and 20200413 was asked for; it is written without --target-version, or for a later one
sinter: 3 operators cannot be written for ncnn; a warning names each with its reason
6
a.onnx
old.param
one.onnx
own.onnx
