# Batch norm and ReLU in front of a 1x1 convolution, for two sizes in one folder: each has panels of its own; two layers of one size share theirs.
test cli
--- run
cat > dense.param <<'NET'
7767517
13 16
Input        data 0 1 data
Convolution  stem 1 1 data c 0=16 1=3 4=1 6=432
Split        s 1 2 c a b
Convolution  grow 1 1 a g 0=16 1=3 4=1 6=2304
Concat       k 2 1 b g k
Split        t 1 2 k d e
BatchNorm    n1 1 1 d n1 0=32
ReLU         r1 1 1 n1 r1
Convolution  p1 1 1 r1 p1 0=24 1=1 6=768
BatchNorm    n2 1 1 e n2 0=32
ReLU         r2 1 1 n2 r2
Convolution  p2 1 1 r2 p2 0=24 1=1 6=768
Concat       l 2 1 p1 p2 out
NET
$SINTER compile dense.param --bin seed:1 -o dense --input data=3,20,20 --input data=3,31,27 --target generic -q
grep -o 'void panel_[0-9_]*[a-z]*' dense/*.c | sed 's/.*://' | sort | uniq -c | sed 's/^ *//; s/[0-9]*$/N/'
cd dense
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 dense*.c main.c -lm -lpthread -o example && ./example --selftest -t 2 | sed 's/(.*)/(TIME)/'; echo "code $?"
--- out
1 void panel_N
1 void panel_N
3,20,20: all 6 steps compute what they should (TIME)
3,31,27: all 6 steps compute what they should (TIME)
code 0
