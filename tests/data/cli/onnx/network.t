# A network read from an ONNX file: interpreted, compiled, and as C with its own self-test.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
w = [((i * 7) % 11 - 5) / 16 for i in range(4 * 3 * 9)]
f = [((i * 5) % 13 - 6) / 32 for i in range(64 * 3)]
g = graph([node("Conv", ["x", "w", "b"], ["c"], name="conv", pads=[1, 1, 1, 1], kernel_shape=[3, 3]),
           node("Relu", ["c"], ["r"]),
           node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
           node("Shape", ["p"], ["s"]), node("Gather", ["s", "zero"], ["n"]),
           node("Unsqueeze", ["n", "axis"], ["n1"]), node("Concat", ["n1", "rest"], ["to"], axis=0),
           node("Reshape", ["p", "to"], ["flat"]),
           node("Gemm", ["flat", "f"], ["y"], transB=1),
           node("Softmax", ["y"], ["out"], axis=-1)],
          [value("x", F32, ["n", 3, 8, 8])], [value("out", F32, ["n", 3])],
          [tensor("w", F32, [4, 3, 3, 3], w), tensor("b", F32, [4], [0.5, -0.5, 0.25, 0]),
           tensor("zero", I64, [], [0]), tensor("axis", I64, [1], [0], "typed"),
           tensor("rest", I64, [1], [-1]), tensor("f", F32, [3, 64], f, "typed")])
save("a.onnx", model(g))
import struct
x = [((i * 3) % 17 - 8) / 8 for i in range(2 * 3 * 64)]
open("x", "wb").write(struct.pack("<384f", *x))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER show a.onnx | sed -n 1,12p
for how in --interpret ""; do $SINTER run a.onnx --input x=2,3,8,8 --input-file x=x --text $how | sed -E 's/(0\.[0-9]{4})[0-9]*/\1/g'; done
$SINTER compile a.onnx --input x=2,3,8,8 -o c --target generic -q
(cd c && cc -std=c11 -O2 a*.c main.c -lm -lpthread -o a && ./a --selftest | sed 's/(.*)/(TIME)/')
$SINTER optimize a.onnx -o b.onnx; echo "code $?"
--- out
at x=1,3,8,8 (the file's hint; --input NAME=SIZES gives others)

 #  layer  op         output   weights    MACs  params
 0  x      input      1,3,8,8
 1  conv   conv       1,4,8,8      112  6.91 K  3x3 p1 axis=1
 2  r      relu       1,4,8,8
 3  p      max_pool   1,4,4,4                   2x2 s2
 4  s      shape      4
 5  n      gather     scalar         1
 6  n1     unsqueeze  1                         axes=0
 7  to     concat     2              1
 8  flat   reshape    1,64                      shape=["x.0",-1]
out 2,3
0.3400 0.3931 0.2667
0.4304 0.3030 0.2664
out 2,3
0.3400 0.3931 0.2667
0.4304 0.3030 0.2664
all 4 steps compute what they should (TIME)
layers    10 -> 6
MACs      7.10 K, as before
rewrites  5
              4  drop_dead
              1  activation_through_pool
checked   1 rewrite, worst distance 0
network   same: worst distance 0, 6 runs at x=1,3,8,8, 2 each at x=2,3,8,8
written   b.onnx (1.56 KB)
code 0
