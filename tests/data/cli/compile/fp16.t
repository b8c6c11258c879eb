# --fp16: weights are rounded to halves behind the rewrites and are halves in the code; results are those of the network that `optimize --fp16` writes.
test cli
--- run
cat > net.param <<'NET'
7767517
10 10
Input                data  0 1 data 0=30 1=30 2=20
Convolution          c3    1 1 data a 0=36 1=3 4=1 5=1 6=6480 9=1
Convolution          c1    1 1 a b 0=64 1=1 5=1 6=2304
ConvolutionDepthWise dw    1 1 b c 0=64 1=3 4=1 3=2 5=1 6=576 7=64
Pooling              p     1 1 c d 0=0 1=3 2=2
Convolution          c2    1 1 d e 0=12 1=2 2=1 5=1 6=3072
Reshape              r     1 1 e f 0=-1
InnerProduct         fc    1 1 f g 0=20 1=1 2=8640
Reshape              r2    1 1 g g2 0=5 1=4
Softmax              sm    1 1 g2 h 0=0
NET
$SINTER compile net.param --bin seed:1 -o full --prefix net --target generic -q
$SINTER compile net.param --bin seed:1 -o half --prefix net --target generic --fp16 | grep '^checked'
for n in full half; do cc -std=c11 -O1 $n/net.c $n/net_selftest.c $n/main.c -o $n/example -lm -lpthread && $n/example -w $n/net.weights --selftest | sed 's/ (.*//'; done
echo $(wc -c < full/net.weights) $(wc -c < half/net.weights) | awk '{ print ($2 < 0.6 * $1 ? "about half as large" : "not smaller: " $0) }'
$SINTER optimize net.param --bin seed:1 -o rounded.param --fp16 -q
$SINTER compile rounded.param -o rounded --prefix net --target generic --fp16 -q
cmp half/net.weights rounded/net.weights && echo the same weights
$SINTER compile net.param --bin seed:1 -o one --prefix net --target cortex-m4 --fp16 --single-file -q
grep -c ', halves' one/net.h
cat > make.py <<'PY'
from onnx_file import *
import sys
save("net.onnx", model(graph(
    [node("Conv", ["x", "w"], ["a"], "conv", pads=[1, 1, 1, 1]), node("Relu", ["a"], ["r"]),
     node("GlobalAveragePool", ["r"], ["p"]), node("Flatten", ["p"], ["f"]),
     node("Gemm", ["f", "v", "b"], ["y"], "fc")],
    [value("x", F32, [1, 16, 9, 9])], [value("y")],
    [tensor("w", F32, [32, 16, 3, 3], [(i * 7 % 23 - 11) / 40 for i in range(4608)]),
     tensor("v", F32, [32, 10], [(i * 5 % 19 - 9) / 60 * float(sys.argv[1]) for i in range(320)]),
     tensor("b", F32, [10], [0.1] * 10)])))
PY
for scale in 1 1e9; do
    PYTHONPATH=$SINTER_TESTS python3 make.py $scale
    $SINTER compile net.onnx -o onnx --prefix net --target generic --fp16 | grep '^checked'
done
$SINTER compile net.onnx -o onnx_full --prefix net --target generic -q
echo $(wc -c < onnx_full/net.weights) $(wc -c < onnx/net.weights) | awk '{ print ($2 < 0.6 * $1 ? "about half as large" : "not smaller: " $0) }'
--- out
checked   each step computes what the interpreter does
all 8 steps compute what they should
all 7 steps compute what they should
about half as large
the same weights
4
checked   each step computes what the interpreter does
sinter: -150000000 at [0,0] does not fit half precision, at most 65504 does
about half as large
