# --batch: an axis in front of inputs and outputs; each image is computed as if it were alone, bit by bit, compiled and interpreted.
test cli
--- run
cat > net.param <<'NET'
7767517
6 6
Input        data 0 1 data 0=12 1=10 2=3
Convolution  c1 1 1 data a 0=16 1=3 4=1 5=1 6=432 9=1
Pooling      pool 1 1 a b 0=0 1=2 2=2
Convolution  c2 1 1 b c 0=32 1=3 4=1 5=1 6=4608
InnerProduct fc 1 1 c d 0=10 1=1 2=9600
Softmax      last 1 1 d out
NET
$SINTER convert net.param --bin seed:1 -o w.param -q
cat > make.py <<'PY'
from npy_file import npy
images = [[((i * 7 + k * 13) % 31 - 15) / 8 for i in range(360)] for k in range(5)]
npy("all.npy", "f4", [5, 3, 10, 12], sum(images, []))
for k, image in enumerate(images): npy("one%d.npy" % k, "f4", [3, 10, 12], image)
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
for threads in 1 3; do
  for k in 0 1 2 3 4; do $SINTER run w.param --input-file one$k.npy -o one$k -q --threads $threads; tail -c 40 one$k/out.npy; done > singles
  $SINTER run w.param --batch 5 --input-file all.npy -o all -q --threads $threads
  tail -c 200 all/out.npy | cmp - singles && echo the same bits
done
$SINTER run w.param --batch 5 --input-file all.npy --text | wc -l
for how in "" --interpret; do $SINTER run w.param --batch 5 --input-file all.npy $how | sed 's/  min.*//'; done
tail -c 7200 all.npy > raw
$SINTER run w.param --batch 5 --input-file raw | sed 's/  min.*//'
$SINTER compile w.param --batch 5 -o folder --prefix net --target generic -q
(cd folder && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 net*.c main.c -lm -lpthread -o example && ./example --selftest -t 2 | sed 's/(.*)/(TIME)/')
sed 's/index \* image_bytes/index * 0/; s/bytes \/ N_IMAGES \* (size_t)index/bytes * 0/' folder/net.c > folder/broken.c
(cd folder && cc -std=c11 -O2 broken.c net_selftest.c main.c -lm -lpthread -o broken && ./broken --selftest > said; echo "code $?"; grep -o 'wrong: output' said)
$SINTER bench w.param --batch 5 --rounds 2 -q | grep '^image' | sed -E 's/[0-9.]+ ms/# ms/g'
$SINTER bench w.param --batch 5 --rounds 2 --json | grep batch
$SINTER run w.param --batch 4 --input-file all.npy; echo "code $?"
$SINTER run w.param --batch 5 --input-file one0.npy; echo "code $?"
$SINTER run w.param --batch 2 --image a.png; echo "code $?"
$SINTER run w.param --batch 0 --input-file one0.npy > single; echo "code $?"; sed -E 's/(0\.[0-9]{3})[0-9]*/\1/g' single
$SINTER run w.param --batch 5000 --input-file one0.npy; echo "code $?"
--- out
the same bits
the same bits
6
out  5,10
out  5,10
out  5,10
all 6 steps compute what they should (TIME)
code 1
wrong: output
image     best # ms, median # ms, 5 in a run
  "batch": 5,
sinter: all.npy: its sizes are 5,3,10,12; with --batch 4 the first axis has that size
code 5
sinter: one0.npy: its sizes are 3,10,12; with --batch 5 the first axis has that size
code 5
sinter: --image is one picture; with --batch, give the pictures as an array with --input-file
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
code 0
out  10  min 0.001  mean 0.1  max 0.418 at 1
sinter: --batch: '5000' is not a number from 0 to 4096
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
