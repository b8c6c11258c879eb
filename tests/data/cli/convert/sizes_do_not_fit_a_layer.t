# A network is written as it was read also where sizes do not fit a layer that reads its inputs as they turn out to be.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
MemoryData m 0 1 m 0=3 1=3 2=3
MemoryData h 0 1 h 0=2 1=2 2=8
DeformableConv2D v 2 1 m h o 0=8 1=2 6=128
END
$SINTER convert a.param --bin seed:1 -o b.param -q; echo "code $?"
cmp a.param b.param && echo the same
$SINTER optimize a.param --bin seed:1 -o b.param -q; echo "code $?"
--- out
sinter: warning: a.param: deform_conv 'v': number of input channels is 3, 4 expected: the runtime would read out of bounds; the network is written as it is
code 0
the same
sinter: a.param: deform_conv 'v': number of input channels is 3, 4 expected: the runtime would read out of bounds
code 5
