# Where no kernel computes a node, the message names the property without which one would.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def one(name, nodes, inputs, *initializers):
    save(name + ".onnx", model(graph(nodes, inputs, [value("y")], initializers)))
x = value("x", F32, [3, 2, 4])
def zeros(name, *s, kind=F32):
    n = 1
    for d in s: n *= d
    return tensor(name, kind, s, [0] * n)
w, r = zeros("w", 1, 15, 4), zeros("r", 1, 15, 5)
one("reset", [node("GRU", ["x", "w", "r"], ["y"], hidden_size=5)], [x], w, r)
one("lens", [node("GRU", ["x", "w", "r", "", "n"], ["y"], hidden_size=5, linear_before_reset=1)],
    [x, value("n", I32, [2])], w, r)
one("clip", [node("GRU", ["x", "w", "r"], ["y"], hidden_size=5, linear_before_reset=1, clip=0.5)], [x], w, r)
one("weight", [node("GRU", ["x", "v", "r"], ["y"], hidden_size=5, linear_before_reset=1)],
    [x, value("v", F32, [1, 15, 4])], r)
one("double", [node("Conv", ["x", "k"], ["y"])], [value("x", F64, [3, 4, 9])], zeros("k", 2, 4, 3, kind=F64))
one("axes", [node("Resize", ["x", "", "s"], ["y"], mode="nearest", coordinate_transformation_mode="asymmetric",
                  nearest_mode="floor")], [value("x", F32, [3, 2, 4, 4])], tensor("s", F32, [4], [1, 1, 2, 2]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in reset lens clip weight double axes; do $SINTER compile $f.onnx -o folder -q; done
--- out
sinter: gru 'y': no kernel can compute 'gru' with linear_before_reset=false; `sinter run --interpret` may
sinter: gru 'y': no kernel can compute 'gru' with sequence_lens; `sinter run --interpret` may
sinter: gru 'y': no kernel can compute 'gru' with clip=0.5; `sinter run --interpret` may
sinter: gru 'y': no kernel can compute 'gru' with a weight_xc that is not constant; `sinter run --interpret` may
sinter: conv 'y': no kernel can compute 'conv' of type f64; `sinter run --interpret` may
sinter: resize 'y': no kernel can compute 'resize' of shape 3,2,4,4; `sinter run --interpret` may
--- exit
6
