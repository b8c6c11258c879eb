# What follows the last layer in the middle of a line must not become part of a layer before it.
test cli
--- run
printf '7767517\n3 3\nInput x 0 1 x\nReLU r 1 1 x y\nMyOp o 0 0=2 1=2\n' >m.param
$SINTER optimize -q m.param -o n.param
cat n.param
--- out
sinter: warning: m.param:5: ncnn has no layer 'MyOp'; it is kept as it is
7767517
2 2
Input x 0 1 x
ReLU r 1 1 x y
=2 1=2
