# Numbers among the params of layers that read and make the same: where no input reveals them, nothing is decided.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *
import math


def gru(clip):
    return [n("GRU", "x", "w", "r", hidden_size=2, clip=float(clip))]


w = [tensor("w", F32, [1, 6, 3], [math.sin(k) for k in range(18)]),
     tensor("r", F32, [1, 6, 2], [math.cos(k) for k in range(12)])]
steps = (5, 2, 3)
pair("reached", gru(1), gru(2), w, steps)
pair("saturated", gru(1e5), gru(1e7), w, steps)
pair("the_same", gru(1e5), gru(1e5), w, steps)
PY
. $SINTER_TESTS/verify_pairs.sh
--- out
reached: different, turned around: different
saturated: inconclusive, turned around: inconclusive
the_same: same, turned around: same
