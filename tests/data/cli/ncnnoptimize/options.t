# What the command takes beyond ncnn's arguments; a flag that begins with '-' is a number.
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
$SINTER ncnnoptimize net.param null out.param out.bin -1 --input data=3,9,9
echo "code $?"
$SINTER ncnnoptimize -q net.param null out.param out.bin 1
echo "code $?"
$SINTER ncnnoptimize net.param null out.param out.bin 0 --verify=off
echo "code $?"
$SINTER ncnnoptimize net.param null out.param out.bin 0 --verfy=off
echo "code $?"
$SINTER ncnnoptimize net.param null out.param out.bin 0 --input dat=3,9,9
echo "code $?"
--- out
fold_affine conv bn
fuse_activation conv relu
mac = 5292 = 0.01 M
verified: 2 of 2 rewrites, and the whole network as it was written, at data=3,9,9
written file  same: worst distance 3.1e-07, 50 % of what rounding explains
code 0
code 0
fold_affine conv bn
fuse_activation conv relu
verified: 0 of 2 rewrites
code 0
sinter: there is no option --verfy; did you mean --verify?
usage: sinter ncnnoptimize [inparam] [inbin] [outparam] [outbin] [flag] [cutstart] [cutend] [options]
code 2
sinter: no input is called 'dat'; the network has data
code 2
