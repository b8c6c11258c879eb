# --small: no Winograd, no Strassen, no unrolled loops and short tiles: less code and as many weights as the model has numbers. It computes the same and says what it is.
test cli
--- run
cat > net.param <<'NET'
7767517
10 10
Input                data  0 1 data 0=30 1=30 2=20
Convolution          c3    1 1 data a 0=36 1=3 4=1 5=1 6=6480 9=1
Convolution          c1    1 1 a b 0=64 1=1 5=1 6=2304
ConvolutionDepthWise dw    1 1 b c 0=64 1=3 4=1 3=2 5=1 6=576 7=64
Pooling              p     1 1 c d 0=0 1=3 2=2
Convolution          c2    1 1 d e 0=12 1=2 2=1 5=1 6=3072
Reshape              r     1 1 e f 0=-1
InnerProduct         fc    1 1 f g 0=20 1=1 2=8640
Reshape              r2    1 1 g g2 0=5 1=4
Softmax              sm    1 1 g2 h 0=0
NET
for target in generic x86-64-v3; do
    check=on; test $target = generic || check=off # x86-64-v3: as it is written everywhere
    for folder in fast small; do
        option=; test $folder = fast || option=--small
        $SINTER compile net.param --bin seed:1 -o $folder --prefix net --target $target $option --check=$check > $folder.txt
        wc -c < $folder/net.weights > $folder.weights
        wc -c < $folder/net.c > $folder.bytes
    done
    grep -h '^checked' fast.txt small.txt
    sed -n 's/^code .*KB/code/p' fast.txt small.txt
    grep -c 'inograd' fast/net.c | sed 's/[1-9][0-9]*/some/'
    grep -c 'inograd' small/net.c
    for what in weights bytes; do
        echo $what $(cat fast.$what small.$what) | awk '{ print $1, ($3 < $2 ? "smaller" : "not smaller: " $0) }'
    done
done
for folder in fast small; do
    option=; test $folder = fast || option=--small
    $SINTER compile net.param --bin seed:1 -o $folder --prefix net --target generic $option -q
    cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -c $folder/net.c -o $folder.o
    size $folder.o | awk 'NR == 2 { print $1 }'
done | sort -n -r -c && echo machine code: smaller
$SINTER compile net.param --bin seed:1 -o small --target x86-64-v3 --small --check=off --json -q | grep -o '"small": [a-z]*'
$SINTER compile net.param --bin seed:1 -o fast --target x86-64-v3 --check=off --json -q | grep -o '"small": [a-z]*'
--- out
checked   each step computes what the interpreter does
checked   each step computes what the interpreter does
code
code, kept small: no Winograd, no Strassen, loops not unrolled
some
0
weights smaller
bytes smaller
checked   no: not asked for
checked   no: not asked for
code
code, kept small: no Winograd, no Strassen, loops not unrolled
some
0
weights smaller
bytes smaller
machine code: smaller
"small": true
"small": false
