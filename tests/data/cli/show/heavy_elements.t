# A network without multiplications is heavy, too, where its results have many elements.
test cli
--- run
printf '7767517\n5 6\nInput x 0 1 x\nSplit s 1 2 x a b\nReshape r 1 1 a c 0=1 1=-1\nReshape q 1 1 b d 0=-1 1=1\nBinaryOp m 2 1 c d y 0=0\n' > a.param
$SINTER show a.param | tail -1
--- out
peak    36.0 MB of activations at once (f32, in file order, each freed after its last reader)
