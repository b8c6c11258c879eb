# All trips of a loop or scan whose number is known stand in the code, which gives what the interpreter does; one that data end, or that are too many, do not.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import struct
n = 12
def network(name, nodes, outputs, *initializers, inputs=(value("x", F32, [n, 2]), value("s", F32, [2])), **more):
    save(name + ".onnx", model(graph(nodes, list(inputs), [value(o) for o in outputs], list(initializers)), **more))
half = tensor("half", F32, [], [0.5])
add = [node("Add", ["a", "p"], ["sum"]), node("Mul", ["sum", "half"], ["b"]), node("Neg", ["b"], ["m"])]
body = graph(add, [value("a", F32, [2]), value("p", F32, [2])], [value("b"), value("m")])
network("scan", [node("Scan", ["s", "x"], ["y", "z"], body=body, num_scan_inputs=1, scan_output_axes=[1],
                      scan_input_directions=[1])], "yz", half)
# Of version 8: images in front of all.
network("images", [node("Scan", ["", "s", "x"], ["y", "z"], body=body, num_scan_inputs=1, directions=[1])], "yz", half,
        inputs=[value("x", F32, [3, n, 2]), value("s", F32, [3, 2])], opset=8)
network("lengths", [node("Scan", ["l", "s", "x"], ["y", "z"], body=body, num_scan_inputs=1)], "yz", half,
        inputs=[value("x", F32, [3, n, 2]), value("s", F32, [3, 2]), value("l", I64, [3])], opset=8)
# A row by the number of the trip, a branch by what is carried.
step = [node("Gather", ["x", "i"], ["row"]), node("ReduceSum", ["a"], ["total"], keepdims=0),
        node("Greater", ["total", "half"], ["big"]),
        node("If", ["big"], ["b"], then_branch=graph([node("Sub", ["a", "row"], ["t"])], [], [value("t")]),
             else_branch=graph([node("Add", ["a", "row"], ["e"])], [], [value("e")])),
        node("Identity", ["c"], ["go"]), node("Identity", ["b"], ["part"])]
fed = [value("i", I64, []), value("c", BOOL, []), value("a", F32, [2])]
each = graph(step, fed, [value("go"), value("b"), value("part")])
network("loop", [node("Loop", ["trips", "", "s"], ["y", "z"], body=each)], "yz", half, tensor("trips", I64, [], [n]))
network("endless", [node("Loop", ["trips", "", "s"], ["y", "z"], body=each)], "yz", half,
        tensor("trips", I64, [], [10 ** 9]))
ends = graph([node("Add", ["a", "a"], ["b"]), node("ReduceSum", ["b"], ["total"], keepdims=0),
              node("Less", ["total", "half"], ["go"])], fed, [value("go"), value("b")])
network("data", [node("Loop", ["", "on", "s"], ["y"], body=ends)], "y", half, tensor("on", BOOL, [], [1]))
def floats(name, n):
    open(name, "wb").write(struct.pack("<%df" % n, *[(7 * i % 11 - 5) / 8 for i in range(n)]))
floats("x", 2 * n), floats("s", 2), floats("xs", 6 * n), floats("ss", 6)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for f in scan images loop; do
  x=x s=s
  [ $f = images ] && x=xs s=ss
  for how in --interpret --as-is ""; do
    $SINTER run $f.onnx --text -q --input-file x=$x --input-file s=$s $how > $f$how.txt
  done
  cmp $f--interpret.txt $f--as-is.txt && cmp $f--interpret.txt $f.txt && head -3 $f.txt
done
$SINTER optimize images.onnx -o written.onnx --opset 9 | grep layers
$SINTER verify images.onnx written.onnx -q && echo same
$SINTER convert images.onnx -o copy.onnx -q && cmp images.onnx copy.onnx && echo bytes
for f in lengths endless data; do $SINTER compile $f.onnx -o $f -q || true; done
--- out
y 2
-0.342163086 0.235412598
z 2,12
y 3,2
-0.342163086 0.235412598
-0.0591430664 0.221008301
y 2
-1.25 0.5
z 12,2
layers    4 -> 28
same
bytes
sinter: lengths.onnx: Scan 'y': sequences of several lengths
sinter: loop 'y': no kernel can compute 'loop' whose trips would be too many nodes; `sinter run --interpret` may
sinter: loop 'y': no kernel can compute 'loop' whose number of trips is not known; `sinter run --interpret` may
