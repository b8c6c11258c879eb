# cutstart and cutend: the lines from the one to the other, with inputs for what comes from before; as ncnn reads it.
test cli
--- run
ln -s $SINTER ncnnoptimize
cat > net.param <<'END'
7767517
8 9
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
END
cut() {
    echo "cut $*"
    ./ncnnoptimize net.param null out.param out.bin 0 "$@" -q
    echo "code $?"
    [ ! -e out.param ] || cat out.param
    rm -f out.param out.bin
}
cut bn add
cut left
cut data left
cut conv conv
cut relu left
cut data data
cut nobody
cut data nobody
cut sm sm
cut sm sm more arguments
--- out
cut bn add
code 0
7767517
6 7
Input                    c                        0 1 c 0=6 1=6 2=4
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
cut left
code 0
7767517
6 6
Input                    b_0                      0 1 b_0 0=6 1=6 2=4
Input                    b_1                      0 1 b_1 0=6 1=6 2=4
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
cut data left
code 0
7767517
4 5
Input       data 0 1 data 0=8 1=8 2=3
Convolution              conv                     1 1 data b_1_1 0=4 1=3 5=1 6=108
Split                    splitncnn_0              1 2 b_1_1 b_1_1_splitncnn_0 b_1
Convolution              left                     1 1 b_1_1_splitncnn_0 l 0=4 1=1 6=16
cut conv conv
code 0
7767517
2 2
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
cut relu left
sinter: cutstart 'relu' stands behind cutend 'left'; nothing was written
code 255
cut data data
sinter: cutstart 'data': nothing is computed from there on; nothing was written
code 255
cut nobody
sinter: cutstart 'nobody': no layer has this name; nothing was written
code 255
cut data nobody
sinter: cutend 'nobody': no layer has this name; nothing was written
code 255
cut sm sm
code 0
7767517
2 2
Input                    s                        0 1 s 0=6 1=6 2=4
Softmax     sm   1 1 s prob
cut sm sm more arguments
code 0
7767517
2 2
Input                    s                        0 1 s 0=6 1=6 2=4
Softmax     sm   1 1 s prob
