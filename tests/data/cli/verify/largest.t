# Hidden keys with the lowest number of f32 are not those with -inf, where a query sees none; roundings do not make -inf of it.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def write(name, hidden):
    nodes = [node("Where", ["seen", "x", "hidden"], ["s"]), node("Softmax", ["s"], ["w"]), node("MatMul", ["w", "v"], ["y"])]
    save(name, model(graph(nodes, [value("x", F32, [2, 5]), value("v", F32, [5, 3]), value("seen", BOOL, [2, 5])], [value("y")],
                           [tensor("hidden", F32, [1], [hidden])]), 17))
write("lowest.onnx", -3.4028234663852886e38)
write("infinite.onnx", float("-inf"))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
same() { $SINTER verify $1.onnx $2.onnx > said 2>&1; [ $? = 0 ] && echo "$1 $2: same" || echo "$1 $2: not said to be the same"; }
same lowest lowest; same lowest infinite; same infinite lowest; same infinite infinite
--- out
lowest lowest: same
lowest infinite: not said to be the same
infinite lowest: not said to be the same
infinite infinite: same
