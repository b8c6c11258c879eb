# Contents of tensors: raw, in fields of their type, in a file beside the model, sparse; and those that are refused.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
open("w.bin", "wb").write(struct.pack("<4f", 9, 1, 2, 3))
def sums(name, *tensors, kind=F32):
    nodes = [node("Cast", [t], [t + "c"], to=F32) for t, _ in tensors] + [
        node("Sum", ["x"] + [t + "c" for t, _ in tensors], ["y"])]
    save(name + ".onnx", model(graph(nodes, [value("x", F32, [3])], [value("y")], [t for _, t in tensors])))
def ext(**where):
    return ("e", tensor("e", F32, [3], [], "external", **where))
sums("kinds", *[("t%d" % k, tensor("t%d" % k, k, [3], v, how)) for k, v, how in (
    (F32, [1, 2, 3], "typed"), (F64, [1, 2, 3], "typed"), (F16, [1, 0.5, -2], "typed"), (I64, [-1, 0, 1], "typed"),
    (U8, [200, 0, 1], "typed"), (I32, [-7, 0, 1], "raw"), (BOOL, [1, 0, 1], "typed"), (U64, [1, 2, 3], "typed"))])
sums("beside", ext(location="w.bin", offset=4, length=12))
sums("short", ext(location="w.bin", offset=8))
sums("outside", ext(location="../w.bin"))
sums("absolute", ext(location="/etc/passwd"))
sums("link", ext(location="link"))
sums("missing", ext(location="none.bin"))
sums("length", ext(location="w.bin", length=8))
sums("few", ("t", tensor("t", F32, [3], [1, 2])))
sums("fewer", ("t", tensor("t", F32, [3], [1, 2], "typed")))
sums("huge", ("t", tensor("t", F32, [1 << 40, 1 << 40], [1])))
sums("negative", ("t", tensor("t", F32, [-3], [])))
sums("text", ("t", tensor("t", STRING, [3], [], "typed")))
open("x", "wb").write(struct.pack("<3f", 0, 0, 0))
PY
mkdir m; ln -s ../make.py m/link
PYTHONPATH=$SINTER_TESTS python3 make.py; cp *.onnx *.bin x m; cd m
for f in kinds beside short outside absolute link missing length few fewer huge negative text; do
  $SINTER run $f.onnx --interpret --text --input-file x; echo "code $?"
done
--- out
y 3
197 6.5 11
code 0
y 3
1 2 3
code 0
sinter: short.onnx: tensor 'e': 12 bytes from byte 8 of 'w.bin' on, which has 16
code 4
sinter: outside.onnx: tensor 'e': external data in '../w.bin', a path inside the folder of the model expected
code 4
sinter: absolute.onnx: tensor 'e': external data in '/etc/passwd', a path inside the folder of the model expected
code 4
sinter: link.onnx: tensor 'e': external data in 'link', which leads out of the folder of the model
code 4
sinter: none.bin: cannot be opened: No such file or directory
code 3
sinter: length.onnx: tensor 'e': found 8 bytes of external data, expected 12
code 4
sinter: few.onnx: tensor 't': found 8 bytes of data, expected 12
code 4
sinter: fewer.onnx: tensor 't': found 2 elements, expected 3
code 4
sinter: huge.onnx: tensor 't': more elements than can be counted
code 4
sinter: negative.onnx: tensor 't': size -3 of axis 0, at least 0 expected
code 4
sinter: text.onnx: tensor 't': elements are string, which sinter does not have
code 6
