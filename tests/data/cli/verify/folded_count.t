# A count of the largest that a node makes in the one network and is a weight of the other is the same, and another one is not.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def top(name, k, made):
    nodes = [node("Identity", ["k"], ["n"])] if made else []
    nodes += [node("TopK", ["x", "n" if made else "k"], ["y", "i"], name="top")]
    save(name + ".onnx", model(graph(nodes, [value("x", F32, [3, 8])], [value("y"), value("i")],
                                     [tensor("k", I64, [1], [k])]), 17))
top("made", 2, True), top("weight", 2, False), top("other", 3, False)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER verify made.onnx weight.onnx | tail -1
$SINTER verify weight.onnx made.onnx | tail -1
$SINTER verify made.onnx other.onnx 2>&1 | tail -1
--- out
same      worst distance 0, 6 runs at x=3,8
same      worst distance 0, 6 runs at x=3,8
sinter: made.onnx and other.onnx compute different results
