# It says what it wrote.
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
$SINTER convert net.param --bin seed:1 -o copy.param
$SINTER convert net.param --bin seed:1 -o half.param --out-bin other.bin --fp16 | sed 's/[0-9.]*e[-+][0-9]*/#/g; s/[0-9.]* %/# %/'
--- out
written   copy.param (140 B), copy.bin (516 B)
written   half.param (140 B), other.bin (300 B)
written file  same: worst distance #, # % of what rounding explains
