# The ratio of a dropout is kept, of each version: an attribute, an input, or a half where none is given.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x = [value("x", F32, [2, 3])]
def one(name, opset, inputs=(), weights=(), **attributes):
    save(name + ".onnx", model(graph([node("Dropout", ["x", *inputs], ["y"], **attributes)], x,
                                     [value("y")], list(weights)), opset))
ratio = tensor("r", F32, [], [0.25])
one("attribute", 10, ratio=0.125)
one("input", 13, ["r"], [ratio])
one("none", 13)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in attribute input none; do $SINTER show --text $f.onnx | grep '= dropout'; done
--- out
"y" = dropout("x") {ratio=0.125} name="y" : f32[2,3]
"y" = dropout("x") {ratio=0.25} name="y" : f32[2,3]
"y" = dropout("x") {ratio=0.5} name="y" : f32[2,3]
