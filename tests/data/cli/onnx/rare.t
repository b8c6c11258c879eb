# Operators that are seldom met: what they are made of, and where they stay as they are.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x = value("x", F32, [2, 1, 3, 2])
known = [tensor("i", I64, [2], [1, 2]), tensor("n", I64, [2], [2, 0]), tensor("axis", I64, [], [2]),
         tensor("u", F32, [2, 1, 1, 2], [7, 8, 9, 10]), tensor("v", F32, [2, 1, 2, 2], list(range(8))),
         tensor("float", F32, [1, 1, 1, 2], [0.5, 0]), tensor("q", F32, [2, 1, 1, 2], [1, 0, 1, 0]),
         tensor("bands", I64, [], [4]), tensor("length", I64, [], [12]), tensor("rate", I64, [], [8000]),
         tensor("low", F32, [], [0]), tensor("high", F32, [], [4000]), tensor("long", I64, [], [1 << 40])]
def one(name, op, inputs, outputs=("y",), **attributes):
    g = graph([node(op, inputs, outputs, **attributes)], [x], [value(o) for o in outputs if o], known)
    save(name + ".onnx", model(g, opset=26))
one("products", "CumProd", ["x", "axis"])
one("linear", "TensorScatter", ["x", "u", "i"])
one("circular", "TensorScatter", ["x", "v", "i"], mode="circular")
one("batch", "TensorScatter", ["x", "u"], axis=0)
one("bits", "BitCast", ["x"], to=I32)
one("sizes", "BitCast", ["x"], to=I64)
one("halves", "BitCast", ["u"], to=F16)
one("mel", "MelWeightMatrix", ["bands", "length", "rate", "low", "high"])
one("large", "MelWeightMatrix", ["bands", "long", "rate", "low", "high"])
one("counts", "Attention", ["q", "x", "x", "float", "", "", "n"], ["y", "", "", "s"], qk_matmul_output_mode=3)
one("last", "Attention", ["x", "x", "x", "", "", "", "n"], ["y", "", "", "s"], is_causal=1, qk_matmul_output_mode=3)
one("past", "Attention", ["q", "u", "u", "", "x", "x"], ["y", "keys", "values", "s"], qk_matmul_output_mode=0, scale=1.0)
one("mode", "Attention", ["q", "x", "x"], ["y", "", "", "s"], qk_matmul_output_mode=4)
import struct
open("x", "wb").write(struct.pack("<12f", 1, 2, 3, 4, 5, 6, -1, 0.5, 2, 0, 1, 1))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in products linear circular batch bits sizes halves mel large counts last past mode; do
  echo "== $f"; $SINTER run $f.onnx --interpret --text --input-file x 2>&1 | sed -E 's/(\.[0-9]{4})[0-9]*/\1/g'
done
--- out
== products
y 2,1,3,2
1 2
3 8
15 48

-1 0.5
-2 0
-2 0
== linear
y 2,1,3,2
1 2
7 8
5 6

-1 0.5
2 0
9 10
== circular
y 2,1,3,2
1 2
0 1
2 3

6 7
2 0
4 5
== batch
sinter: warning: batch.onnx: TensorScatter 'y' is kept as it is: its input has no such axis behind that of the batch
sinter: TensorScatter 'y': it cannot be evaluated: its input has no such axis behind that of the batch
== bits
y i32 2,1,3,2
1.0653e+09 1.0737e+09
1.0779e+09 1.0821e+09
1.0842e+09 1.0863e+09

-1.0821e+09 1.0569e+09
1.0737e+09 0
1.0653e+09 1.0653e+09
== sizes
sinter: warning: sizes.onnx: BitCast 'y' is kept as it is: its types have different sizes
sinter: BitCast 'y': it cannot be evaluated: its types have different sizes
== halves
sinter: warning: halves.onnx: BitCast 'y' is kept as it is: bits of halves
sinter: BitCast 'y': it cannot be evaluated: bits of halves
== mel
y 7,4
1 0 0 0
0 1 1 0
0 0 0 1
0 0 0 0.5
0 0 0 0
0 0 0 0
0 0 0 0
== large
sinter: warning: large.onnx: MelWeightMatrix 'y' is kept as it is: there is no such matrix
sinter: MelWeightMatrix 'y': it cannot be evaluated: there is no such matrix
== counts
y 2,1,1,2
2.4277 3.4277

0 0
s 2,1,1,3
0.2861 0.7138 0

0 0 0
== last
y 2,1,3,2
0 0
1 2
2.9999 3.9999

0 0
0 0
0 0
s 2,1,3,3
0 0 0
1 0 0
1.7537e-07 0.9999 0

0 0 0
0 0 0
0 0 0
== past
y 2,1,1,2
6.6896 7.6896

8.9904 9.9874
keys 2,1,4,2
1 2
3 4
5 6
7 8

-1 0.5
2 0
1 1
9 10
values 2,1,4,2
1 2
3 4
5 6
7 8

-1 0.5
2 0
1 1
9 10
s 2,1,1,4
1 3 5 7

-1 2 1 9
== mode
sinter: warning: mode.onnx: Attention 'y' is kept as it is: its qk_matmul_output_mode is none of 0 to 3
sinter: Attention 'y': it cannot be evaluated: its qk_matmul_output_mode is none of 0 to 3
