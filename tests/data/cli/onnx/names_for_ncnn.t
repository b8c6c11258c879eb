# ncnn's names are without spaces: an input with some has another one in the file, which is said; an output with some is refused, since nobody would find it.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x = value("x y", F32, [2, 3, 4])
save("in.onnx", model(graph([node("Relu", ["x y"], ["y"])], [x], [value("y")])))
save("out.onnx", model(graph([node("Relu", ["x"], ["y z"])], [value("x", F32, [2, 3, 4])], [value("y z")])))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER convert in.onnx -o in.param -q && cut -d' ' -f1 in.param && grep -c 'x_y' in.param
$SINTER convert out.onnx -o out.param -q || echo "code $?"
--- out
sinter: warning: input 'x y' is called 'x_y' in the file: ncnn needs names without spaces, 1 to 255 bytes
7767517
2
Input
ReLU
2
sinter: output 'y z': ncnn needs names without spaces, 1 to 255 bytes
code 6
