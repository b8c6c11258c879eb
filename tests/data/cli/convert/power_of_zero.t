# BinaryOp of ncnn has no power of 0: Power has.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
nodes = [node("Relu", ["x"], ["r"]), node("Pow", ["r", "two"], ["y"])]
save("a.onnx", model(graph(nodes, [value("x", F32, [8])], [value("y")], [tensor("two", F32, [], [2])])))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER convert a.onnx -o a.param -q
tail -1 a.param
--- out
Power                    y                        1 1 r y 0=2.00000000e+00
