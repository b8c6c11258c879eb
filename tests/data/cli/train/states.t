# Three epochs in one run are, to the bit, one and then two more that begin with the states that the first one left: losses, weights and states, interpreted and compiled, whatever the optimizer, with another order of the data in each epoch and a dropout. Each epoch leaves its states; what goes on without data is written as C, or as a network. What an epoch left stays when the next one fails.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
w = [((i * 37) % 19 - 9) / 16 for i in range(4 * 2 * 9)]
v = [((i * 23) % 17 - 8) / 16 for i in range(4 * 25 * 5)]
save("net.onnx", model(graph(
    [node("Conv", ["x", "w"], ["c"], "conv", pads=[1, 1, 1, 1]),
     node("BatchNormalization", ["c", "scale", "shift", "mean", "var"], ["n"], "bn"),
     node("Relu", ["n"], ["r"]), node("Dropout", ["r", "quarter"], ["d"]),
     node("Flatten", ["d"], ["f"]), node("MatMul", ["f", "v"], ["y"], "fc")],
    [value("x", F32, [4, 2, 5, 5])], [value("y")],
    [tensor("w", F32, [4, 2, 3, 3], w), tensor("v", F32, [100, 5], v),
     tensor("scale", F32, [4], [1] * 4), tensor("shift", F32, [4], [0] * 4),
     tensor("mean", F32, [4], [0] * 4), tensor("var", F32, [4], [1] * 4),
     tensor("quarter", F32, [], [0.25])]), 13))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
python3 $SINTER_TESTS/labelled_images.py 13 2 5 5
t() { $SINTER train net.onnx x.npy y.npy --loss softmax_cross_entropy --learning-rate 0.05 --shuffle 7 "$@" 2>/dev/null; }
for how in --interpret --threads=2; do
    for by in sgd sgd:momentum=0.9 adam adamw; do
        t $how --optimizer $by --epochs 3 --save-states all.states -o all.onnx | grep epoch > all
        t $how --optimizer $by --save-states s -o no.onnx | grep epoch > parts
        cp s first
        t $how --optimizer $by --epochs 2 --states s --save-states s -o parts.onnx | grep epoch >> parts
        cmp all parts && cmp all.onnx parts.onnx && cmp all.states s && ! cmp -s first s && echo "$how $by: the same"
    done
done
cut -d' ' -f1-3 parts
t --optimizer adamw --epochs 3 | cut -d' ' -f1-3
cmp s all.states
t --optimizer adamw --epochs 2 --states first --save-states s --json > report
PYTHONPATH=$SINTER_TESTS python3 -c 'import json; r = json.load(open("report")); print(len(r["epochs"]), sorted(r["states"]))'
cmp s all.states
$SINTER train net.onnx --loss softmax_cross_entropy --optimizer adamw --states s -o stored.onnx -q && cmp stored.onnx all.onnx
$SINTER import-weights net.onnx s -o imported.onnx -q && cmp imported.onnx all.onnx
$SINTER train net.onnx --loss softmax_cross_entropy --optimizer adamw --states s --target generic -o tr -q
t --optimizer adamw --states tr/net.states --save-states first -q && echo goes on
cp s before
$SINTER train net.onnx x.npy y.npy --loss softmax_cross_entropy --optimizer adamw --states s --save-states s --learning-rate 1e39 -q 2>/dev/null; echo "code $?"; cmp before s
--- out
--interpret sgd: the same
--interpret sgd:momentum=0.9: the same
--interpret adam: the same
--interpret adamw: the same
--threads=2 sgd: the same
--threads=2 sgd:momentum=0.9: the same
--threads=2 adam: the same
--threads=2 adamw: the same
epoch 1 
epoch 2 
epoch 3 
trained  
epoch 1 
epoch 2 
epoch 3 
2 ['bytes', 'path']
goes on
code 12
