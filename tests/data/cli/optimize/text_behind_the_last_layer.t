# What follows the last layer in the middle of a line must not become part of a layer before it.
test cli
--- run
printf '7767517\n3 3\nInput x 0 1 x\nReLU r 1 1 x y\nDropout d 1 1 y z=2 0=5\n' >m.param
$SINTER optimize -q m.param -o n.param
cat n.param
printf '7767517\n3 3\nInput x 0 1 x\nReLU r 1 1 x y\nMyOp o 0 0=2 1=2\n' >m.param
$SINTER optimize -q m.param --bin seed:1 -o n.param
cat n.param
