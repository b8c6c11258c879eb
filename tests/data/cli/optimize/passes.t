# Only some passes, or all but some.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER optimize net.param --bin seed:1 -q -o a.param --passes fold_affine
cat a.param
$SINTER optimize net.param --bin seed:1 -q -o b.param --skip fold_affine,fuse_activation
cat b.param
$SINTER optimize net.param --bin seed:1 -q -o c.param --passes fold_affine --passes fuse_activation
cat c.param
--- out
7767517
3 3
Input       data 0 1 data
Convolution              conv                     1 1 data b 0=4 1=3 5=1 6=108
ReLU        relu 1 1 b out
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
7767517
2 2
Input       data 0 1 data
Convolution              conv                     1 1 data out 0=4 1=3 5=1 6=108 9=1
