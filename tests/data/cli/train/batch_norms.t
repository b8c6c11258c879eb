# Batch norms fused into what is around them, split from it, and each operator a sweep: the same losses within rounding on every target; of this network less is read and written, and less is kept, the more is fused. Another form is an error.
test cli
--- run
cat > net.param <<'NET'
7767517
13 14
Input data 0 1 data 0=14 1=12 2=3
Convolution c1 1 1 data c1 0=24 1=3 4=1 5=0 6=648
BatchNorm b1 1 1 c1 b1 0=24
ReLU r1 1 1 b1 r1
Convolution c2 1 1 r1 c2 0=40 1=1 5=0 6=960
BatchNorm b2 1 1 c2 b2 0=40
Clip r2 1 1 b2 r2 0=0.0 1=6.0
ConvolutionDepthWise d1 1 1 r2 d1 0=40 1=3 3=2 4=1 5=0 6=360 7=40
BatchNorm b3 1 1 d1 b3 0=40
Convolution c3 1 1 b3 c3 0=32 1=3 3=2 4=1 5=0 6=11520
BatchNorm b4 1 1 c3 b4 0=32
ReLU r4 1 1 b4 r4 0=0.1
InnerProduct fc 1 1 r4 fc 0=5 1=1 2=1920
NET
python3 $SINTER_TESTS/labelled_images.py 8 3 12 14
$SINTER convert net.param --bin seed:1 -o start.param -q
train() { $SINTER train start.param x.npy y.npy --loss softmax_cross_entropy --input data=3,12,14 --batch 4 --epochs 3 --learning-rate 0.02 "$@" -q -o o.param --json | python3 $SINTER_TESTS/losses.py; }
train --interpret > interpreted
cat interpreted
for form in plain split fused; do
    for target in native x86-64-v3 generic; do
        train --bn $form --target $target > compiled
        cmp compiled interpreted && echo "$form, $target: as interpreted"
    done
done
moved() { $SINTER train start.param --loss softmax_cross_entropy --input data=3,12,14 --batch 4 --bn $1 --no-selftest --target generic -o code --json | python3 -c '
import json, sys
s = json.load(sys.stdin)["step"]
print(s["bytes"], s["workspace_bytes"])'; }
python3 - "$(moved plain)" "$(moved split)" "$(moved fused)" <<'PY'
import sys
plain, split, fused = (tuple(map(float, a.split())) for a in sys.argv[1:])
print("bytes", plain[0] > split[0] > fused[0], "workspace", split[1] > fused[1])
PY
$SINTER train start.param --loss mse --input data=3,12,14 --batch 4 --bn melted -o code; echo "status $?"
--- out
2.36073 0.66730 0.28708
plain, native: as interpreted
plain, x86-64-v3: as interpreted
plain, generic: as interpreted
split, native: as interpreted
split, x86-64-v3: as interpreted
split, generic: as interpreted
fused, native: as interpreted
fused, x86-64-v3: as interpreted
fused, generic: as interpreted
bytes True workspace True
sinter: no form of batch norms is called 'melted'; there are fused, split, plain
status 2
