# What nothing rounds is compared as it is: ties, borders that are hit, halves that are rounded to.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *
h = [f("h", 0.5)]
pair("even_or_up", [n("Round", "x")], [n("Add", "x", "h", out="s"), n("Floor", "s")], h)
pair("even_or_away", [n("Round", "x")],
     [n("Abs", "x", out="m"), n("Add", "m", "h", out="s"), n("Floor", "s", out="w"),
      n("Sign", "x", out="g"), n("Mul", "w", "g")], h)
pair("eighths", [n("Mul", "x", "k", out="m"), n("Round", "m")],
     [n("Mul", "x", "k", out="m"), n("Add", "m", "h", out="s"), n("Floor", "s")], h + [f("k", 8)])
pair("behind_a_sigmoid", [n("Sigmoid", "x", out="s"), n("Round", "s")],
     [n("Sigmoid", "x", out="s"), n("Add", "s", "h", out="t"), n("Floor", "t")], h)
pair("above_or_at", [n("Mul", "x", "k", out="s"), n("Greater", "s", "t", out="c"), cast("c", F32)],
     [n("Mul", "x", "k", out="s"), n("GreaterOrEqual", "s", "t", out="c"), cast("c", F32)],
     [f("t", 100), f("k", 2)])
short = [1, 0.5, 2, 0.25, -1, 1, 0.5, -2, 1, 4, 1, 0.5, 2, 1, -1, 1]
for name, at, w in (("product_above_or_at", 0.75, short), ("sum_above_or_at", 0.7, [1] * 16)):
    pair(name, [n("MatMul", "x", "w", out="s"), n("Greater", "s", "t", out="c"), cast("c", F32)],
         [n("MatMul", "x", "w", out="s"), n("GreaterOrEqual", "s", "t", out="c"), cast("c", F32)],
         [f("t", at), tensor("w", F32, [4, 4], w)], dims=(4, 4))
pair("half_of_the_last_index",
     [n("ArgMax", "x", out="a", axis=1), n("Sub", "a", "k", out="b"), n("Div", "b", "m")],
     [n("ArgMax", "x", out="a", axis=1), n("Sub", "a", "k", out="b"), cast("b", F32, "c"),
      n("Mul", "c", "h", out="d"), n("Floor", "d", out="e"), cast("e", I64)],
     h + [tensor("k", I64, [], [4]), tensor("m", I64, [], [2])], out=I64)
pair("f16", [cast("x", F16, "q"), cast("q", F32)], same)
pair("bf16", [cast("x", 16, "q"), cast("q", F32)], same)
pair("bf16_of_signs", [n("Sign", "x", out="s"), cast("s", 16, "q"), cast("q", F32)],
     [n("Sign", "x")])
pair("last_bits", [n("Mul", "x", "k", out="m"), n("Mul", "m", "l")], [n("Mul", "x", "kl")],
     [f("k", 0.1), f("l", 0.7), f("kl", 0.07)])
pair("one_number", [n("Equal", "x", "t", out="c"), n("Where", "c", "v", "x")], same,
     [f("t", 0.123456), f("v", 5)])
pool = dict(kernel_shape=[3, 3])
pair("padded_far_above_0", [n("Add", "x", "k", out="s"), n("MaxPool", "s", pads=[1] * 4, **pool)],
     [n("Add", "x", "k", out="s"), n("Pad", "s", "p", out="t"), n("MaxPool", "t", **pool)],
     [f("k", 1e5), tensor("p", I64, [8], [0, 0, 1, 1] * 2)], dims=(1, 2, 9, 9))
pair("round_twice", [n("Round", "x", out="r"), n("Round", "r")], [n("Round", "x")])
PY
. $SINTER_TESTS/verify_pairs.sh
--- out
above_or_at: different, turned around: different
behind_a_sigmoid: different, turned around: different
bf16: inconclusive, turned around: different
bf16_of_signs: same, turned around: same
eighths: different, turned around: different
even_or_away: different, turned around: different
even_or_up: different, turned around: different
f16: inconclusive, turned around: different
half_of_the_last_index: different, turned around: different
last_bits: same, turned around: same
one_number: different, turned around: different
padded_far_above_0: different, turned around: different
product_above_or_at: different, turned around: different
round_twice: same, turned around: same
sum_above_or_at: different, turned around: different
