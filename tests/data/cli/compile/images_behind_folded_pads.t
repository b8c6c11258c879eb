# The axis of images goes, too, where that is possible only once the pads, which nodes work out of constants, are folded.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
known = [tensor("pairs", I64, [8], [1, 1, 2, 2, 0, 0, 0, 0]), tensor("two", I64, [2], [-1, 2]),
         tensor("end", I64, [1], [-9]), tensor("last", I64, [1], [-1]), tensor("zero", I64, [1], [0]),
         tensor("w", F32, [3, 2, 2, 2], [0.5] * 24)]
nodes = [node("Reshape", ["pairs", "two"], ["a"]), node("Slice", ["a", "last", "end", "zero", "last"], ["b"]),
         node("Transpose", ["b"], ["c"], perm=[1, 0]), node("Reshape", ["c", "last"], ["d"]),
         node("Pad", ["x", "d"], ["p"], mode="reflect"), node("Conv", ["p", "w"], ["y"])]
save("a.onnx", model(graph(nodes, [value("x", F32, [1, 2, 5, 6])], [value("y")], known), 13))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER compile a.onnx -o a --no-selftest 2>&1 | grep 'images\|checked'
grep -c 'conv_plain' a/a.c
$SINTER compile a.onnx -o b --no-selftest --as-is 2>&1 | sed 's|v[0-9]*\.|v.|g'
--- out
checked   each step computes what the interpreter does
0
sinter: 'p' has the shape v.0,2,v.2,v.3, which does not follow from the sizes of the inputs, so that it cannot be compiled; `sinter run --interpret` may
