# What a user sees: layers, MACs, rewrites, checks, the verdict on the whole network, what was written. Distances vary with the machine.
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
$SINTER optimize net.param --bin seed:1 -o fused.param --input data=3,16,16 > said
echo "code $?"
sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/' said
cat fused.param
--- out
code 0
layers    4 -> 2
MACs      21.2 K, as before
rewrites  2
              1  fold_affine
              1  fuse_activation
checked   2 rewrites, worst distance #
network   same: worst distance #, # % of what rounding explains, 6 runs at data=3,16,16
holds for data=3,16,16 only
written   fused.param (123 B), fused.bin (452 B)
7767517
2 2
Input       data 0 1 data
Convolution              conv                     1 1 data out 0=4 1=3 5=1 6=108 9=1
