# IN may be OUT. A second time nothing is left to do, and the file stays as it is.
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
$SINTER convert net.param --bin seed:1 -q -o net.param
$SINTER optimize net.param -q -o net.param
cat net.param
cp net.param once.param; cp net.bin once.bin
$SINTER optimize net.param -q -o net.param
cmp net.param once.param && cmp net.bin once.bin
--- out
7767517
2 2
Input       data 0 1 data
Convolution              conv                     1 1 data out 0=4 1=3 5=1 6=108 9=1
