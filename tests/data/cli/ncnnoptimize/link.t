# Called by the name of ncnn's tool, with its arguments. Lines go to stderr, one a rewrite.
test cli
--- run
ln -s $SINTER ncnnoptimize
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER convert net.param --bin seed:1 -q -o a.param
./ncnnoptimize a.param a.bin b.param b.bin 0 2> said
echo "code $?"
sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/' said
cat b.param
$SINTER verify a.param b.param > /dev/null
echo "code $?"
--- out
code 0
fold_affine conv bn
fuse_activation conv relu
verified: 2 of 2 rewrites, and the whole network as it was written, at data=3,64,64
written file  same: worst distance #, # % of what rounding explains
7767517
2 2
Input       data 0 1 data
Convolution              conv                     1 1 data out 0=4 1=3 5=1 6=108 9=1
code 0
