# What was asked for is written, and that is all there is to find out: of a weight for which halves have few digits.
test cli
--- run
cat > small.param <<'END'
7767517
2 2
Input in 0 1 x 0=4 1=4 2=8
Convolution c 1 1 x y 0=8 1=1 6=64
END
{
    printf '\0\0\0\0\225\277\326\063'
    i=1
    while [ $i -lt 64 ]; do printf '\0\0\200\077'; i=$((i + 1)); done
} > small.bin
$SINTER convert small.param -o half.param --fp16; echo $?
$SINTER zoo mobilenet_v2 -q -o net.param
sed -i 's/0=224 1=224/0=32 1=32/' net.param
$SINTER convert net.param -o half.param --fp16 2>&1 | sed 's/distance.*/distance/'
$SINTER convert net.param -o half.param --fp16 -q 2> said; echo $?
--- out
written   half.param (74 B), half.bin (132 B)
written file  same: worst distance 4.7e-08, 21 % of what rounding explains
0
sinter: warning: 1 of 1280000 values (weight) of InnerProduct 'fc' are too small for half precision and become 0
written   half.param (18.0 KB), half.bin (6.88 MB)
written file  same: worst distance
0
