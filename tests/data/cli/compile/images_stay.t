# A network of two images whose operators mix them is compiled as it is, and a note says why.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
layers = [node("Conv", ["x", "w"], ["c"], "conv"), node("Softmax", ["c"], ["y"], "mix", axis=0)]
save("a.onnx", model(graph(layers, [value("x", F32, [2, 2, 2, 2])], [value("y")],
                           [tensor("w", F32, [2, 2, 1, 1], [1, 2, 3, 4])])))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER compile a.onnx -o code --target generic 2>&1 > /dev/null
--- out
sinter: note: a.onnx: the axis of images stays, which most kernels do not have: softmax 'mix': it works along the axis of the batch
