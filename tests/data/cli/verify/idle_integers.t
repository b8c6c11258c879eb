# A layer of integers or bools that changed nothing for any input, where the other network has none: nothing is decided.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *

x, b = value("x", F32, ["n", 8]), value("b", BOOL, ["n", 8])
far = node("Greater", ["x", "t"], ["g"])
put = lambda name, *nodes: save(name + ".onnx", model(
    graph(nodes, [x, b], [value("y", BOOL)], [tensor("t", F32, [], [1e7])]), opset=18))
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
different worst distance 1.0e+05, far beyond what rounding explains, 6 runs at x=1,8, b=1,8
          first that differs: y
different worst distance 1.0e+05, far beyond what rounding explains, 6 runs at x=1,8, b=1,8
          first that differs: y
same      worst distance 0, 6 runs at x=1,8, b=1,8, 2 each at x=2,8, b=2,8; x=131,8, b=131,8
