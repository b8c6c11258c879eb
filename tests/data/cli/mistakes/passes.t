# Passes that there are not.
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
for a in "--passes fold_afine" "--skip nothing_like_it" "--passes fold_affine,,drop_dead"; do
    $SINTER optimize net.param --bin seed:1 -q $a
    echo "code $?"
done
--- out
sinter: no pass is called 'fold_afine'; did you mean 'fold_affine'?
code 2
sinter: no pass is called 'nothing_like_it'
code 2
sinter: --passes: names with commas between are expected, like a,b
usage: sinter optimize IN [-o OUT] [options]
code 2
