# Constants that are results have no names of their own: they are matched by what they hold, else in their order.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *


def put(name, *inits):
    save(name + ".onnx", model(graph([node("Relu", ["x"], ["y"])], [value("x", F32, [2])],
                                     [value(n) for n in ("y", "p", "q")],
                                     [tensor(n, F32, [2], v) for n, v in inits]), opset=17))


put("a", ("p", [1, float("nan")]), ("q", [3, 4]))
put("b", ("q", [3, 4]), ("p", [1, float("nan")]))
put("c", ("p", [1, float("nan")]), ("q", [3, 5]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for other in a b c; do $SINTER diff a.onnx $other.onnx; echo "code $?"; done
--- out
layers    4 the same, 0 changed, 0 only in A (<), 0 only in B (>)
code 0
layers    4 the same, 0 changed, 0 only in A (<), 0 only in B (>)
code 0
~ constant #9  constant  data: up to 1.0e+00 apart

layers    3 the same, 1 changed, 0 only in A (<), 0 only in B (>)
code 1
