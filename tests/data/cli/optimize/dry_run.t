# Without -o nothing is written.
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
$SINTER optimize net.param --bin seed:1 | sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/'
ls
--- out
layers    4 -> 2
MACs      not all sizes are known; --input NAME=SIZES gives them
rewrites  2
              1  fold_affine
              1  fuse_activation
checked   2 rewrites, worst distance #
network   same: worst distance #, # % of what rounding explains, 6 runs at data=3,64,64, 2 each at data=3,33,47 (sizes that sinter chose)
written   nothing: a dry run, since no -o OUT was given
net.param
