# Where no kernel computes a node, the message names the property without which one would.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def one(name, nodes, inputs, *initializers):
    save(name + ".onnx", model(graph(nodes, inputs, [value("y")], initializers), opset=24))
one("attention", [node("Attention", ["q", "k", "v"], ["y"])],
    [value(name, F64, [1, 2, 4, 8]) for name in "qkv"])
one("double", [node("Conv", ["x", "k"], ["y"])], [value("x", F64, [3, 4, 9])],
    tensor("k", F64, [2, 4, 3], [0] * 24))
one("pool", [node("AveragePool", ["x"], ["y"], kernel_shape=[3])], [value("x", F64, [3, 4, 9])])
one("if", [node("If", ["c"], ["y"], then_branch=graph([node("Neg", ["x"], ["z"])], [], [value("z")]),
                else_branch=graph([node("Abs", ["x"], ["z"])], [], [value("z")]))],
    [value("c", BOOL, []), value("x", F32, [3])])
one("axes", [node("Resize", ["x", "", "s"], ["y"], mode="nearest", coordinate_transformation_mode="asymmetric",
                  nearest_mode="floor")], [value("x", F32, [3, 2, 4, 4])], tensor("s", F32, [4], [1, 1, 2, 2]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in attention double pool if axes; do $SINTER compile $f.onnx -o folder -q; done
--- out
sinter: attention 'y': no kernel can compute 'attention' of type f64; `sinter run --interpret` may
sinter: conv 'y': no kernel can compute 'conv' of type f64; `sinter run --interpret` may
sinter: average_pool 'y': no kernel can compute 'average_pool' of type f64; `sinter run --interpret` may
sinter: if 'y': no kernel can compute 'if' here; `sinter run --interpret` may
sinter: resize 'y': no kernel can compute 'resize' of shape 3,2,4,4; `sinter run --interpret` may
--- exit
6
