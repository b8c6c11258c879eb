# Weights of layers, factors and summands of channels behind views and casts; no numbers in Constant nodes, unless they are named; a pad and a resize whose sizes are computed have gradients. The weight of a deconvolution keeps its name and its order in the file.
test cli
--- run
cat > make.py <<'PY'
from npy_file import npy
from onnx_file import *
def floats(name, shape):
    n = 1
    for s in shape: n *= s
    return tensor(name, F32, shape, [((7 * i + len(name)) % 11 - 5) / 10 for i in range(n)])
def ints(name, v): return node("Constant", [], [name], value=tensor("", I64, [len(v)], v))
x = value("x", F32, ["n", 2, 4, 4])
nodes = [
    ints("two", [2]), ints("shape", [0, 2, -1]),
    node("Constant", [], ["ones"], value=tensor("", F32, [2], [1, 1])),
    node("Constant", [], ["zeros"], value=tensor("", F32, [2], [0, 0])),
    ints("pads", [0, 0, 0, 1]), node("ConstantOfShape", ["two"], ["none"], value=tensor("", I64, [1], [0])),
    ints("first", [0]), node("Concat", ["pads", "none", "first", "two"], ["all"], axis=0), ints("eight", [8]), ints("one", [1]),
    node("Slice", ["all", "first", "eight"], ["some"]),
    node("Pad", ["x", "some"], ["p"]),
    node("ConvTranspose", ["p", "up.weight", "up.bias"], ["c"], kernel_shape=[2, 2], strides=[1, 1], group=2),
    node("Shape", ["c"], ["sizes"]), node("Reshape", ["c", "shape"], ["flat"]),
    node("InstanceNormalization", ["flat", "ones", "zeros"], ["norm"]), node("Reshape", ["norm", "sizes"], ["back"]),
    ints("axes", [1, 2]), node("Unsqueeze", ["gn.weight", "axes"], ["w"]), node("Cast", ["w"], ["w32"], to=1),
    node("Mul", ["back", "w32"], ["m"]), node("Unsqueeze", ["gn.bias", "axes"], ["b"]), node("Add", ["m", "b"], ["a"]),
    node("Mul", ["a", "table"], ["t"]), node("ReduceMean", ["t"], ["r"], axes=[2, 3], keepdims=0),
    node("Gemm", ["r", "fc.weight", "fc.bias"], ["y"], transB=1),
]
weights = [floats("up.weight", [2, 2, 2, 2]), floats("up.bias", [4]), floats("gn.weight", [4]), floats("gn.bias", [4]),
           floats("table", [4, 5, 8]), floats("fc.weight", [3, 4]), floats("fc.bias", [3])]
save("net.onnx", model(graph(nodes, [x], [value("y")], weights), opset=17))
npy("x.npy", "f4", [4, 2, 4, 4], [((5 * i) % 13 - 6) / 6 for i in range(128)])
npy("y.npy", "i4", [4], [0, 2, 1, 2])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
loss="--loss softmax_cross_entropy"
$SINTER train net.onnx $loss --batch 2
$SINTER train net.onnx $loss --batch 2 --json | sed -n '/trained/,/]/p'
$SINTER train net.onnx $loss --batch 2 --trainable 'fc*' --trainable table --json | sed -n '/trained/,/]/p'
$SINTER train net.onnx $loss --batch 2 --trainable 'gn.*' --trainable 'head.*'; echo "code $?"
$SINTER train net.onnx x.npy y.npy $loss --batch 2 --epochs 3 --optimizer adam -o out.onnx -q 2>/dev/null
$SINTER show out.onnx --text | grep '^@"up.weight'
grep -a -o 'up.weight' out.onnx | wc -l
--- out
trained   6 weights and statistics, 43 numbers
  "trained": [
    "up.weight",
    "up.bias",
    "gn.weight",
    "gn.bias",
    "fc.weight",
    "fc.bias"
  ]
  "trained": [
    "table",
    "fc.weight",
    "fc.bias"
  ]
sinter: no weight is called 'head.*'
code 2
@"up.weight" = f32[4,1,2,2] ...
2
