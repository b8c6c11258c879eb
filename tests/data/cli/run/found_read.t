# Compiled code reads what was found, finds more in it, and takes elements of it, up to the count, as the interpreter does, also where there is nothing.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
constants = [tensor("zero", I64, [], [0]), tensor("first", I64, [1], [0]), tensor("second", I64, [1], [1]), tensor("third", I64, [1], [2]),
             tensor("two", I64, [1], [2]), tensor("parts", I64, [2], [1, 2]),
             tensor("m", F32, [3, 2], [1, 2, -1, 0.5, 0, 3]), tensor("v", F32, [3], [1, -2, 4]), tensor("scale", F32, [3], [1, 2, 3]),
             tensor("most", I64, [1], [4]), tensor("half", F32, [1], [0.5]), tensor("least", F32, [1], [0.25]), tensor("column", I64, [], [2]),
             tensor("whole", F32, [1], [1])]
def one(name, nodes, outputs, inputs):
    save(name + ".onnx", model(graph(nodes, inputs, [value(o) for o in outputs], constants), opset=18))
# rows of x for which c holds: [2,n,3]
x = [value("x", F32, [2, 4, 3]), value("c", BOOL, [4])]
kept = [node("Compress", ["x", "c"], ["k"], axis=1)]
def rows(name, n, *nodes):
    one("rows_" + name, kept + list(nodes), "yz"[:n], x)
rows("mean", 2, node("ReduceMean", ["k", "second"], ["y"]), node("ReduceMean", ["k"], ["z"], keepdims=0))
rows("other_mean", 2, node("ReduceMean", ["k", "first"], ["y"]), node("ReduceLogSumExp", ["k", "two"], ["z"], keepdims=0))
rows("log_sum", 1, node("Exp", ["k"], ["e"]), node("ReduceLogSum", ["e", "second"], ["y"], keepdims=0))
rows("integers", 2, node("Cast", ["k"], ["i"], to=I32), node("ReduceMax", ["i", "second"], ["y"]), node("ReduceMin", ["i"], ["z"], keepdims=0))
rows("unsigned", 2, node("Abs", ["k"], ["a"]), node("Cast", ["a"], ["i"], to=U8), node("ReduceMax", ["i", "second"], ["y"]), node("ReduceMin", ["i"], ["z"], keepdims=0))
rows("softmax", 2, node("Softmax", ["k"], ["y"], axis=2), node("Softmax", ["k"], ["z"], axis=0))
rows("sums", 2, node("CumSum", ["k", "zero"], ["y"]), node("CumSum", ["k", "column"], ["z"], reverse=1))
rows("split", 2, node("Split", ["k", "parts"], ["y", "z"], axis=2))
rows("sorted", 2, node("TopK", ["k", "two"], ["y", "z"], axis=2))
rows("best", 2, node("ArgMax", ["k"], ["y"], axis=0, keepdims=0), node("ArgMin", ["k"], ["z"], axis=2, keepdims=1))
rows("product", 2, node("MatMul", ["k", "m"], ["y"]), node("MatMul", ["k", "v"], ["z"]))
rows("gemm", 2, node("Gather", ["k", "zero"], ["g"], axis=0), node("Gemm", ["g", "m"], ["y"]), node("LayerNormalization", ["g", "scale"], ["z"], axis=1))
# in what was found
rows("again", 2, node("Gather", ["k", "zero"], ["g"], axis=0), node("Gather", ["g", "zero"], ["h"], axis=1), node("NonZero", ["h"], ["y"]),
     node("Squeeze", ["y", "first"], ["s"]), node("Gather", ["k", "s"], ["z"], axis=1))
rows("from_behind", 2, node("Gather", ["k", "zero"], ["g"], axis=0), node("Gather", ["g", "zero"], ["h"], axis=1), node("NonZero", ["h"], ["n"]),
     node("Squeeze", ["n", "first"], ["s"]), node("Neg", ["s"], ["b"]), node("Gather", ["k", "b"], ["y"], axis=1), node("NonZero", ["k"], ["z"]))
rows("kept", 2, node("Gather", ["k", "zero"], ["g"], axis=0), node("Gather", ["g", "second"], ["h"], axis=1), node("Squeeze", ["h", "second"], ["s"]),
     node("Less", ["s", "half"], ["l"]), node("Compress", ["k", "l"], ["y"], axis=1), node("Compress", ["s", "l"], ["z"]))
boxes = [value("x", F32, [1, 6, 4]), value("c", F32, [1, 1, 6])]
found = [node("NonMaxSuppression", ["x", "c", "most", "half", "least"], ["f"]), node("Gather", ["f", "column"], ["i"], axis=1),
         node("Gather", ["x", "i"], ["b"], axis=1), node("Gather", ["c", "i"], ["s"], axis=2), node("Neg", ["s"], ["o"]),
         node("Add", ["o", "whole"], ["p"]), node("NonMaxSuppression", ["b", "p", "most", "half", "least"], ["y"]),
         node("Gather", ["y", "column"], ["j"], axis=1), node("Gather", ["b", "j"], ["z"], axis=1)]
one("boxes", found, "yz", boxes)
refused = found[:6] + [node("NonMaxSuppression", ["b", "p", "most", "half"], ["y"])]
one("refused", refused, "y", boxes)
open("x", "wb").write(struct.pack("<24f", *[(i * 7 % 11 - 4) / 2 for i in range(24)]))
for name, bits in ("some", "\1\0\1\1"), ("one", "\0\0\1\0"), ("none", "\0\0\0\0"):
    open(name, "wb").write(bits.encode())
open("boxes", "wb").write(struct.pack("<24f", 0, 0, 2, 2, 0, 0, 2, 1.9, 3, 3, 4, 4, 5, 5, 6, 6, 5, 5, 6, 6.1, 8, 8, 9, 9))
open("scores", "wb").write(struct.pack("<6f", 0.5, 0.9, 0.8, 0.2, 0.3, 0.4))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
shown() { "$@" --text | sed 's/ *$//; s/-nan/nan/g' | awk '{ for (i = 1; i <= NF; i++) if ($i ~ /[.]/ && $i !~ /,/) $i = sprintf("%.4f", $i); print }'; }
for net in rows_*.onnx; do
    for c in some one none; do
        shown $SINTER run $net --input-file x=x --input-file c=$c > compiled; shown $SINTER run $net --input-file x=x --input-file c=$c --interpret > expected
        diff compiled expected > differs || cat differs; [ $c = one ] || { echo $net $c; cat compiled; }
    done
done
for how in "" --interpret; do shown $SINTER run boxes.onnx --input-file x=boxes --input-file c=scores $how; done
$SINTER run refused.onnx --input-file x=boxes --input-file c=scores
--- out
rows_again.onnx some
y i64 1,3
0 1 2
z 2,3,3
-2 1.5000 -0.5000
2.5000 0.5000 -1.5000
2 0 -2

1.5000 -0.5000 3
0.5000 -1.5000 2
0 -2 1.5000
rows_again.onnx none
y i64 1,0
z 2,0,3
rows_best.onnx some
y i64 3,3
1 0 1
0 0 1
0 0 1
z i64 2,3,1
0
2
2

1
1
1
rows_best.onnx none
y i64 0,3
z i64 2,0,1
rows_from_behind.onnx some
y 2,3,3
-2 1.5000 -0.5000
2 0 -2
2.5000 0.5000 -1.5000

1.5000 -0.5000 3
0 -2 1.5000
0.5000 -1.5000 2
z i64 3,16
0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1
0 0 0 1 1 1 2 2 0 0 0 1 1 1 2 2
0 1 2 0 1 2 0 2 0 1 2 0 1 2 1 2
rows_from_behind.onnx none
y 2,0,3
z i64 3,0
rows_gemm.onnx some
y 3,2
-3.5000 -4.7500
2 0.7500
2 -2
z 3,3
-1.1625 2.5574 -0.3487
1.2247 0 -3.6742
1.2247 0 -3.6742
rows_gemm.onnx none
y 0,2
z 0,3
rows_integers.onnx some
y i32 2,1,3
2 1 0

1 0 3
z i32 scalar
-2
rows_integers.onnx none
y i32 2,1,3
-2147483650.0000 -2147483650.0000 -2147483650.0000

-2147483650.0000 -2147483650.0000 -2147483650.0000
z i32 scalar
2147483650.0000
rows_kept.onnx some
y 2,1,3
2 0 -2

0 -2 1.5000
z 1
0
rows_kept.onnx none
y 2,0,3
z 0
rows_log_sum.onnx some
y 2,3
2.9810 1.9644 -0.0356
1.9644 -0.0356 3.4644
rows_log_sum.onnx none
y 2,3
-inf -inf -inf
-inf -inf -inf
rows_mean.onnx some
y 2,1,3
0.8333 0.6667 -1.3333

0.6667 -1.3333 2.1667
z scalar
0.2778
rows_mean.onnx none
y 2,1,3
nan nan nan

nan nan nan
z scalar
nan
rows_other_mean.onnx some
y 1,3,3
-0.2500 0.5000 1.2500
1.5000 -0.5000 0.2500
1 -1 -0.2500
z 2,3
1.6532 2.6429 2.1429
3.2258 2.2258 1.7258
rows_other_mean.onnx none
y 1,0,3
z 2,0
rows_product.onnx some
y 2,3,2
-3.5000 -4.7500
2 0.7500
2 -2

2 11.7500
2 6.2500
2 3.5000
z 2,3
-7 -4.5000 -6
14.5000 11.5000 10
rows_product.onnx none
y 2,0,2
z 2,0
rows_softmax.onnx some
y 2,3,3
0.0259 0.8580 0.1161
0.8668 0.1173 0.0159
0.8668 0.1173 0.0159

0.1780 0.0241 0.7979
0.1780 0.0241 0.7979
0.1780 0.0241 0.7979
z 2,3,3
0.0293 0.8808 0.0293
0.8808 0.8808 0.0293
0.8808 0.8808 0.0293

0.9707 0.1192 0.9707
0.1192 0.1192 0.9707
0.1192 0.1192 0.9707
rows_softmax.onnx none
y 2,0,3
z 2,0,3
rows_sorted.onnx some
y 2,3,2
1.5000 -0.5000
2.5000 0.5000
2 0

3 1.5000
2 0.5000
1.5000 0
z i64 2,3,2
1 2
0 1
0 1

2 0
2 0
2 0
rows_sorted.onnx none
y 2,0,2
z i64 2,0,2
rows_split.onnx some
y 2,3,1
-2
2.5000
2

1.5000
0.5000
0
z 2,3,2
1.5000 -0.5000
0.5000 -1.5000
0 -2

-0.5000 3
-1.5000 2
-2 1.5000
rows_split.onnx none
y 2,0,1
z 2,0,2
rows_sums.onnx some
y 2,3,3
-2 1.5000 -0.5000
2.5000 0.5000 -1.5000
2 0 -2

-0.5000 1 2.5000
3 -1 0.5000
2 -2 -0.5000
z 2,3,3
-1 1 -0.5000
1.5000 -1 -1.5000
0 -2 -2

4 2.5000 3
1 0.5000 2
-0.5000 -0.5000 1.5000
rows_sums.onnx none
y 2,0,3
z 2,0,3
rows_unsigned.onnx some
y u8 2,1,3
2 1 2

1 2 3
z u8 scalar
0
rows_unsigned.onnx none
y u8 2,1,3
0 0 0

0 0 0
z u8 scalar
255
y i64 2,3
0 0 3
0 0 2
z 1,2,4
5 5 6 6.1000
8 8 9 9
y i64 2,3
0 0 3
0 0 2
z 1,2,4
5 5 6 6.1000
8 8 9 9
sinter: non_max_suppression 'y': of 'b', which it reads, only the data says how much there is, and compiled code has no way to do this with a part of it; `sinter run --interpret` may
--- exit
5
