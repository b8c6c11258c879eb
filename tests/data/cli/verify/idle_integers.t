# A layer of integers or bools that changed nothing for any input, where the other network has none: nothing is decided.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *

x, b = value("x", F32, ["n", 8]), value("b", BOOL, ["n", 8])
total = node("ReduceSum", ["x", "last"], ["s"])
far = node("Greater", ["s", "t"], ["g"])
put = lambda name, *nodes: save(name + ".onnx", model(
    graph((total,) + nodes, [x, b], [value("y", BOOL)], [tensor("t", F32, [], [1e26]), tensor("last", I64, [1], [1])]), opset=18))
put("or", far, node("Or", ["g", "b"], ["y"]))
put("or_turned", far, node("Or", ["b", "g"], ["y"]))
put("copy", node("Identity", ["b"], ["y"]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
v() { $SINTER verify $1.onnx $2.onnx 2> /dev/null | sed -n '/^[a-z]* *worst/,$p'; }
v or copy
v copy or
v or or_turned
--- out
inconclusive worst distance 0, 12 runs at x=1,8, b=1,8, 2 each at x=2,8, b=2,8
          inside, 'y' of the first network changes nothing for any of 12 inputs, though it may for others, and the second network has no such layer
inconclusive worst distance 0, 12 runs at x=1,8, b=1,8, 2 each at x=2,8, b=2,8
          inside, 'y' of the second network changes nothing for any of 12 inputs, though it may for others, and the first network has no such layer
same      worst distance 0, 6 runs at x=1,8, b=1,8, 2 each at x=2,8, b=2,8; x=131,8, b=131,8
