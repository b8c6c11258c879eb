# With -q a good run says nothing.
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
$SINTER optimize net.param --bin seed:1 -q -o fused.param
echo "code $?"
ls
--- out
code 0
fused.bin
fused.param
net.param
