# What a rewrite touched is written anew, under the names that it had, in the model's own version of ONNX; --opset raises it, and what a version lacks is refused.
test cli
--- run
cat > make.py <<'PY'
import sys
from onnx_file import *
w = [((i * 7) % 11 - 5) / 16 for i in range(4 * 3)]
nodes = [node("Conv", ["x", "w"], ["c"], name="conv", kernel_shape=[1, 1]),
         node("BatchNormalization", ["c", "s", "b", "m", "v"], ["n"], name="norm"),
         node("Relu", ["n"], ["r"], name="act") + chunk(6, "kept as it is"),
         node("Transpose", ["r"], ["t"], name="there", perm=[0, 2, 3, 1]),
         node("Transpose", ["t"], ["z"], name="back", perm=[0, 3, 1, 2]),
         node("GlobalAveragePool", ["z"], ["y"], name="pool")]
four = lambda n, v: tensor(n, F32, [4], v)
inits = [tensor("w", F32, [4, 3, 1, 1], w), four("s", [1, 2, 3, 4]), four("b", [0, 1, 0, -1]),
         four("m", [0.5, 0, 0.25, 1]), four("v", [1, 4, 1, 0.25])]
inputs = [value("x", F32, ["n", 3, 5, 5])]
old = int(sys.argv[1]) < 9  # initializers are inputs, too
named = [("w", [4, 3, 1, 1])] + [(k, [4]) for k in "sbmv"]
inputs += [value(k, F32, d) for k, d in named] if old else []
save("a.onnx", model(graph(nodes, inputs, [value("y", F32, ["n", 4, 1, 1])], inits),
                     opset=int(sys.argv[1]), ir=3 if old else 8))
PY
export PYTHONPATH=$SINTER_TESTS
for opset in 8 17; do
    python3 make.py $opset
    $SINTER optimize a.onnx -o b.onnx -q && $SINTER show --text b.onnx
    $SINTER verify a.onnx b.onnx --input x=2,3,5,5 | tail -1
    strings -n 13 b.onnx | grep -c "kept as it is"
done
$SINTER optimize a.onnx -o b.onnx -q --opset 21 && $SINTER optimize b.onnx -o c.onnx -q && cmp b.onnx c.onnx && echo nothing left to do
$SINTER convert a.onnx -o d.onnx --fp16; echo $?
$SINTER convert a.onnx -o d.onnx --opset 3; echo $?
$SINTER convert a.onnx -o d.onnx --opset new; echo $?
$SINTER convert a.onnx -o d.onnx --opset " 17"; echo $?
cat > g.param <<'ENDS'
7767517
3 3
Input    x 0 1 x 0=4 1=4 2=3
GridSample g 2 1 x x y 0=1
ReLU     r 1 1 y z
ENDS
$SINTER convert g.param -o e.onnx --opset 9; echo $?
ls
--- out
"x" = input {rank=4, hint=[1,3,5,5]} name="x" : f32[n>=0,3,5,5]
"n" = conv("x", @"w", @"conv.bias") {axis=1} name="conv" : f32[n>=0,4,5,5]
"r" = relu("n") name="act" : f32[n>=0,4,5,5]
"y" = global_average_pool("r") name="pool" : f32[n>=0,4,1,1]
output("y")
@"w" = f32[4,3,1,1] ...
@"conv.bias" = f32[4] ...
same      worst distance 6.4e-08, 40 % of what rounding explains, 6 runs at x=2,3,5,5
1
"x" = input {rank=4, hint=[1,3,5,5]} name="x" : f32[n>=0,3,5,5]
"n" = conv("x", @"w", @"conv.bias") {axis=1} name="conv" : f32[n>=0,4,5,5]
"r" = relu("n") name="act" : f32[n>=0,4,5,5]
"y" = global_average_pool("r") name="pool" : f32[n>=0,4,1,1]
output("y")
@"w" = f32[4,3,1,1] ...
@"conv.bias" = f32[4] ...
same      worst distance 6.4e-08, 40 % of what rounding explains, 6 runs at x=2,3,5,5
1
nothing left to do
sinter: d.onnx: an ONNX file has no half-precision storage of its own: a value is float16, or it is not
6
sinter: '3' is no version of ONNX's operators that is written: a number from 7 to 26 is expected
2
sinter: 'new' is no version of ONNX's operators that is written: a number from 7 to 26 is expected
2
sinter: ' 17' is no version of ONNX's operators that is written: a number from 7 to 26 is expected
2
sinter: warning: g.param: the hint for input 'x' is 3,4,4; the layers need v1.0,v1.1,2, and the file is taken for a network of that
sinter: grid_sample 'g' cannot be written for ONNX 9: GridSample of volumes is in ONNX from version 20 on, and the model is of version 9; --opset 20 has it
6
a.onnx
b.onnx
c.onnx
g.param
make.py
