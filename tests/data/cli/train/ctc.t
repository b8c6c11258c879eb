# Labels are learnt from steps: the loss of CTC goes down, by the same dropout in each run; a label that is the blank, or no class, is refused.
test cli
--- run
cat > make.py <<'PY'
from npy_file import npy
from onnx_file import *
N, T, F, C = 4, 5, 6, 3
w = [((i * 37) % 19 - 9) / 16 for i in range(F * C)]
save("a.onnx", model(graph(
    [node("Dropout", ["x", "r"], ["d"]), node("MatMul", ["d", "w"], ["m"]),
     node("LogSoftmax", ["m"], ["l"], axis=2), node("Transpose", ["l"], ["y"], perm=[1, 0, 2])],
    [value("x", F32, [N, T, F])], [value("y")],
    [tensor("w", F32, [F, C], w), tensor("r", F32, [], [0.25])]), 13))
npy("x.npy", "f4", [2 * N, T, F], [((i * 53) % 29 - 14) / 8 for i in range(2 * N * T * F)])
labels = [[1, 1, 2], [2], [], [1, 2, 1, 2]] * 2
def targets(name, labels):
    npy(name, "i4", [2 * N, T], [v for l in labels for v in l + [-1] * (T - len(l))])
targets("t.npy", labels)
targets("blank.npy", [[1, 0]] + labels[1:])
targets("other.npy", [[3]] + labels[1:])
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
train() { $SINTER train a.onnx --loss ctc x.npy $1 --learning-rate 0.3 --epochs 4 ${2:-} -o o.onnx 2>&1; }
train t.npy | grep epoch > a
train t.npy '--threads 3' | grep epoch > b
train t.npy '--dropout-seed 1' | grep epoch > c
cmp a b && ! cmp -s a c && cut -c 1-18 a
train blank.npy | tail -1 | sed 's, #[0-9]*,,'
train other.npy | tail -1
$SINTER train a.onnx --loss ctc --embed-weights -o tr --target generic -q
cc -std=c11 -Wall -Wextra -Werror -O1 -Itr tr/a_train.c tr/main.c tr/step/a_step*.c tr/judge/a_judge*.c -lm -lpthread -o example
./example -s tr/a.states -n 40 -r 0.3 > losses; sed -n '1p;$p' losses
raw() { tail -c 160 $1 > $1.raw; ./example -s tr/a.states -n 1 x.raw $1.raw; }
tail -c 960 x.npy > x.raw
raw t.npy; raw blank.npy; raw other.npy
--- out
epoch 1  loss 4.60
epoch 2  loss 2.50
epoch 3  loss 2.00
epoch 4  loss 2.30
sinter: element 1 of the target is 0: that is the blank, not a label
sinter: element 0 of the target is 3, a class of -1 to 2 expected
step 1  loss 2.91119
by running statistics  loss 1.66456
step 1  loss 3.29959
by running statistics  loss 3.14101
a_train_example: step: the target has a class that there is not
a_train_example: step: the target has a class that there is not
--- exit
1
