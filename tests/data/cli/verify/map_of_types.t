# What is mapped has the same type; a name may have a '=', and a value inside that is called as an input of the other network says nothing.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def one(path, kind, a, inner, y, dims=[2, 3]):
    nodes = [node("Relu", [a], [inner]), node("Relu", [inner], [y])]
    save(path, model(graph(nodes, [value(a, kind, dims)], [value(y, kind, dims)]), opset=17))
one("a.onnx", F32, "x=1", "h", "y")
one("b.onnx", F32, "u=v", "x=1", "z")
one("c.onnx", F16, "u=v", "h", "z")
one("d.onnx", F32, "u=v", "h", "y", [2, 4])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
v() { $SINTER verify "$@" 2>&1 | tail -1; }
v a.onnx b.onnx --map x=1=u=v --map y=z
v a.onnx c.onnx --map x=1=u=v --map y=z
v a.onnx d.onnx --map x=1=u=v
--- out
same      worst distance 0, 6 runs at x=1=2,3
sinter: input 'x=1' is of type f32, and what is mapped to it in the second network of f16
sinter: input 'x=1' has the sizes 2,3, and what is mapped to it in the second network 2,4
