# A network that no pass changes is written back byte by byte, odd spacing included.
test cli
--- run
printf '7767517\n3   3\nInput    in  0 1 x  0=8 1=8 2=3\nTanH  t   1 1 x y\nSigmoid  s 1 1 y  z\n' > net.param
: > net.bin
$SINTER optimize net.param -q -o out.param
cmp net.param out.param && cmp net.bin out.bin
--- out
