# Names are made printable and escaped; long ones are shortened in the middle.
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
long=$(printf 'layer%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)
printf '7767517\n4 4\nInput in 0 1 a"\\b&lt;<b>\nReLU caf\303\251\001\342\200\256\377 1 1 a"\\b&lt;<b> \377b\200\nTanH t\\N"];x 1 1 \377b\200 v\nSwish %s 1 1 v </text><script>\n' $long > odd.param
$SINTER draw odd.param --bin none
--- out
digraph network {
  graph [fontname="Helvetica", charset="UTF-8"];
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, fontcolor="#555555"];
    b0 [label="in\ninput", shape=ellipse];
    b1 [label="café\\x01\\xe2\\x80\\xae\\xff\nrelu"];
    b2 [label="t\\x5cN\"];x\ntanh"];
    b3 [label="layerlayerlayerlayerlay...yerlayerlayerlayerlayer\nswish"];
    b0 -> b1 [label="3,64,64\n48.0 KB"];
    b1 -> b2 [label="3,64,64\n48.0 KB"];
    b2 -> b3 [label="3,64,64\n48.0 KB"];
    bo0 [shape=ellipse, label="</text><script>"];
    b3 -> bo0 [label="3,64,64\n48.0 KB"];
}
