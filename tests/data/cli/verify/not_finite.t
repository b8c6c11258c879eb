# Not numbers, infinities and zeros of both signs are fed to what is computed element by element, and their places count; infinities that cancel in a sum do not.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *
z = [f("z", 0), f("k", -1)]
pair("times_0", [n("Mul", "x", "z")], [n("Shape", "x", out="s"), n("ConstantOfShape", "s")], z)
pair("is_nan", [n("IsNaN", "x", out="c"), n("Where", "c", "z", "x")], same, z)
pair("is_inf", [n("IsInf", "x", out="c"), n("Where", "c", "z", "x")], same, z)
pair("larger", [n("Max", "x", "z")], [n("Greater", "x", "z", out="c"), n("Where", "c", "x", "z")],
     z)
pair("plus_0", [n("Add", "x", "z", out="p"), n("Reciprocal", "p")], [n("Reciprocal", "x")], z)
pair("side_of_0", [n("Add", "x", "z", out="p"), n("Reciprocal", "p", out="r"), n("Atan", "r")],
     [n("Reciprocal", "x", out="r"), n("Atan", "r")], z)
pair("minus_0", [n("Mul", "x", "x", out="q"), n("Mul", "q", "k", out="p"), n("Reciprocal", "p")],
     [n("Mul", "x", "x", out="q"), n("Sub", "z", "q", out="p"), n("Reciprocal", "p")], z)
pair("twice_less_once", [n("Add", "x", "x", out="d"), n("Sub", "d", "x")], same, z)
pair("neg", [n("Neg", "x")], [n("Mul", "x", "k")], z)
pair("clip", [n("Clip", "x", "z", "")], [n("Max", "x", "z")], z)
PY
. $SINTER_TESTS/verify_pairs.sh
--- out
clip: same, turned around: same
is_inf: different, turned around: different
is_nan: different, turned around: different
larger: different, turned around: different
minus_0: different, turned around: different
neg: same, turned around: same
plus_0: different, turned around: different
side_of_0: different, turned around: different
times_0: different, turned around: different
twice_less_once: inconclusive, turned around: inconclusive
