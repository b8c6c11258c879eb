# An ONNX network has an axis of images in front, that of ncnn none: sizes given in the terms of either serve both.
test cli
--- run
cat > net.param <<'ENDS'
7767517
3 3
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 4=1 5=1 6=108
Pooling     pool 1 1 c out 0=1 4=1
ENDS
$SINTER convert net.param --bin seed:1 --input data=3,6,6 -o six.onnx -q
$SINTER convert net.param --bin seed:1 -o n.param -q
cat > make.py <<'PY'
import re, sys
from onnx_file import *
w = [((i * 7) % 11 - 5) / 16 for i in range(4 * 3 * 9)]
nodes = [node("Conv", ["data", "w", "b"], ["c"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
         node("Relu", ["c"], ["out"])]
inits = [tensor("w", F32, [4, 3, 3, 3], w), tensor("b", F32, [4], [1, 0, -1, 0.5])]
save("open.onnx", model(graph(nodes, [value("data", F32, ["n", 3, "h", "w"])],
                              [value("out", F32, ["n", 4, "h", "w"])], inits), opset=17))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER convert open.onnx --input data=1,3,8,8 -o open.param -q
sed '3s/ 0=.*//' open.param > free.param && cp open.bin free.bin
v() { $SINTER verify "$@" 2>&1 | tail -1; }
echo "an axis that is known"
v six.onnx n.param --input data=3,6,6
v six.onnx n.param --input data=1,3,6,6
v n.param six.onnx --input 1,3,6,6
v six.onnx n.param --input data=2,3,6,6
echo "one that is open"
v open.onnx open.param
v open.onnx open.param --input data=3,8,8
v open.param open.onnx --input data=1,3,8,8
v open.onnx free.param --input data=3,5,7
v open.onnx free.param --input data=1,3,5,7
v free.param open.onnx --input 3,5,7
v open.onnx open.param --input data=2,3,8,8
v open.onnx open.onnx --input data=2,3,8,8
--- out
an axis that is known
same      worst distance 8.8e-08, 44 % of what rounding explains, 6 runs at data=3,6,6
same      worst distance 8.8e-08, 44 % of what rounding explains, 6 runs at data=3,6,6
same      worst distance 8.8e-08, 44 % of what rounding explains, 6 runs at data=3,6,6
sinter: 'data=2,3,6,6': the second network has no axis of images, so that it can be compared with one image: 1 is expected as the first size
one that is open
same      worst distance 0, 6 runs at data=3,8,8
same      worst distance 0, 6 runs at data=3,8,8
same      worst distance 0, 6 runs at data=3,8,8
same      worst distance 0, 6 runs at data=3,5,7
same      worst distance 0, 6 runs at data=3,5,7
same      worst distance 0, 6 runs at data=3,5,7
sinter: 'data=2,3,8,8': the second network has no axis of images, so that it can be compared with one image: 1 is expected as the first size
same      worst distance 0, 6 runs at data=2,3,8,8
