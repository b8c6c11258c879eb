# seed:N always makes the same weights for the same N, other ones for another.
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
$SINTER convert net.param --bin seed:1 -q -o a.param
$SINTER convert net.param --bin seed:1 -q -o b.param
$SINTER convert net.param --bin seed:2 -q -o c.param
cmp -s a.bin b.bin && echo same
cmp -s a.bin c.bin || echo different
--- out
same
different
