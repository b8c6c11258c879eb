# How sizes that are not known are written: axes of one element go by Squeeze, each shape is asked for once, and numbers in a row are one constant.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
axis = lambda n, k: tensor(n, I64, [1], [k])
save("two.onnx", model(graph([node("Squeeze", ["x", "zero"], ["a"]), node("Squeeze", ["a", "zero"], ["y"])],
                             [value("x", F32, [1, 1, "h", "w"])], [value("y", F32, ["h", "w"])], [axis("zero", 0)])))
# [-1, the second size of s, 2, 3]: the last two are numbers that the graph works out
nodes = [node("Shape", ["s"], ["shape"]), node("Gather", ["shape", "one"], ["width"]),
         node("Neg", ["one"], ["rest"]), node("Concat", ["rest", "width", "two", "three"], ["to"], axis=0),
         node("Relu", ["x"], ["r"]), node("Reshape", ["r", "to"], ["y"])]
save("sizes.onnx", model(graph(nodes, [value("x", F32, ["n", 12]), value("s", F32, ["n", "k"])],
                               [value("y", F32, ["a", "k", 2, 3])],
                               [axis("one", 1), axis("two", 2), axis("three", 3)])))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in two sizes; do
  $SINTER optimize $f.onnx -o $f.out.onnx -q && $SINTER show --text $f.out.onnx
done
$SINTER optimize two.out.onnx -o again.onnx -q && cmp two.out.onnx again.onnx && echo nothing left to do
$SINTER verify two.onnx two.out.onnx --input x=1,1,3,4 | tail -1
$SINTER verify sizes.onnx sizes.out.onnx --input x=2,12 --input s=2,2 | tail -1
--- out
"x" = input {rank=4} name="x" : f32[1,1,h>=0,w>=0]
"y" = squeeze("x") {axes=[0,1]} name="a" : f32[h>=0,w>=0]
output("y")
"x" = input {rank=2, hint=[1,12]} name="x" : f32[n>=0,12]
"s" = input {rank=2, hint=[1,-1]} name="s" : f32[n>=0,k>=0]
"shape" = shape("s") name="shape" : i64[2]
"width" = gather("shape", @"one") name="width" : i64[1]
"to" = concat(@"rest", "width", @"two", @"three") name="to" : i64[4]
"r" = relu("x") name="r" : f32[n>=0,12]
"y" = dynamic_reshape("r", "to") name="y" : f32[_>=0,_>=0,2,3]
output("y")
@"one" = i64[1] ...
@"rest" = i64[1] ...
@"two" = i64[1] ...
@"three" = i64[1] ...
nothing left to do
same      worst distance 0, 6 runs at x=1,1,3,4
same      worst distance 0, 6 runs at x=2,12, s=2,2
