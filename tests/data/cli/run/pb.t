# Inputs as .pb, ONNX's TensorProto: elements raw, in fields of their type, or in a file beside it; without NAME= the name in the file says which input it is.
test cli
--- run
cat > make.py <<'PY'
import struct
from onnx_file import *
nodes = [node("Add", ["a", "b"], ["s"]), node("Gather", ["s", "i"], ["y"], axis=1)]
save("net.onnx", model(graph(nodes, [value("a", F32, ["n", 3]), value("b", F32, [3]), value("i", I64, [2])],
                             [value("y", F32, None)]), opset=17))
save("relu.onnx", model(graph([node("Relu", ["x"], ["y"])], [value("x", F32, [3])], [value("y", F32, [3])]), opset=17))
save("input_0.pb", tensor("a", F32, [2, 3], [1, 2, 3, 4, 5, 6]))
save("input_1.pb", tensor("b", F32, [3], [10, 20, 30], how="typed"))
save("input_2.pb", tensor("i", I64, [2], [2, 0], how="typed"))
save("half.pb", tensor("", F16, [3], [1, -2, 3]))
save("beside.bin", struct.pack("<4f", 9, -1, 2, -3))
save("beside.pb", tensor("x", F32, [3], [], how="external", location="beside.bin", offset=4, length=12))
save("short.pb", tensor("x", F32, [4], [1, 2, 3]))
save("string.pb", tensor("x", STRING, [1], [], how="typed"))
save("odd.pb", b"\x0a\xff\xff")
save("none.pb", b"")
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
run() { $SINTER run --interpret --text "$@"; echo "code $?"; }
run net.onnx --input-file input_0.pb --input-file input_1.pb --input-file input_2.pb
run net.onnx --input-file b=half.pb --input-file input_0.pb --input-file i=input_2.pb
run net.onnx --input-file half.pb
run relu.onnx --input-file beside.pb
run relu.onnx --input-file half.pb
for f in short string odd none nowhere; do run relu.onnx --input-file $f.pb; done
--- out
y 2,2
33 11
36 14
code 0
y 2,2
6 2
9 5
code 0
sinter: --input-file half.pb: NAME=FILE is expected; the inputs are a, b, i
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
y 3
0 2 0
code 0
y 3
1 0 3
code 0
sinter: short.pb: tensor 'x': found 12 bytes of data, expected 16
code 4
sinter: string.pb: tensor 'x': elements are string, which sinter does not have
code 6
sinter: odd.pb: byte 0: a tensor: the length of a field is cut off
code 4
sinter: none.pb: the file is empty
code 4
sinter: nowhere.pb: cannot be opened: No such file or directory
code 3
