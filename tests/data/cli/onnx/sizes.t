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
"x" = input {rank=4} name="x" : f32[1,1,h,w]
"y" = squeeze("x") {axes=[0,1]} name="a" : f32[h,w]
output("y")
"x" = input {rank=2, hint=[1,12]} name="x" : f32[n,12]
"s" = input {rank=2, hint=[1,-1]} name="s" : f32[n,k]
"r" = relu("x") name="r" : f32[n,12]
"y_2" = shape("s") name="y" : i64[2]
"y_4" = gather("y_2", @"y_3") name="y_1" : i64[1]
"y_6" = concat(@"y_1", "y_4", @"y_5") name="y_2" : i64[4]
"y" = reshape("r", "s") {shape=[-1,"ref.1",2,3]} name="y_3" : f32[exactdiv(12*n,6*k),k,2,3]
output("y")
@"y_3" = i64[1] ...
@"y_1" = i64[1] ...
@"y_5" = i64[2] ...
nothing left to do
same      worst distance 0, 6 runs at x=1,1,3,4
same      worst distance 0, 6 runs at x=2,12, s=2,2
