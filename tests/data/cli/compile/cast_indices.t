# The check of compiled code feeds indices and lengths that there are, also where they are cast from integers of another type.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def one(name, nodes, feeds, *initializers):
    save(name + ".onnx", model(graph([node("Cast", ["wide"], ["n"], to=I32)] + nodes,
                                     feeds + [value("wide", I64, [9])], [value("y")], initializers)))
one("gather", [node("Gather", ["x", "n"], ["y"])], [value("x", F32, [4, 3])])
one("rnn", [node("RNN", ["x", "w", "r", "", "n"], ["y"], hidden_size=2)], [value("x", F32, [4, 9, 3])],
    tensor("w", F32, [1, 2, 3], [0.5] * 6), tensor("r", F32, [1, 2, 2], [0.25] * 4))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in gather rnn; do $SINTER compile $f.onnx -o folder | grep checked; done
--- out
checked   each step computes what the interpreter does
checked   each step computes what the interpreter does
