# An axis of size 0, which the file of an input or --input says: sums over nothing are 0, results without elements are written. Networks of ncnn have none.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
save("net.onnx", model(graph([node("ReduceSum", ["x", "axes"], ["sum"], keepdims=0), node("Relu", ["x"], ["relu"]),
                              node("Concat", ["x", "row"], ["joined"], axis=0)],
                             [value("x", F32, ["rows", 3])], [value("sum"), value("relu"), value("joined")],
                             [tensor("axes", I64, [1], [0]), tensor("row", F32, [1, 3], [1, 2, 3])]), 18))
def npy(path, shape, data):
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }" % shape
    open(path, "wb").write(b"\x93NUMPY\1\0\x76\0" + head.ljust(117).encode() + b"\n" + data)
npy("none.npy", "(0, 3)", b"")
npy("wide.npy", "(0, 4)", b"")
open("raw", "wb")
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER run net.onnx --input-file none.npy --text | tee compiled
$SINTER run net.onnx --input x=0,3 --input-file none.npy --interpret --text | cmp - compiled && echo same
$SINTER run net.onnx --input-file none.npy -o res -q; head -c 80 res/relu.npy | tail -c 70; echo
$SINTER optimize net.onnx -o out.onnx --input x=0,3 -q; $SINTER run out.onnx --input x=0,3 --input-file none.npy --text | cmp - compiled && echo same
$SINTER run net.onnx --input-file wide.npy; echo "code $?"
$SINTER run net.onnx --input x=-1,3 --input-file none.npy; echo "code $?"
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data
ReLU  relu 1 1 data out
NET
$SINTER run net.param --input-file none.npy; echo "code $?"
--- out
sum 3
0 0 0
relu 0,3
joined 1,3
1 2 3
same
{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }           
same
sinter: net.onnx: concat 'joined': axis 1 of input 1 is 3, 4 expected
code 5
sinter: 'x=-1,3': sizes like 3,240,320 are expected after '='
code 2
sinter: none.npy: has no elements: its sizes are 0,3
code 5
