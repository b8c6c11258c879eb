# A step that may take less memory computes again what it would keep: the same losses as without, in no more than that, what is too little is an error, with the least that there is.
test cli
--- run
cat > make.py <<'PY'
layers, blobs, last, channels = [], 1, "data", 3
def layer(kind, name, inputs, *params):
    layers.append("%s %s %d 1 %s %s %s" % (kind, name, len(inputs), " ".join(inputs), name, " ".join(params)))
def conv(name, x, c, of, kernel, stride=1, group=1):
    taps = kernel * kernel * c * of // group
    kind, more = ("ConvolutionDepthWise", ["7=%d" % group]) if group > 1 else ("Convolution", [])
    layer(kind, name, [x], "0=%d" % of, "1=%d" % kernel, "3=%d" % stride, "4=%d" % (kernel // 2), "5=0", "6=%d" % taps, *more)
    layer("BatchNorm", name + "b", [name], "0=%d" % of)
    layer("ReLU", name + "r", [name + "b"])
    return name + "r"
x = conv("c0", "data", 3, 24, 3)
for i in range(3):
    layer("Split", "s%d" % i, [x])
    layers[-1] = "Split s%d 1 2 %s s%da s%db" % (i, x, i, i)
    y = conv("e%d" % i, "s%da" % i, 24, 40, 1)
    y = conv("d%d" % i, y, 40, 40, 3, group=40)
    y = conv("p%d" % i, y, 40, 24, 3 if i % 2 else 1)
    layer("BinaryOp", "a%d" % i, [y, "s%db" % i], "0=0")
    x = "a%d" % i
x = conv("q", x, 24, 20, 3, 2)
layer("InnerProduct", "fc", [x], "0=5", "1=1", "2=%d" % (5 * 20 * 6 * 7))
blobs = 1 + len(layers) + 3
open("net.param", "w").write("7767517\n%d %d\nInput data 0 1 data 0=14 1=12 2=3\n%s\n" % (1 + len(layers), blobs, "\n".join(layers)))
PY
python3 make.py
python3 $SINTER_TESTS/labelled_images.py 8 3 12 14
$SINTER convert net.param --bin seed:1 -o start.param -q
train() { $SINTER train start.param x.npy y.npy --loss softmax_cross_entropy --input data=3,12,14 --batch 4 --epochs 3 --learning-rate 0.02 "$@" -q -o o.param --json | python3 $SINTER_TESTS/losses.py 4; }
workspace() { $SINTER train start.param --loss softmax_cross_entropy --input data=3,12,14 --batch 4 --no-selftest "$@" -o code --json | python3 -c '
import json, sys
print(json.load(sys.stdin)["step"]["workspace_bytes"])'; }
train --interpret > interpreted
cat interpreted
for options in "--threads 1" "--bn split --target generic --threads 2"; do
    most=$(workspace $options)
    for part in 94 86; do
        limit=$((most * part / 100))
        took=$(workspace $options --memory $limit)
        [ "$took" -le $limit ] || echo "$options: $part %: took $took of $limit"
        train $options --memory $limit > compiled
        cmp compiled interpreted && echo "$options: $part %: as interpreted"
    done
done
$SINTER train start.param x.npy y.npy --loss softmax_cross_entropy --input data=3,12,14 --batch 4 --memory 4K -o o.param -q 2>&1 | sed 's/takes [0-9]* bytes/takes so many bytes/'
for wrong in 64X 0 -1 M; do $SINTER train start.param --loss mse --input data=3,12,14 --batch 4 --memory $wrong -o code; echo "status $?"; done
--- out
3.1981 0.4341 0.0882
--threads 1: 94 %: as interpreted
--threads 1: 86 %: as interpreted
--bn split --target generic --threads 2: 94 %: as interpreted
--bn split --target generic --threads 2: 86 %: as interpreted
sinter: a run takes so many bytes of workspace by the best plan that was found, and 4096 are allowed
sinter: --memory: '64X' found, a number of bytes expected, or one of K, M or G behind it
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
status 2
sinter: --memory: '0' found, a number of bytes expected, or one of K, M or G behind it
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
status 2
sinter: --memory: '-1' found, a number of bytes expected, or one of K, M or G behind it
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
status 2
sinter: --memory: 'M' found, a number of bytes expected, or one of K, M or G behind it
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
status 2
