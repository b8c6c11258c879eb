# A chain of thousands of sums of one value is one product after one run of the pass.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
n = 2500
chain = [node("Relu", ["x"], ["b"]), node("Add", ["b", "b"], ["y1"])]
chain += [node("Add", ["y%d" % i, "b"], ["y%d" % (i + 1)]) for i in range(1, n)]
save("net.onnx", model(graph(chain, [value("x", F32, [4])], [value("y%d" % n, F32, [4])])))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
ulimit -t 60
$SINTER optimize net.onnx -o sum.onnx --verify off | head -n 3
--- out
layers    2501 -> 2
MACs      0, as before
rewrites  2484
