# The gradient of a first convolution by its weights, of few channels: over kernels, strides, padding and numbers of images, for several machines. Each step is compared with the interpreter, where this machine runs it.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
import sys
# images, channels, height, width, outputs, kernel, strides, pads, dilations
cases = [
    (2, 3, 33, 38, 70, [7, 7], [2, 2], [3, 3, 3, 3], [1, 1]),
    (1, 3, 20, 21, 32, [3, 3], [1, 1], [0, 0, 0, 0], [1, 1]),
    (3, 1, 12, 40, 24, [5, 4], [1, 2], [2, 0, 2, 0], [1, 1]),
    (20, 4, 9, 9, 16, [2, 2], [2, 2], [0, 0, 0, 0], [1, 1]),
    (2, 2, 16, 18, 17, [3, 3], [1, 1], [0, 1, 0, 1], [2, 1]),
    (2, 3, 5, 4, 40, [3, 3], [1, 1], [2, 3, 2, 3], [1, 1]),
    (2, 3, 6, 3, 40, [2, 9], [1, 3], [0, 3, 0, 3], [1, 1]),
]
n, c, h, w, oc, kernel, strides, pads, dilations = cases[int(sys.argv[1])]
count = oc * c * kernel[0] * kernel[1]
save("net.onnx", model(graph(
    [node("Conv", ["x", "w"], ["a"], "conv", kernel_shape=kernel, strides=strides, pads=pads,
          dilations=dilations),
     node("BatchNormalization", ["a", "s", "b", "m", "v"], ["n"], "bn"), node("Relu", ["n"], ["r"]),
     node("Conv", ["r", "u"], ["d"], "next", pads=[1, 1, 1, 1]),
     node("GlobalAveragePool", ["d"], ["p"]), node("Flatten", ["p"], ["y"])],
    [value("x", F32, [n, c, h, w])], [value("y")],
    [tensor("w", F32, [oc, c, *kernel], [(i * 7 % 23 - 11) / 40 for i in range(count)]),
     tensor("s", F32, [oc], [1 + i % 3 / 4 for i in range(oc)]),
     tensor("b", F32, [oc], [i % 5 / 8 for i in range(oc)]),
     tensor("m", F32, [oc], [0] * oc), tensor("v", F32, [oc], [1] * oc),
     tensor("u", F32, [4, oc, 3, 3], [(i * 5 % 19 - 9) / 60 for i in range(36 * oc)])])))
PY
i=0
for target in x86-64-v4 x86-64-v3 x86-64 x86-64-v4 x86-64-v3 aarch64 x86-64-v4; do
    PYTHONPATH=$SINTER_TESTS python3 make.py $i
    $SINTER train net.onnx --loss softmax_cross_entropy -o $i --prefix net --target $target -q
    echo $i $target $(grep -l 'weight_gradient_stem' $i/step/*.c | wc -l)
    i=$((i + 1))
done
--- out
0 x86-64-v4 2
1 x86-64-v3 0
2 x86-64 2
3 x86-64-v4 0
4 x86-64-v3 2
5 aarch64 2
6 x86-64-v4 2
