# A batch norm of means of images, whose result a product reads by the side of a reshape: of one channel, and of several; the batch may be written into the file.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import sys
C = int(sys.argv[1])
some = lambda n, k: [((i * 37 + k) % 23 - 11) / 12 for i in range(n)]
save("a.onnx", model(graph(
    [node("ReduceMean", ["x"], ["g"], axes=[2, 3], keepdims=1), node("Conv", ["g", "cw", "cb"], ["c"]),
     node("HardSigmoid", ["c"], ["h"]), node("Mul", ["x", "h"], ["m"]), node("Add", ["m", "x"], ["s"]),
     node("ReduceMean", ["s"], ["f"], axes=[2, 3], keepdims=0),
     node("BatchNormalization", ["f", "bs", "bb", "bm", "bv"], ["b"], training_mode=0),
     node("Gemm", ["b", "fw", "fb"], ["y"], transB=1)],
    [value("x", F32, [4, C, 7, 9])], [value("y")],
    [tensor("cw", F32, [C, C, 1, 1], some(C * C, 1)), tensor("cb", F32, [C], some(C, 2)),
     tensor("bs", F32, [C], [1.0] * C), tensor("bb", F32, [C], some(C, 3)),
     tensor("bm", F32, [C], [0.0] * C), tensor("bv", F32, [C], [1.0] * C),
     tensor("fw", F32, [5, C], some(5 * C, 4)), tensor("fb", F32, [5], some(5, 5))]), 15))
PY
train() { $SINTER train a.onnx x.npy y.npy --loss softmax_cross_entropy --batch 4 --epochs 3 --learning-rate 0.1 "$@" -q -o o.onnx --json | python3 $SINTER_TESTS/losses.py 4; }
for channels in 1 3 20; do
    PYTHONPATH=$SINTER_TESTS python3 make.py $channels
    python3 $SINTER_TESTS/labelled_images.py 8 $channels 7 9
    train --interpret > interpreted; cat interpreted
    for form in plain split fused; do
        for target in native generic; do
            train --bn $form --target $target | cmp - interpreted && echo "$form, $target: as interpreted"
        done
    done
done
--- out
1.4513 1.4072 1.3675
plain, native: as interpreted
plain, generic: as interpreted
split, native: as interpreted
split, generic: as interpreted
fused, native: as interpreted
fused, generic: as interpreted
2.3567 2.1543 2.0042
plain, native: as interpreted
plain, generic: as interpreted
split, native: as interpreted
split, generic: as interpreted
fused, native: as interpreted
fused, generic: as interpreted
5.0466 3.4022 2.2648
plain, native: as interpreted
plain, generic: as interpreted
split, native: as interpreted
split, generic: as interpreted
fused, native: as interpreted
fused, generic: as interpreted
