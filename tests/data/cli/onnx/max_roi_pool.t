# Read, computed, compiled, and written in another version; a shape of one size is refused by name.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
rois = tensor("rois", F32, [2, 5], [1, 0, 0, 2, 1.5, 0, 2, 1, 7, 4])
def one(name, shape):
    n = node("MaxRoiPool", ["x", "rois"], ["y"], pooled_shape=shape, spatial_scale=0.5)
    save(name + ".onnx", model(graph([n], [value("x", F32, [2, 1, 3, 4])], [value("y")], [rois])))
one("a", [1, 2]), one("b", [2])
import struct
open("x", "wb").write(struct.pack("<24f", *range(24)))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER run a.onnx --text -q --input-file x
$SINTER convert a.onnx -o b22.onnx --opset 22 -q && $SINTER verify a.onnx b22.onnx -q && echo same
$SINTER show b.onnx 2>&1 >/dev/null | head -1
--- out
y 2,1,1,2
16 17

10 11
same
sinter: warning: b.onnx: MaxRoiPool 'y' is kept as it is: an attribute has a value that sinter does not have
