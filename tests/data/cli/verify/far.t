# Numbers that ordinary inputs do not reach are derived from the networks: bounds, thresholds, ends of types, what an epsilon counts at, also behind functions of each element. What is the same there stays the same.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *
pair("bound", [n("Clip", "x", "lo", "hi")], same, [f("lo", -1e6), f("hi", 1e6)])
pair("bound_of_a_product", [n("Mul", "x", "k", out="p"), n("Clip", "p", "lo", "hi")],
     [n("Mul", "x", "k")], [f("lo", -1e6), f("hi", 1e6), f("k", 0.001)])
pair("threshold_of_a_sum",
     [n("ReduceSum", "x", "axis", out="s"), n("Greater", "s", "t", out="c"),
      n("Where", "c", "z", "x")], same, [f("t", 1e6), f("z", 0), axis(1)])
pair("slope", [n("Less", "x", "t", out="c"), n("Mul", "x", "k", out="p"), n("Where", "c", "p", "x")],
     same, [f("t", -1e6), f("k", 0.1)])
pair("one_number", [n("Mul", "x", "k", out="p"), n("Equal", "p", "t", out="c"),
                    n("Where", "c", "z", "x")], same, [f("k", 4), f("t", 3.25), f("z", 0)])
pair("one_integer", [n("Mul", "x", "k", out="p"), n("Equal", "p", "t", out="c"),
                     cast("c", I64, "q"), n("Add", "q", "p")], [n("Mul", "x", "k")],
     [tensor("k", I64, [], [3]), tensor("t", I64, [], [3000003])], kind=I64, out=I64)
pair("hidden", [n("Sub", "x", "t", out="d"), n("Relu", "d", out="r"), n("Mul", "r", "k", out="p"),
                n("Add", "x", "p")],
     [n("Sub", "x", "t", out="d"), n("Relu", "d", out="r"), n("Mul", "r", "m", out="p"),
      n("Add", "x", "p")], [f("t", 1e6), f("k", 0.1), f("m", 0.2)])
pair("exponent", [n("Sub", "x", "t", out="d"), n("Exp", "d", out="e"), n("Add", "x", "e")], same,
     [f("t", 60)])
pair("i32_or_i64", [cast("x", I32, "q"), cast("q", F32)], [cast("x", I64, "q"), cast("q", F32)])
pair("i16_or_i32", [cast("x", I16, "q"), cast("q", F32)], [cast("x", I32, "q"), cast("q", F32)])
pair("i32_or_trunc", [cast("x", I32, "q"), cast("q", F32)],
     [n("Abs", "x", out="m"), n("Floor", "m", out="w"), n("Sign", "x", out="s"),
      n("Mul", "w", "s")])
pair("digits", [cast("x", F32, "q"), cast("q", I32)], same, kind=I32, out=I32)
pair("all_digits", [cast("x", F64, "q"), cast("q", I32)], same, kind=I32, out=I32)
for name, e in (("larger", 1e-5), ("smaller", 1e-13)):
    at = {"x": [n("LayerNormalization", "x", "g", axis=-1, epsilon=1e-12)],
          "y": [n("LayerNormalization", "x", "g", axis=-1, epsilon=e)]}
    pair("epsilon_" + name, at["x"], at["y"], [f("g", *[1.0] * 8)])
norm = [n("ReduceL2", "x", "axis", out="l", keepdims=1)]
pair("smallest_norm", norm + [n("Max", "l", "e", out="m"), n("Div", "x", "m")],
     norm + [n("Max", "l", "d", out="m"), n("Div", "x", "m")],
     [f("e", 1e-12), f("d", 1e-13), axis(1)])
pair("bounds_together", [n("Clip", "x", "lo", "hi")], [n("Max", "x", "lo", out="m"),
                                                       n("Min", "m", "hi")],
     [f("lo", -1e6), f("hi", 1e6)])
PY
. $SINTER_TESTS/verify_pairs.sh
--- out
all_digits: same, turned around: same
bound: different, turned around: different
bound_of_a_product: different, turned around: different
bounds_together: same, turned around: same
digits: different, turned around: different
epsilon_larger: different, turned around: different
epsilon_smaller: different, turned around: different
exponent: different, turned around: different
hidden: different, turned around: different
i16_or_i32: different, turned around: different
i32_or_i64: different, turned around: different
i32_or_trunc: different, turned around: different
one_integer: different, turned around: different
one_number: different, turned around: different
slope: different, turned around: different
smallest_norm: different, turned around: different
threshold_of_a_sum: different, turned around: different
