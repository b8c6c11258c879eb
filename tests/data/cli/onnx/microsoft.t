# What ONNX Runtime's optimizer makes: read as what it was made of; what belongs to training, or on an activation that is not known, stays as it is.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x, w = value("x", F32, [1, 2, 3]), tensor("w", F32, [3], [1, 0.5, 2])
b, m = tensor("b", F32, [3], [0.25, 0, -1]), tensor("m", F32, [2, 3], [1, 2, 3, 4, 5, 6])
def one(name, op, inputs, outputs=("y",), domain="com.microsoft", **attributes):
    g = graph([node(op, inputs, outputs, domain=domain, **attributes)], [x],
              [value(o) for o in outputs if o], [w, b, m])
    save(name + ".onnx", model(g))
one("matmul", "FusedMatMul", ["x", "m"], transB=1, alpha=0.5)
one("batch", "FusedMatMul", ["x", "m"], transBatchA=1, transB=1)
one("fast", "FastGelu", ["x", "b"])
one("bias", "BiasGelu", ["x", "b"])
one("quick", "QuickGelu", ["x"])
one("skip", "SkipLayerNormalization", ["x", "m", "w", "", "b"], ["y", "", "", "s"])
one("rms", "SkipSimplifiedLayerNormalization", ["x", "m", "w"])
one("simple", "SimplifiedLayerNormalization", ["x", "w"], ["y", "inverse"], domain="")
one("mean", "SkipLayerNormalization", ["x", "m", "w"], ["y", "mean"])
one("other", "FusedConv", ["x", "m"], activation="Softmax")
one("params", "FusedConv", ["x", "m"], activation="Clip", activation_params=[1.0])
one("alpha", "FusedGemm", ["x", "m"], activation="LeakyRelu")
import struct
open("x", "wb").write(struct.pack("<6f", -1, 0, 2, 3, -2, 0.5))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in matmul batch fast bias quick skip rms simple mean other params alpha; do
  echo "== $f"; $SINTER run $f.onnx --interpret --text --input-file x 2>&1 | sed -E 's/(\.[0-9]{4})[0-9]*/\1/g'
done
--- out
== matmul
y 1,2,2
2.5 4
0.25 2.5
== batch
y 2,1,2
5 8

0.5 5
== fast
y 1,2,3
-0.1700 0 0.8411
3.2484 -0.0454 -0.1542
== bias
y 1,2,3
-0.1699 0 0.8413
3.2481 -0.0455 -0.1542
== quick
y 1,2,3
-0.1542 0 1.9356
2.9819 -0.0643 0.3503
== skip
y 1,2,3
-1.1966 -0.0271 2.5020
1.1467 -0.6450 0.2866
s 1,2,3
0.25 2 4
7.25 3 5.5
== rms
y 1,2,3
0 0.3216 3.2163
1.2109 0.2594 2.2488
== simple
y 1,2,3
-0.7745 0 3.0983
1.4274 -0.4758 0.4758
inverse 1,2,1
0.7745
0.4758
== mean
sinter: warning: mean.onnx: SkipLayerNormalization 'y' is kept as it is: its mean or its deviation is read
sinter: SkipLayerNormalization 'y': it cannot be evaluated: its mean or its deviation is read
== other
sinter: warning: other.onnx: FusedConv 'y' is kept as it is: its activation is none that sinter has
sinter: FusedConv 'y': it cannot be evaluated: its activation is none that sinter has
== params
sinter: warning: params.onnx: FusedConv 'y' is kept as it is: its activation has another number of params
sinter: FusedConv 'y': it cannot be evaluated: its activation has another number of params
== alpha
sinter: warning: alpha.onnx: FusedGemm 'y' is kept as it is: a param of its activation is not given
sinter: FusedGemm 'y': it cannot be evaluated: a param of its activation is not given
