# Borders that inputs seldom hit by chance: 0, and integers that a network compares its input with.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *


def pair(name, kinds, a, b, inits=()):
    for end, nodes in (("a", a), ("b", b)):
        save("%s_%s.onnx" % (name, end),
             model(graph(nodes, [value("x", kinds[0], ["n", 8])], [value("y", kinds[1])], inits),
                   opset=18))


def number(kind, v):
    return [tensor("k", kind, [], [v]), tensor("next", kind, [], [v + 1]),
            tensor("minus", kind, [], [-1 if v == 0 else 1])]


same = [n("Identity", "x")]
pair("zero", (F32, F32), [n("Greater", "x", "k", out="g"), cast("g", F32, "y")],
     [n("GreaterOrEqual", "x", "k", out="g"), cast("g", F32, "y")], number(F32, 0))
pair("sign", (F32, F32), [n("Sign", "x")],
     [n("GreaterOrEqual", "x", "k", out="g"), n("Where", "g", "next", "minus")], number(F32, 0))
for kind, what, v in ((U8, "u8", 201), (I64, "i64", 1000003), (I32, "i32", -777)):
    pair("equal_" + what, (kind, kind),
         [n("Equal", "x", "k", out="c"), cast("c", kind, "f"), n("Add", "f", "x")], same,
         number(kind, v))
    pair("above_" + what, (kind, BOOL), [n("Greater", "x", "k")], [n("Greater", "x", "next")],
         number(kind, v))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
v() { echo "$1, $2: $($SINTER verify $1.onnx $2.onnx 2> /dev/null | grep -E '^(y|same|different|inconclusive) ')"; }
for a in *_a.onnx; do
    n=${a%_a.onnx}
    v ${n}_a ${n}_b
    v ${n}_b ${n}_a
done
--- out
above_i32_a, above_i32_b: y  1,8  1.0e+05  differs: element 2 was 1 and became 0
different worst distance 1.0e+05, far beyond what rounding explains, 6 runs at x=1,8
above_i32_b, above_i32_a: y  1,8  1.0e+05  differs: element 7 was 0 and became 1
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
above_i64_a, above_i64_b: y  1,8  1.0e+05  differs: element 2 was 1 and became 0
different worst distance 1.0e+05, far beyond what rounding explains, 6 runs at x=1,8
above_i64_b, above_i64_a: y  1,8  1.0e+05  differs: element 7 was 0 and became 1
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
above_u8_a, above_u8_b: y  1,8  1.0e+05  differs: element 2 was 1 and became 0
different worst distance 1.0e+05, far beyond what rounding explains, 6 runs at x=1,8
above_u8_b, above_u8_a: y  1,8  1.0e+05  differs: element 7 was 0 and became 1
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
equal_i32_a, equal_i32_b: y  1,8  1.0e+05  differs: element 4 was -776 and became -777
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
equal_i32_b, equal_i32_a: y  1,8  1.0e+05  differs: element 4 was -777 and became -776
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
equal_i64_a, equal_i64_b: y  1,8  1.0e+05  differs: element 4 was 1000004 and became 1000003
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
equal_i64_b, equal_i64_a: y  1,8  1.0e+05  differs: element 4 was 1000003 and became 1000004
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
equal_u8_a, equal_u8_b: y  1,8  1.0e+05  differs: element 4 was 202 and became 201
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
equal_u8_b, equal_u8_a: y  1,8  1.0e+05  differs: element 4 was 201 and became 202
different worst distance 1.0e+05, far beyond what rounding explains, 4 runs at x=1,8
sign_a, sign_b: y  1,8  1.0e+05  differs: element 0 was 0 and became 1 (off by 1, rounding explains 1e-38)
different worst distance 1.0e+05, far beyond what rounding explains, 6 runs at x=1,8
sign_b, sign_a: y  1,8  1.0e+00  differs: element 0 was 1 and became 0 (off by 1, rounding explains 2e-07)
different worst distance 1.0e+00, far beyond what rounding explains, 6 runs at x=1,8
zero_a, zero_b: y  1,8  1.0e+05  differs: element 0 was 0 and became 1 (off by 1, rounding explains 1e-38)
different worst distance 1.0e+05, far beyond what rounding explains, 6 runs at x=1,8
zero_b, zero_a: y  1,8  1.0e+00  differs: element 0 was 1 and became 0 (off by 1, rounding explains 2e-07)
different worst distance 1.0e+00, far beyond what rounding explains, 6 runs at x=1,8
