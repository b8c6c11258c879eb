# What differs only where the first network overflows is no difference, and is named; where the second one does, it is.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *

axes = [axis(1)]
naive = [n("Exp", "x", out="e"), n("ReduceSum", "e", "axis", out="s", keepdims=1),
         n("Div", "e", "s")]
pair("softmax", naive, [n("Softmax", "x", axis=1)], axes)
pair("root", [n("Mul", "x", "x", out="q"), n("Sqrt", "q")], [n("Abs", "x")])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
v() { $SINTER verify $1.onnx $2.onnx 2> /dev/null | sed -n 's/^\([a-z]*\) *worst.*/\1/p; s/^ *\(.*does not count\).*/\1/p'; }
for n in softmax root; do
    v ${n}_a ${n}_b
    v ${n}_b ${n}_a
done
--- out
same
'y' differs for inputs for which the first network overflows inside, which does not count
different
same
different
