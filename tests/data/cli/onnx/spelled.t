# As run times want it: OneHot has indices with an axis, what is flattened may be empty, pads that go by the size are none where steps are longer than windows; ceil_mode says nothing beside them.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x, m = value("x", F32, [5]), value("m", F32, [1, 1, 6])
save("hot.onnx", model(graph([node("Hardmax", ["x"], ["y"])], [x], [value("y")]), opset=13))
def pool(name, kind, size=6, **more):
    m = value("m", F32, [1, 1, size])
    save(name + ".onnx", model(graph([node(kind, ["m"], ["y"], **more)], [m], [value("y")]), opset=18))
pool("lp", "LpPool", auto_pad="SAME_LOWER", kernel_shape=[1], strides=[2])
pool("apart", "AveragePool", auto_pad="SAME_UPPER", kernel_shape=[2], strides=[3])
pool("over", "MaxPool", 7, auto_pad="SAME_UPPER", kernel_shape=[2], strides=[3])
pool("near", "MaxPool", auto_pad="SAME_UPPER", kernel_shape=[3], strides=[2])
pool("up", "MaxPool", 5, auto_pad="SAME_UPPER", kernel_shape=[2], strides=[2], ceil_mode=1)
open_ = value("z", F32, ["N", "M", 3])
for axis in range(4):
    save("flat%d.onnx" % axis, model(graph([node("Flatten", ["z"], ["y"], axis=axis)], [open_], [value("y")]), opset=20))
save("rows.onnx", model(graph([node("Flatten", ["z"], ["y"])], [value("z", F32, ["N", 2, 3])], [value("y")]), opset=20))
save("middle.onnx", model(graph([node("Flatten", ["z"], ["y"], axis=2)], [value("z", F32, [2, "M", 0])], [value("y")]), opset=20))
def filled(name, first, more):
    at = [tensor("at", I64, [len(first)], first), tensor("more", I64, [len(more)], more)]
    nodes = [node("Shape", ["z"], ["s"]), node("Gather", ["s", "at"], ["p"], axis=0),
             node("Concat", ["p", "more"], ["q"], axis=0), node("ConstantOfShape", ["q"], ["y"])]
    z = value("z", F32, ["N", "M", 3])
    save(name + ".onnx", model(graph(nodes, [z], [value("y")], at), opset=17))
filled("whole", [0, 1], [3]), filled("part", [1], [3]), filled("single", [0], []), filled("turned", [1, 0], [])
import struct
for shape in (0, 4, 3), (2, 0, 3), (0, 2, 3):
    head = b"{'descr': '<f4', 'fortran_order': False, 'shape': %s, }" % str(shape).encode()
    head = head.ljust(117) + b"\n"
    open("%d%d%d.npy" % shape, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head)
for n in 5, 6, 7:
    open("x%d" % n, "wb").write(struct.pack("<%df" % n, *[3, 1, 4, 1, -5, 9, 2][:n]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for c in hot:5 lp:6 apart:6 over:7 near:6 up:5; do
  f=${c%:*}
  $SINTER convert $f.onnx --opset 19 -o out.onnx -q
  echo "== $f"
  $SINTER run $f.onnx --interpret --text --input-file x${c#*:} | tr '\n' ' ' && echo
  $SINTER run out.onnx --interpret --text --input-file x${c#*:} | tr '\n' ' ' && echo
  grep -a -o 'Unsqueeze\|OneHot\|Squeeze\|pads\|auto_pad\|ceil_mode' out.onnx | tr '\n' ' ' && echo
done
echo "== flat"
for f in flat0 flat1 flat2 flat3 middle; do
  $SINTER convert $f.onnx --opset 18 -o out.onnx -q
  $SINTER verify $f.onnx out.onnx -q && echo same
  grep -a -o 'Flatten\|Reshape' out.onnx
done
for opset in 13 18; do
  echo "== sizes in $opset"
  for f in whole part single turned; do
    $SINTER convert $f.onnx --opset $opset -o out.onnx -q
    $SINTER verify $f.onnx out.onnx -q && grep -a -o 'Shape\|Gather\|Concat\|Expand' out.onnx | tr '\n' ' ' && echo
  done
done
echo "== nothing"
$SINTER run flat1.onnx --interpret --input-file z=043.npy
$SINTER run flat1.onnx --interpret --input-file z=203.npy
$SINTER run rows.onnx --interpret --input-file z=023.npy
--- out
== hot
y 5 0 0 1 0 0 
y 5 0 0 1 0 0 
Unsqueeze OneHot Squeeze 
== lp
y 1,1,3 3 4 5 
y 1,1,3 3 4 5 

== apart
y 1,1,2 2 -2 
y 1,1,2 2 -2 

== over
y 1,1,3 3 1 2 
y 1,1,3 3 1 2 
pads 
== near
y 1,1,3 4 4 9 
y 1,1,3 4 4 9 
auto_pad 
== up
y 1,1,3 3 4 -5 
y 1,1,3 3 4 -5 
auto_pad 
== flat
same
Flatten
same
Flatten
same
Flatten
same
Flatten
same
Flatten
== sizes in 13
Shape Gather Concat Shape Expand 
Shape Gather Concat Shape Gather Concat Expand 
Shape Gather Concat Shape Gather Expand 
Shape Gather Concat Shape Gather Expand 
== sizes in 18
Shape Gather Concat Shape Expand 
Shape Gather Concat Shape Expand 
Shape Gather Concat Shape Expand 
Shape Gather Concat Shape Gather Expand 
== nothing
y  0,12
y  2,0
y  0,6
