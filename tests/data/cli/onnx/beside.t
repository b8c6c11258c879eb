# Weights in a file of their own: they stay where they are when the model is written beside them, and go along when it is written elsewhere; --out-bin asks for such a file.
test cli
--- run
mkdir -p here there
cat > make.py <<'PY'
from onnx_file import *
import struct
w = [((i * 7) % 11 - 5) / 16 for i in range(64 * 8)]
open("here/w.bin", "wb").write(b"....." * 4 + struct.pack("<512f", *w))
g = graph([node("MatMul", ["x", "w"], ["m"]), node("Add", ["m", "b"], ["t"]),
           node("Transpose", ["t"], ["u"], perm=[1, 0]), node("Transpose", ["u"], ["y"], perm=[1, 0])],
          [value("x", F32, ["n", 64])], [value("y", F32, ["n", 8])],
          [tensor("w", F32, [64, 8], [], "external", location="w.bin", offset=20, length=2048),
           tensor("b", F32, [8], [1, 2, 3, 4, 5, 6, 7, 8])])
save("here/a.onnx", model(g))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER convert here/a.onnx -o here/b.onnx -q && cmp here/a.onnx here/b.onnx && echo same bytes
$SINTER optimize here/a.onnx -o here/c.onnx -q && ls here
$SINTER verify here/a.onnx here/c.onnx | tail -1
$SINTER optimize here/a.onnx -o there/d.onnx -q && (cd there && wc -c d.onnx.data)
$SINTER verify here/a.onnx there/d.onnx | tail -1
$SINTER optimize there/d.onnx -o there/e.onnx --out-bin there/e.bin -q && (cd there && ls)
$SINTER verify here/a.onnx there/e.onnx | tail -1
$SINTER convert here/a.onnx -o there/f.onnx --out-bin here/f.bin; echo $?
$SINTER convert here/a.onnx -o there/f.onnx --out-bin none; echo $?
$SINTER convert here/a.onnx -o there/g.onnx --out-bin there/../there/g.onnx; echo $?
$SINTER convert here/a.onnx -o nowhere/g.onnx; echo $?
test ! -e there/g.onnx
--- out
same bytes
a.onnx
b.onnx
c.onnx
w.bin
same      worst distance 6.3e-08, 26 % of what rounding explains, 6 runs at x=1,64, 2 each at x=2,64; x=131,64
2048 d.onnx.data
same      worst distance 6.3e-08, 26 % of what rounding explains, 6 runs at x=1,64, 2 each at x=2,64; x=131,64
d.onnx
d.onnx.data
e.onnx
same      worst distance 6.3e-08, 26 % of what rounding explains, 6 runs at x=1,64, 2 each at x=2,64; x=131,64
sinter: here/f.bin: the weights of an ONNX file that lie in another one are in its own folder, there/
2
sinter: there/f.onnx: an ONNX file is not written without its weights
6
sinter: there/g.onnx: the network and its weights cannot be written to one file
2
sinter: nowhere/g.onnx.data: a temporary file beside it cannot be created: No such file or directory
3
