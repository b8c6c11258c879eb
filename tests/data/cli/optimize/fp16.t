# Half-precision weights take half the space; one that would overflow is refused by name, and nothing is written.
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
$SINTER optimize net.param --bin seed:1 -q -o full.param
$SINTER optimize net.param --bin seed:1 -q -o half.param --fp16
wc -c < full.bin
wc -c < half.bin
cat > big.param <<'END'
7767517
2 2
Input        data 0 1 data
InnerProduct fc   1 1 data out 0=1 2=1
END
printf '\000\000\000\000\000\120\303\107' > big.bin
$SINTER convert big.param -o out.param --fp16
echo "code $?"
ls
--- out
452
236
sinter: InnerProduct 'fc': weight: 100000 at [0,0] does not fit half precision, at most 65504 does
code 6
big.bin
big.param
full.bin
full.param
half.bin
half.param
net.param
