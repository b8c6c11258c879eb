# Where no kernel computes a node, the message names the property without which one would.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def one(name, nodes, inputs, *initializers):
    save(name + ".onnx", model(graph(nodes, inputs, [value("y")], initializers), opset=24))
one("attention", [node("Attention", ["q", "k", "v"], ["y"])],
    [value(name, F64, [1, 2, 4, 8]) for name in "qkv"])
one("pool", [node("AveragePool", ["x"], ["y"], kernel_shape=[3])], [value("x", F64, [3, 4, 9])])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in attention pool; do $SINTER compile $f.onnx -o folder -q; done
--- out
sinter: attention 'y': no kernel can compute 'attention' of type f64; `sinter run --interpret` may
sinter: average_pool 'y': no kernel can compute 'average_pool' of type f64; `sinter run --interpret` may
--- exit
6
