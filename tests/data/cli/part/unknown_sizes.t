# Sizes that nobody knows: where the channels are, they tell the rank; the rest is left open.
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
sed 's/ 0=8 1=8 2=3//' net.param > open.param
$SINTER convert open.param --bin seed:1 -q -o part.param --from b --to s
cat part.param
$SINTER optimize part.param -q -o fused.param
cat fused.param
$SINTER optimize open.param --bin seed:1 -q -o part.param --from b --to s --input b=4,6,6 --fp16 --keep l
cat part.param
--- out
7767517
5 6
Input                    b                        0 1 b 2=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
7767517
5 6
Input                    b                        0 1 b 2=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
7767517
6 8
Input                    b                        0 1 b 0=6 1=6 2=4
Split                    splitncnn_0              1 2 b b_splitncnn_0 b_splitncnn_1
Convolution              left                     1 1 b_splitncnn_0 l_1 0=4 1=1 6=16
Split                    splitncnn_1              1 2 l_1 l_1_splitncnn_0 l
ReLU                     relu                     1 1 b_splitncnn_1 r
BinaryOp                 add                      2 1 l_1_splitncnn_0 r s 0=0
