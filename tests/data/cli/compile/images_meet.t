# What mixes the images of a batch is done once for all of them, the rest image by image; a network whose convolutions all stand behind it is compiled as it is, and a note says why.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
def net(name, layers, shape, w):
    save(name, model(graph(layers, [value("x", F32, shape)], [value("y")],
                           [tensor("w", F32, w, [i % 7 - 3 for i in range(w[0] * w[1] * 9)])])))
same = {"pads": [1, 1, 1, 1]}
net("stay.onnx", [node("Softmax", ["x"], ["m"], "mix", axis=0), node("Conv", ["m", "w"], ["y"], "conv", **same)],
    [2, 2, 2, 2], [2, 2, 3, 3])
net("meet.onnx", [node("Conv", ["x", "w"], ["c"], "conv", **same), node("Relu", ["c"], ["r"]),
                  node("Softmax", ["r"], ["m"], "mix", axis=0), node("Mul", ["m", "r"], ["p"]),
                  node("MaxPool", ["p"], ["q"], "pool", kernel_shape=[2, 2], strides=[2, 2]),
                  node("Conv", ["q", "v"], ["y"], "last", **same)], [3, 4, 6, 6], [4, 4, 3, 3])
import struct
head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4, 6, 6), }"
open("x.npy", "wb").write(b"\x93NUMPY\1\0" + struct.pack("<H", 118) + head + b" " * (117 - len(head)) + b"\n" +
                          struct.pack("<432f", *[(i * 37 % 101 - 50) / 40 for i in range(432)]))
PY
sed -i 's/\[tensor("w"/[tensor("v", F32, [5, w[0], 3, 3], [i % 5 - 2 for i in range(5 * w[0] * 9)]), tensor("w"/' make.py
PYTHONPATH=$SINTER_TESTS python3 make.py
build="cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2"
for net in stay meet; do
    $SINTER compile $net.onnx -o $net --target generic --prefix net 2>&1 | grep -E 'note|checked'
    (cd $net && $build net*.c main.c -lm -lpthread -o example && ./example --selftest -t 2 | sed 's/ [0-9]* steps//; s/(.*)/(TIME)/')
done
grep -c 'N_IMAGES = 3' meet/net.c
for t in 1 2 3; do (cd meet && ./example -t $t) > out$t; cmp out1 out$t; done
for more in "" --interpret; do
    $SINTER run meet.onnx --input-file x.npy --text $more | cut -c1-5 > run$more
done
cmp run run--interpret && head -1 run
--- out
sinter: note: stay.onnx: the axis of images stays, which most kernels do not have: softmax 'mix': it works along the axis of the batch
checked   each step computes what the interpreter does
all compute what they should (TIME)
checked   each step computes what the interpreter does
all compute what they should (TIME)
1
y 3,5
