# Networks that are the same for a batch of one, or for squares of even sizes, are not the same: open sizes are given other numbers, too.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
X = ["n", 8]
IMAGE = [1, 2, "h", "w"]
W = [((i * 7) % 11 - 5) / 8 for i in range(2 * 2 * 3 * 3)]
LSTM = [tensor("w", F32, [1, 8, 3], W[:24]), tensor("r", F32, [1, 8, 2], W[8:24])]


def ints(name, *v):
    return tensor(name, I64, [len(v)], v)


def put(name, shape, nodes, inits=()):
    save(name + ".onnx", model(graph(nodes, [value("x", F32, shape)], [value("y")], inits),
                               opset=18))


def pair(name, shape, a, b):
    put(name + "_a", shape, *a)
    put(name + "_b", shape, *b)


def x(op, inits=(), ins=(), **k):
    return [node(op, ["x", *ins], ["y"], **k)], inits


same = x("Identity")
pair("first_row", X, x("Slice", [ints("s", 0), ints("e", 1)], ["s", "e"]), same)
pair("hundred_rows", X, same, x("Slice", [ints("s", 0), ints("e", 100)], ["s", "e"]))
pair("thousand_rows", X, same, x("Slice", [ints("s", 0), ints("e", 1000)], ["s", "e"]))
pair("last_rows", X, same, x("Slice", [ints("s", -400), ints("e", 5000)], ["s", "e"]))
pair("column", IMAGE, same,
     x("Slice", [ints("s", 0), ints("e", 3000), ints("a", 3)], ["s", "e", "a"]))
pair("cumsum", X, x("CumSum", [tensor("a", I64, [], [0])], ["a"]), same)
pair("softmax", X, x("Softmax", axis=0),
     ([node("Sub", ["x", "x"], ["d"]), node("Exp", ["d"], ["y"])],))
pair("transposed", X, x("Reshape", [ints("s", 8, -1)], ["s"]), x("Transpose"))
pair("halves", X, x("Reshape", [ints("s", -1, 4)], ["s"]), x("Reshape", [ints("s", 2, 4)], ["s"]))
pair("recurrence", ["s", 1, 3], x("LSTM", LSTM, ["w", "r"], hidden_size=2),
     x("LSTM", [LSTM[0], tensor("r", F32, [1, 8, 2], W[:16])], ["w", "r"], hidden_size=2))
pair("direction", ["s", 1, 3], x("LSTM", LSTM, ["w", "r"], hidden_size=2),
     x("LSTM", LSTM, ["w", "r"], hidden_size=2, direction="reverse"))
pool = dict(kernel_shape=[2, 2], strides=[2, 2])
pair("ceil", IMAGE, x("MaxPool", **pool), x("MaxPool", ceil_mode=1, **pool))
pair("same_pads", IMAGE,
     x("Conv", [tensor("w", F32, [2, 2, 3, 3], W)], ["w"], strides=[2, 2], auto_pad="SAME_UPPER"),
     x("Conv", [tensor("w", F32, [2, 2, 3, 3], W)], ["w"], strides=[2, 2], pads=[0, 0, 1, 1]))
t = node("Transpose", ["x"], ["t"], perm=[0, 1, 3, 2])
pair("square", IMAGE, x("Transpose", perm=[0, 1, 3, 2]),
     ([node("Shape", ["x"], ["s"]), t, node("Reshape", ["t", "s"], ["y"])],))
pair("remainder", IMAGE,
     ([node("Shape", ["x"], ["s"]), node("Gather", ["s", "i"], ["h"]),
       node("Mod", ["h", "k"], ["y"])],
      [tensor("i", I64, [], [2]), tensor("k", I64, [], [32])]),
     ([node("Constant", [], ["y"], value=tensor("", I64, [], [0]))],))
pair("fixed", X, same, x("Slice", [ints("s", 0), ints("e", 1)], ["s", "e"]))
put("fixed_b", [1, 8], *x("Slice", [ints("s", 0), ints("e", 1)], ["s", "e"]))
pair("multiple_of_16", IMAGE, x("Reshape", [ints("s", 2, 16, -1, 16)], ["s"]),
     x("Reshape", [ints("s", 2, 16, -1, 16)], ["s"]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for a in *_a.onnx; do
    n=${a%_a.onnx}
    echo "$n: $($SINTER verify $a ${n}_b.onnx 2> /dev/null | sed -n '/^[a-z]* *worst/,$p')"
done
--- out
ceil: different worst distance inf, far beyond what rounding explains, 1 run at x=1,2,33,47 (sizes that sinter chose)
          first that differs: y
column: different worst distance inf, far beyond what rounding explains, 1 run at x=1,2,5,3003 (sizes that sinter chose)
          first that differs: y
cumsum: different worst distance 5.7e-01, 5.81e+05 times what rounding explains, 1 run at x=2,8 (sizes that sinter chose)
          first that differs: y
direction: different worst distance 6.0e-01, 6.74e+05 times what rounding explains, 1 run at x=2,1,3 (sizes that sinter chose)
          first that differs: y
first_row: different worst distance inf, far beyond what rounding explains, 1 run at x=2,8 (sizes that sinter chose)
          first that differs: y
fixed: same      worst distance 0, 6 runs at x=1,8
halves: inconclusive worst distance 0, 6 runs at x=1,8
          at x=2,8 the second network cannot be run: reshape 'y': 2,8 (16 elements) cannot be shaped as 2,4 (8)
hundred_rows: different worst distance inf, far beyond what rounding explains, 1 run at x=131,8 (sizes that sinter chose)
          first that differs: y
last_rows: different worst distance inf, far beyond what rounding explains, 1 run at x=5003,8 (sizes that sinter chose)
          first that differs: y
multiple_of_16: same      worst distance 0, 6 runs at x=1,2,64,64, 2 each at x=1,2,48,80 (sizes that sinter chose)
recurrence: different worst distance 2.3e-01, 3.1e+05 times what rounding explains, 1 run at x=2,1,3 (sizes that sinter chose)
          first that differs: y
remainder: different worst distance 1.0e+05, far beyond what rounding explains, 1 run at x=1,2,33,47 (sizes that sinter chose)
          first that differs: y
same_pads: different worst distance inf, far beyond what rounding explains, 1 run at x=1,2,33,47 (sizes that sinter chose)
          first that differs: y
softmax: different worst distance 1.0e+00, far beyond what rounding explains, 1 run at x=2,8 (sizes that sinter chose)
          first that differs: y
square: different worst distance inf, far beyond what rounding explains, 1 run at x=1,2,33,47 (sizes that sinter chose)
          first that differs: y
thousand_rows: different worst distance inf, far beyond what rounding explains, 1 run at x=1003,8 (sizes that sinter chose)
          first that differs: y
transposed: different worst distance 1.7e+00, far beyond what rounding explains, 1 run at x=2,8 (sizes that sinter chose)
          first that differs: y
