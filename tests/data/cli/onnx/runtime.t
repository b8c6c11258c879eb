# --spell onnxruntime: fused operators of com.microsoft, which are read again as what they compute; a sum that others read is a result of the norm's; nothing of the kind without it. So where nothing else changes; no norm is written in front of what makes its factors; a product in front of a bias is of ONNX's own domain.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def vector(name, n, v=0.5):
    return tensor(name, F32, [n], [v + i / 8 for i in range(n)])
nodes = [
    node("Conv", ["x", "w", "b"], ["c"], pads=[1, 1, 1, 1]), node("Clip", ["c", "zero", "six"], ["r"]),
    node("Reshape", ["r", "rows"], ["f"]),
    node("Gemm", ["f", "g", "b"], ["d"]), node("LeakyRelu", ["d"], ["e"], alpha=0.25),
    node("Add", ["e", "f"], ["s"]), node("LayerNormalization", ["s", "b", "b"], ["n"], epsilon=0.001),
    node("MatMul", ["n", "g"], ["m"]), node("Reshape", ["m", "three"], ["m3"]),
    node("Add", ["m3", "b"], ["a"]),
    node("Div", ["a", "root"], ["a1"]), node("Erf", ["a1"], ["a2"]), node("Add", ["a2", "one"], ["a3"]),
    node("Mul", ["a", "a3"], ["a4"]), node("Mul", ["a4", "half"], ["gelu"]),
    node("Sigmoid", ["gelu"], ["q"]), node("Mul", ["gelu", "q"], ["silu"]),
    node("Transpose", ["silu"], ["t"], perm=[0, 2, 1]), node("MatMul", ["silu", "t"], ["y"]),
]
constants = [tensor("w", F32, [2, 2, 3, 3], [((i * 7) % 5 - 2) / 4 for i in range(36)]), vector("b", 2),
             tensor("zero", F32, [], [0]), tensor("six", F32, [], [6]), tensor("rows", I64, [2], [-1, 2]),
             tensor("g", F32, [2, 2], [1, -1, 0.5, 2]), tensor("three", I64, [3], [1, -1, 2]),
             tensor("root", F32, [], [2 ** 0.5]), tensor("one", F32, [], [1]), tensor("half", F32, [], [0.5])]
save("net.onnx", model(graph(nodes, [value("x", F32, [1, 2, 3, 4])],
                             [value("y", F32, [1, 12, 12]), value("s", F32, [12, 2])], constants), 17))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
own() { grep -a -o -E 'Fused(Conv|Gemm|MatMul)|BiasGelu|QuickGelu|SkipLayerNormalization|com.microsoft' $1 | sort | uniq -c; }
$SINTER optimize net.onnx -o plain.onnx -q; echo "plain: $(own plain.onnx | wc -l)"
$SINTER optimize net.onnx -o spelled.onnx --spell onnxruntime -q; own spelled.onnx
$SINTER verify net.onnx spelled.onnx | tail -1
$SINTER optimize spelled.onnx -o again.onnx --spell onnxruntime -q; cmp spelled.onnx again.onnx
$SINTER optimize net.onnx -o new.onnx --spell onnxruntime --opset 20 -q; own new.onnx | wc -l
$SINTER optimize net.onnx -o bad.onnx --spell openvino; echo $?
$SINTER convert net.onnx -o bad.param --spell onnxruntime; echo $?
for v in onnx onnx:18 18; do $SINTER optimize net.onnx -o v.onnx --target-version $v --spell onnxruntime -q; own v.onnx | wc -l; done
cat > norms.py <<'PY'
from onnx_file import *
x = [value("x", F32, ["n", 6]), value("z", F32, ["n", 6])]
constants = [tensor("wide", F32, [2, 3], [0.5, 1, 1.5, 2, 2.5, 3]), tensor("six", I64, [1], [6])]
reshape, add = node("Reshape", ["wide", "six"], ["g"]), node("Add", ["x", "z"], ["s"])
norm = node("LayerNormalization", ["s", "g"], ["y"], epsilon=0.001)
for name, nodes in ("before", [reshape, add, norm]), ("behind", [add, reshape, norm]):
    save(name + ".onnx", model(graph(nodes, x, [value("y", F32, ["n", 6])], constants), 17))
PY
PYTHONPATH=$SINTER_TESTS python3 norms.py
for f in before behind; do $SINTER convert $f.onnx -o out.onnx --spell onnxruntime -q; echo $f $(own out.onnx); done
cat > fc.param <<'ENDS'
7767517
3 3
Input        x  0 1 x 0=4 1=3
InnerProduct fc 1 1 x a 0=6 1=1 2=24
GELU         g  1 1 a y 0=0
ENDS
$SINTER convert fc.param --bin seed:1 -o fc.onnx --input x=3,4 --spell onnxruntime -q; own fc.onnx
--- out
plain: 0
      1 BiasGelu
      1 FusedConv
      1 FusedGemm
      1 QuickGelu
      1 SkipLayerNormalization
      6 com.microsoft
same      worst distance 4.0e-07, 87 % of what rounding explains, 6 runs at x=1,2,3,4
6
sinter: 'openvino' is no run time with operators of its own that are written: onnxruntime is expected
2
sinter: 'onnxruntime': files of ncnn have no operators of one run time alone
2
6
6
6
before 1 SkipLayerNormalization 2 com.microsoft
behind
      1 BiasGelu
      2 com.microsoft
