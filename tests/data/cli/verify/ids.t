# Ids that count from the end, and rows that one table alone has; what one network alone refuses makes a difference.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *

N = 12
rows = [((i * 7) % 11 - 5) / 8 for i in range(2 * N)]
table = tensor("t", F32, [N, 2], rows)
inits = [table, tensor("z", I64, [], [0]), tensor("last", I64, [], [N - 1]),
         tensor("n", I64, [], [N]), tensor("d", I64, [], [20]), tensor("v", F32, [2], [0, 1]),
         tensor("more", F32, [N + 2, 2], rows + [1, 2, 3, 4])]


def n(op, *ins, out="y", **k):
    return node(op, list(ins), [out], **k)


def put(name, *nodes):
    save(name + ".onnx", model(graph(nodes, [value("x", I64, ["n", 8])], [value("y", F32)], inits),
                               opset=18))


put("plain", n("Gather", "t", "x"))
put("positive", n("Max", "x", "z", out="q"), n("Gather", "t", "q"))
put("abs", n("Abs", "x", out="q"), n("Gather", "t", "q"))
put("bounded", n("Min", "x", "last", out="q"), n("Gather", "t", "q"))
put("modulo", n("Mod", "x", "n", out="q"), n("Gather", "t", "q"))
put("more_rows", n("Gather", "more", "x"))
put("hot", n("OneHot", "x", "d", "v"))
put("positive_hot", n("Max", "x", "z", out="q"), n("OneHot", "q", "d", "v"))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
v() { echo "$1, $2: $($SINTER verify $1.onnx $2.onnx 2> /dev/null | grep -E '^(y|same|different|inconclusive) ')"; }
for b in positive abs bounded modulo more_rows plain; do
    v plain $b
    v $b plain
done
v hot positive_hot
v positive_hot hot
--- out
plain, positive: y  1,8,2  1.6e+00 (rounding alone makes 1.9e-07)  differs: element 12 was 0.375 and became -0.625 (off by 1, rounding explains 5e-07)
different worst distance 1.6e+00, far beyond what rounding explains, 13 runs at x=1,8
positive, plain: y  1,8,2  1.6e+00 (rounding alone makes 1.9e-07)  differs: element 7 was 0.25 and became -0.625 (off by 0.88, rounding explains 4e-07)
different worst distance 1.6e+00, far beyond what rounding explains, 13 runs at x=1,8
plain, abs: y  1,8,2  1.2e+00 (rounding alone makes 1.9e-07)  differs: element 6 was -0.125 and became 0.625 (off by 0.75, rounding explains 4e-07)
different worst distance 1.2e+00, far beyond what rounding explains, 13 runs at x=1,8
abs, plain: y  1,8,2  1.2e+00 (rounding alone makes 1.9e-07)  differs: element 7 was 0.125 and became -0.625 (off by 0.75, rounding explains 4e-07)
different worst distance 1.2e+00, far beyond what rounding explains, 13 runs at x=1,8
plain, bounded: y  1,8,2  0
inconclusive worst distance 0, 13 runs at x=1,8, 2 each at x=2,8
bounded, plain: y  1,8,2  inf  differs: the second network alone refuses an input: gather 'y': index 14, -12 to 11 expected
different worst distance inf, far beyond what rounding explains, 13 runs at x=1,8
plain, modulo: y  1,8,2  0
same      worst distance 0, 13 runs at x=1,8, 2 each at x=2,8; x=131,8
modulo, plain: y  1,8,2  inf  differs: the second network alone refuses an input: gather 'y': index 14, -12 to 11 expected
different worst distance inf, far beyond what rounding explains, 13 runs at x=1,8
plain, more_rows: y  1,8,2  6.0e+00 (rounding alone makes 3.8e-07)  differs: element 7 was 0.25 and became 4 (off by 3.8, rounding explains 7e-07)
different worst distance 6.0e+00, far beyond what rounding explains, 7 runs at x=1,8
more_rows, plain: y  1,8,2  inf  differs: the second network alone refuses an input: gather 'y': index 13, -12 to 11 expected
different worst distance inf, far beyond what rounding explains, 1 run at x=1,8
plain, plain: y  1,8,2  0
same      worst distance 0, 7 runs at x=1,8, 2 each at x=2,8; x=131,8
plain, plain: y  1,8,2  0
same      worst distance 0, 7 runs at x=1,8, 2 each at x=2,8; x=131,8
hot, positive_hot: y  1,8,20  1.0e+00 (rounding alone makes 2.4e-07)  differs: element 0 was 0 and became 1 (off by 1, rounding explains 2e-07)
different worst distance 1.0e+00, far beyond what rounding explains, 13 runs at x=1,8
positive_hot, hot: y  1,8,20  1.0e+00 (rounding alone makes 2.4e-07)  differs: element 19 was 0 and became 1 (off by 1, rounding explains 2e-07)
different worst distance 1.0e+00, far beyond what rounding explains, 13 runs at x=1,8
