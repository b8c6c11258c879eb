# Two networks that compute the same.
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
$SINTER optimize a.param -q -o b.param
$SINTER verify a.param b.param --input data=3,9,9 | sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/'
$SINTER verify a.param b.param -q
echo "code $?"
--- out
out  4,7,7  # (rounding alone makes #)

same      worst distance #, # % of what rounding explains, 6 runs at data=3,9,9
code 0
