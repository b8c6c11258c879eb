# Only one end is named. A Split of which one result is needed is no reason for a second result.
test cli
--- run
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
$SINTER convert net.param --bin seed:1 -q -o head.param --to l
cat head.param
$SINTER convert net.param --bin seed:1 -q -o tail.param --from r,l
cat tail.param
--- out
7767517
4 4
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Convolution              left                     1 1 b l 0=4 1=1 6=16
7767517
4 4
Input                    r                        0 1 r 0=6 1=6 2=4
Input                    l                        0 1 l 0=6 1=6 2=4
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
