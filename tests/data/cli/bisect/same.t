# Nothing to find.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER bisect net.param --bin seed:1 | sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/'
--- out
2 rewrites, and the network computes the same: distance #
