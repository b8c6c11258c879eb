# A constant index that a batch of one does not have: sizes are tried at which the first network runs.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *
for end, last in (("a", 1), ("b", 2)):
    save("%s.onnx" % end,
         model(graph([n("Gather", "x", "i", axis=0)], [value("x", F32, ["n", 4])], [value("y")],
                     [tensor("i", I64, [2], [0, last])]), opset=17))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for pair in "a a" "a b" "b b"; do
    set -- $pair
    echo "$pair: $($SINTER verify $1.onnx $2.onnx 2>&1 | grep -E 'worst|not compared')"
done
$SINTER verify a.onnx a.onnx --input x=1,4 2>&1; echo "code $?"
--- out
a a: same      worst distance 0, 6 runs at x=2,4, 2 each at x=33,4; x=4,4; x=131,4 (sizes that sinter chose)
a b: different worst distance inf, far beyond what rounding explains, 1 run at x=2,4 (sizes that sinter chose)
b b: same      worst distance 0, 6 runs at x=131,4, 2 each at x=33,4; x=4,4 (sizes that sinter chose)
sinter: a.onnx and a.onnx were not compared: gather 'y': index 1, -1 to 0 expected
code 6
