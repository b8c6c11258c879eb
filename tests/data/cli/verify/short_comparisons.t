# Of three elements of halves few are between the numbers that they are compared with, and those that roundings tip over excuse none at the other number.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def greater(name, number):
    save(name, model(graph([node("Greater", ["c", "x"], ["y"])], [value("x", F16, [3])],
                           [value("y", BOOL, [3])], [tensor("c", F16, [1], [number])]), opset=16))
greater("first.onnx", -0.2236328125)
greater("near.onnx", -0.2)
greater("far.onnx", -0.437)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER verify first.onnx near.onnx | sed -n 's/ .*//p' | head -2
$SINTER verify first.onnx far.onnx | sed -n 's/ .*//p' | head -2
$SINTER verify first.onnx first.onnx | head -1
--- out
sinter: first.onnx and near.onnx compute different results
y
different
sinter: first.onnx and far.onnx compute different results
y
different
y  3  0
