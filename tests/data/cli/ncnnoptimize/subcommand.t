# The same as a command of sinter.
test cli
--- run
ln -s $SINTER ncnnoptimize
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
./ncnnoptimize net.param null a.param a.bin 0 2> /dev/null
$SINTER ncnnoptimize net.param null b.param b.bin 0 2> /dev/null
cmp a.param b.param && cmp a.bin b.bin
--- out
