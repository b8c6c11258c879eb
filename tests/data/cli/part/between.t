# The part between values: what lies before becomes inputs, what lies behind goes; its sizes are the file's hints.
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
$SINTER convert net.param --bin seed:1 -o part.param --from b --to s
cat part.param
$SINTER optimize part.param -o fused.param -q
cat fused.param
$SINTER verify part.param fused.param -q
echo "code $?"
--- out
written   part.param (209 B), part.bin (68 B)
7767517
5 6
Input                    b                        0 1 b 0=6 1=6 2=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
7767517
5 6
Input                    b                        0 1 b 0=6 1=6 2=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
code 0
