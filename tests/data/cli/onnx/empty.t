# A 0 among the sizes of a Reshape is not taken for that of its input at that place.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def write(name, x, to):
    nodes = [node("Reshape", ["x", "to"], ["v"], allowzero=1), node("Exp", ["v"], ["y"])]
    save(name, model(graph(nodes, [value("x", F32, x)], [value("y")], [tensor("to", I64, [len(to)], to)]), 17))
write("one.onnx", [2, 0, 1, 4], [2, 1, 0, 4])
write("two.onnx", [0, 2, 0, 3], [2, 0, 3, 0])
write("own.onnx", [0, 2, 2, 3], [0, 4, 3])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in one two own; do
    for v in 13 17; do
        $SINTER convert $f.onnx -o o.onnx -q --opset $v || continue
        [ $v = 17 ] && $SINTER convert $f.onnx -o o13.onnx -q --opset 18 && cp o13.onnx o.onnx
        echo "$f $v: $($SINTER show o.onnx | grep "output  y"), $(grep -a -c allowzero o.onnx) allowzero"
    done
done
--- out
one 13: output  y = 2,1,0,4, 0 allowzero
one 17: output  y = 2,1,0,4, 0 allowzero
sinter: reshape 'v' cannot be written for ONNX 13: allowzero is in ONNX from version 14 on, and the model is of version 13; --opset 14 has it
two 17: output  y = 2,0,3,0, 1 allowzero
own 13: output  y = 0,4,3, 0 allowzero
own 17: output  y = 0,4,3, 0 allowzero
