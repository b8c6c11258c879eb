# A network and what the optimizer made of it, and the other way round; one and the same is no difference.
test cli
--- run
cat > a.param <<'END'
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
$SINTER convert a.param --bin seed:1 -q -o a1.param
$SINTER optimize a1.param -q -o b.param --passes drop_copies,fold_affine
$SINTER diff a1.param b.param
echo "code $?"
$SINTER diff b.param a1.param
echo "code $?"
$SINTER diff a1.param a1.param
echo "code $?"
$SINTER diff a1.param b.param -q
echo "code $?"
--- out
~ conv  conv                 weight: up to 8.6e-02 apart; bias: up to 1.0e-01 apart; output 0: c -> b
< bn    batch_normalization

layers    5 the same, 1 changed, 1 only in A (<), 0 only in B (>)
code 1
~ conv  conv                 weight: up to 8.6e-02 apart; bias: up to 1.0e-01 apart; output 0: b -> c
> bn    batch_normalization

layers    5 the same, 1 changed, 0 only in A (<), 1 only in B (>)
code 1
layers    7 the same, 0 changed, 0 only in A (<), 0 only in B (>)
code 0
code 1
