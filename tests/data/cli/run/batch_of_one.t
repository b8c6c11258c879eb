# --batch 1 is an axis of 1 in front, and the same code.
test cli
--- run
cat > net.param <<'NET'
7767517
4 4
Input        data 0 1 data 0=12 1=10 2=3
Convolution  c1 1 1 data a 0=16 1=3 4=1 5=1 6=432 9=1
Pooling      pool 1 1 a b 0=0 1=2 2=2
Softmax      last 1 1 b out
NET
$SINTER convert net.param --bin seed:1 -o w.param -q
cat > make.py <<'PY'
from npy_file import npy
image = [((i * 7) % 31 - 15) / 8 for i in range(360)]
npy("one.npy", "f4", [1, 3, 10, 12], image)
npy("image.npy", "f4", [3, 10, 12], image)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for how in "" --interpret; do $SINTER run w.param --batch 1 --input-file one.npy $how | sed 's/  min.*//'; done
$SINTER run w.param --batch 1 --input-file one.npy -o with -q
$SINTER run w.param --input-file image.npy -o without -q
tail -c 1920 with/out.npy > a; tail -c 1920 without/out.npy > b; cmp a b && echo the same bits
$SINTER run w.param --batch 1 --input-file image.npy; echo "code $?"
$SINTER compile w.param -o without --prefix net --no-selftest -q
$SINTER compile w.param -o with --prefix net --no-selftest --batch 1 -q
diff without/net.c with/net.c | grep "^[<>-]"
cmp without/net.weights with/net.weights
--- out
out  1,16,5,6
out  1,16,5,6
the same bits
sinter: image.npy: its sizes are 3,10,12; with --batch 1 the first axis has that size
code 5
<     {"data", 3, {3, 10, 12}, 1440, "f32"},
---
>     {"data", 4, {1, 3, 10, 12}, 1440, "f32"},
<     {"out", 3, {16, 5, 6}, 1920, "f32"},
---
>     {"out", 4, {1, 16, 5, 6}, 1920, "f32"},
