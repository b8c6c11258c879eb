# The first rewrite that rounds: with a bound that no rounding keeps, that is the one to be named.
test cli
--- run
cat > net.param <<'END'
7767517
7 7
Input       data 0 1 data 0=8 1=8 2=3
Dropout     drop 1 1 data d
Flatten     flat 1 1 d f
Reshape     back 1 1 f x 0=8 1=8 2=3
Convolution conv 1 1 x c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER bisect net.param --bin seed:1 --passes drop_identities,fold_affine,fuse_activation --bound 1e-30 > said
echo "code $?"
sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/' said
$SINTER optimize net.param --bin seed:1 --passes drop_identities,fold_affine,fuse_activation --stop-after 1 | head -4
--- out
sinter: rewrite 2 (fold_affine) changes what the network computes
code 8
    3 rewrites  different, distance #
    1 rewrite   same     , distance 0
    2 rewrites  different, distance #
rewrite 2 is the first that changes what the network computes
pass      fold_affine
rewrite   conv + bn -> conv (conv)
distance  #
differs   out
around it --skip fold_affine leaves the pass out; --stop-after 1 is the last that is right
layers    7 -> 6
MACs      3.89 K, as before
rewrites  1
              1  drop_identities
