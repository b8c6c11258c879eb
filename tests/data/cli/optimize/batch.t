# The network of several images: an axis of one image in front becomes theirs, others get one. What has a batch, open sizes or no place for one is refused.
test cli
--- run
cat > make.py <<'PY'
import sys
from onnx_file import *
layers = [node("Conv", ["x", "w"], ["c"], "conv"), node("Relu", ["c"], ["r"], "relu"),
          node("Relu", ["r"], ["s"], "again"), node("GlobalAveragePool", ["s"], ["p"], "pool"),
          node("Flatten", ["p"], ["f"], "flat"), node("Softmax", ["f"], ["y"], "prob")]
weights = [tensor("w", F32, [4, 3, 1, 1], range(12))]
for name, n in ("one", 1), ("open", "n"), ("two", 2):
    save(name + ".onnx", model(graph(layers, [value("x", F32, [n, 3, 8, 8])], [value("y")], weights)))
save("plain.onnx", model(graph([node("Relu", ["x"], ["a"], "first"), node("Relu", ["a"], ["y"], "second")],
                               [value("x", F32, [3, 8])], [value("y")])))
then = graph([node("Relu", ["x"], ["t"])], [], [value("t")])
other = graph([node("Tanh", ["x"], ["e"])], [], [value("e")])
save("if.onnx", model(graph([node("If", ["c"], ["z"], "choose", then_branch=then, else_branch=other),
                             node("Relu", ["z"], ["a"], "first"), node("Relu", ["a"], ["y"], "second")],
                            [value("x", F32, [3]), value("c", BOOL, [])], [value("y")])))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
batch() { rm -f *.txt; $SINTER optimize "$@" --batch 4 --dump-after drop_idle_activations && cat *.txt; }
batch one.onnx
echo "== open sizes"
batch open.onnx
batch open.onnx --input x=1,3,8,8 --verify off -q
echo "== no axis of one image"
batch plain.onnx -q
echo "== once for each image"
batch if.onnx -q --verify off
echo "== a batch already"
batch two.onnx
echo "== JSON"
$SINTER optimize one.onnx --batch 4 --json | grep -E '"batch"|"after": [0-9]'
$SINTER optimize one.onnx --json | grep -E '"batch"|"after": [0-9]'
echo "== ncnn"
printf '7767517\n2 2\nInput x 0 1 x 0=8 1=8 2=3\nReLU r 1 1 x y\n' > a.param
$SINTER optimize a.param --batch 4 -o b.param
$SINTER optimize a.param --batch 4 -q -o b.onnx && $SINTER show b.onnx | grep relu
$SINTER optimize one.onnx --batch 4 -q -o b.param
$SINTER optimize one.onnx --batch 4097
ls b.param
--- out
batch     4 images; what follows is of all of them
layers    6 -> 5
MACs      3.07 K, as before
rewrites  1
              1  drop_idle_activations
checked   1 rewrite, worst distance 0
network   same: worst distance 0, 6 runs at x=4,3,8,8
written   nothing: a dry run, since no -o OUT was given
"x" = input name="x" : f32[4,3,8,8]
"c" = conv("x", @"w") {axis=1} name="conv" : f32[4,4,8,8]
"r" = relu("c") name="relu" : f32[4,4,8,8]
"p" = global_average_pool("r") name="pool" : f32[4,4,1,1]
"f" = reshape("p") {shape=[4,4]} name="flat" : f32[4,4]
"y" = softmax("f") {axis=1} name="prob" : f32[4,4]
output("y")
@"w" = f32[4,3,1,1] ...
== open sizes
sinter: the sizes of input 'x' are not known, and a batch needs them: give them, like --input x=3,240,320
"x" = input name="x" : f32[4,3,8,8]
"c" = conv("x", @"w") {axis=1} name="conv" : f32[4,4,8,8]
"r" = relu("c") name="relu" : f32[4,4,8,8]
"p" = global_average_pool("r") name="pool" : f32[4,4,1,1]
"f" = reshape("p") {shape=[4,4]} name="flat" : f32[4,4]
"y" = softmax("f") {axis=1} name="prob" : f32[4,4]
output("y")
@"w" = f32[4,3,1,1] ...
== no axis of one image
"x" = input name="x" : f32[4,3,8]
"y" = relu("x") name="first" : f32[4,3,8]
output("y")
== once for each image
"x" = input name="x" : f32[4,3]
"c" = input name="c" : bool[4]
%0 = slice("c") {starts=[0], ends=[1], axes=[0]} : bool[1]
%1 = reshape(%0) : bool[]
%2 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,3]
%3 = reshape(%2) {shape=[3]} : f32[3]
%4 = if(%1, %3) name="choose/0" : f32[3] then {
  %0 = input : f32[3]
  "t" = relu(%0) name="t" : f32[3]
  output("t")
} else {
  %0 = input : f32[3]
  "e" = tanh(%0) name="e" : f32[3]
  output("e")
}
%5 = reshape(%4) {shape=[1,3]} : f32[1,3]
%6 = slice("c") {starts=[1], ends=[2], axes=[0]} : bool[1]
%7 = reshape(%6) : bool[]
%8 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,3]
%9 = reshape(%8) {shape=[3]} : f32[3]
%10 = if(%7, %9) name="choose/1" : f32[3] then {
  %0 = input : f32[3]
  "t" = relu(%0) name="t" : f32[3]
  output("t")
} else {
  %0 = input : f32[3]
  "e" = tanh(%0) name="e" : f32[3]
  output("e")
}
%11 = reshape(%10) {shape=[1,3]} : f32[1,3]
%12 = slice("c") {starts=[2], ends=[3], axes=[0]} : bool[1]
%13 = reshape(%12) : bool[]
%14 = slice("x") {starts=[2], ends=[3], axes=[0]} : f32[1,3]
%15 = reshape(%14) {shape=[3]} : f32[3]
%16 = if(%13, %15) name="choose/2" : f32[3] then {
  %0 = input : f32[3]
  "t" = relu(%0) name="t" : f32[3]
  output("t")
} else {
  %0 = input : f32[3]
  "e" = tanh(%0) name="e" : f32[3]
  output("e")
}
%17 = reshape(%16) {shape=[1,3]} : f32[1,3]
%18 = slice("c") {starts=[3], ends=[4], axes=[0]} : bool[1]
%19 = reshape(%18) : bool[]
%20 = slice("x") {starts=[3], ends=[4], axes=[0]} : f32[1,3]
%21 = reshape(%20) {shape=[3]} : f32[3]
%22 = if(%19, %21) name="choose/3" : f32[3] then {
  %0 = input : f32[3]
  "t" = relu(%0) name="t" : f32[3]
  output("t")
} else {
  %0 = input : f32[3]
  "e" = tanh(%0) name="e" : f32[3]
  output("e")
}
%23 = reshape(%22) {shape=[1,3]} : f32[1,3]
"z" = concat(%5, %11, %17, %23) name="choose" : f32[4,3]
"y" = relu("z") name="first" : f32[4,3]
output("y")
== a batch already
sinter: the network has a batch of 2 already, one image expected
== JSON
    "after": 5
    "after": 3072
  "batch": 4,
    "after": 5
    "after": 768
  "batch": null,
== ncnn
sinter: the network is for ncnn, whose files hold networks of one image; 'compile', 'run' and 'bench' make code for a batch of any network
sinter: warning: what is written holds for inputs of the sizes in the file, x=3,8,8
1  r      relu   4,3,8,8
sinter: the network is for ncnn, whose files hold networks of one image; 'compile', 'run' and 'bench' make code for a batch of any network
sinter: --batch: '4097' is not a number from 0 to 4096
usage: sinter optimize IN [-o OUT] [options]
ls: cannot access 'b.param': No such file or directory
--- exit
2
