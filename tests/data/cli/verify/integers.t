# Integers that come of numbers are compared each by itself: what roundings do to a huge one excuses no other; where they leave much open, nothing is decided. Integers and bools that never varied decide nothing.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *


def pair(name, kinds, a, b, inits=()):
    for end, nodes in (("a", a), ("b", b)):
        save("%s_%s.onnx" % (name, end),
             model(graph(nodes, [value("x", kinds[0], ["n", 8])], [value("y", kinds[1])], inits),
                   opset=18))


same = [n("Identity", "x")]
pair("floor", (I32, I32), [n("Div", "x", "k")],
     [cast("x", F32, "f"), cast("k", F32, "g"), n("Div", "f", "g", out="q"),
      n("Floor", "q", out="r"), cast("r", I32, "y")], [tensor("k", I32, [], [3])])
pair("relu", (I64, I64), [n("Max", "x", "z")],
     [cast("x", F32, "f"), n("Relu", "f", out="r"), cast("r", I64, "y")],
     [tensor("z", I64, [], [0])])
pair("f32", (I64, I64), [cast("x", F32, "f"), cast("f", I64, "y")], same)
pair("f64", (I64, I64), [cast("x", F64, "f"), cast("f", I64, "y")], same)
pair("i32", (I64, I64), [cast("x", I32, "f"), cast("f", I64, "y")], same)
pair("infinite", (F32, BOOL), [n("IsInf", "x")], [n("Less", "x", "x")])
pair("beyond", (F32, BOOL), [n("Greater", "x", "t")], [n("Greater", "x", "u")],
     [tensor("t", F32, [], [1e9]), tensor("u", F32, [], [1e8])])
pair("itself", (F32, BOOL), [n("Equal", "x", "x")],
     [n("Abs", "x", out="a"), n("GreaterOrEqual", "a", "a")])
pair("same_layer", (F32, BOOL), [n("Greater", "x", "t")], [n("Greater", "x", "t")],
     [tensor("t", F32, [], [1e9])])
pair("zero", (F32, I64), [n("Sub", "x", "x", out="d"), cast("d", I64, "y")],
     [n("Mul", "x", "z", out="d"), cast("d", I64, "y")], [tensor("z", F32, [], [0])])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
v() { $SINTER verify $1.onnx $2.onnx 2> /dev/null | sed -n '/^[a-z]* *worst/,$p' | sed -E 's/[0-9.]+e[+0-9]+/#/g; s/[0-9.]+ %/#/'; }
for a in *_a.onnx; do
    n=${a%_a.onnx}
    echo "$n: $(v ${n}_a ${n}_b)"
    echo "$n, turned around: $(v ${n}_b ${n}_a)"
done
--- out
beyond: different worst distance #, far beyond what rounding explains, 6 runs at x=1,8
          first that differs: y
beyond, turned around: different worst distance #, far beyond what rounding explains, 6 runs at x=1,8
          first that differs: y
f32: different worst distance #, far beyond what rounding explains, 4 runs at x=1,8
          first that differs: y
f32, turned around: different worst distance #, far beyond what rounding explains, 4 runs at x=1,8
          first that differs: y
f64: different worst distance #, far beyond what rounding explains, 4 runs at x=1,8
          first that differs: y
f64, turned around: different worst distance #, far beyond what rounding explains, 4 runs at x=1,8
          first that differs: y
floor: different worst distance #, far beyond what rounding explains, 1 run at x=1,8
          first that differs: y
floor, turned around: different worst distance #, far beyond what rounding explains, 1 run at x=1,8
          first that differs: y
i32: different worst distance #, far beyond what rounding explains, 4 runs at x=1,8
          first that differs: y
i32, turned around: different worst distance #, far beyond what rounding explains, 4 runs at x=1,8
          first that differs: y
infinite: different worst distance #, far beyond what rounding explains, 6 runs at x=1,8
          first that differs: y
infinite, turned around: different worst distance #, far beyond what rounding explains, 6 runs at x=1,8
          first that differs: y
itself: inconclusive worst distance 0, 12 runs at x=1,8, 2 each at x=2,8
          output 'y' was the same for 12 different inputs, which decides nothing
itself, turned around: inconclusive worst distance 0, 12 runs at x=1,8, 2 each at x=2,8
          output 'y' was the same for 12 different inputs, which decides nothing
relu: different worst distance #, far beyond what rounding explains, 4 runs at x=1,8
          first that differs: y
relu, turned around: inconclusive worst distance #, # of what rounding explains, 6 runs at x=1,8, 2 each at x=2,8
          'y' is off for 1 of 6 inputs, where it depends on a discontinuous function
same_layer: same      worst distance 0, 12 runs at x=1,8, 2 each at x=2,8; x=131,8
same_layer, turned around: same      worst distance 0, 12 runs at x=1,8, 2 each at x=2,8; x=131,8
zero: same      worst distance 0, 12 runs at x=1,8, 2 each at x=2,8; x=131,8
zero, turned around: same      worst distance 0, 12 runs at x=1,8, 2 each at x=2,8; x=131,8
