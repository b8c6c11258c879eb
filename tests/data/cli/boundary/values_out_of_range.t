# Values out of range that ncnn loads and runs: the layer is carried, and the rest optimized. A stride of 0, by which ncnn divides, is refused.
test cli
--- run
cat > a.param <<'END'
7767517
5 5
Input in0 0 1 x 0=8 1=8 2=4
Convolution c 1 1 x c 0=4 1=1 6=16
ReLU r 1 1 c r
Softmax s 1 1 r s 0=9 1=1
Padding p 1 1 s y 0=-1
END
$SINTER optimize a.param --bin seed:1 -o b.param 2>&1 | grep -v distance
cat b.param
$SINTER convert a.param --bin seed:1 -o c.param --quiet
cmp a.param c.param && echo the same
sed 's/1=1 6/1=1 3=0 6/' a.param > d.param
$SINTER convert d.param --bin seed:1 -o e.param --quiet
--- out
sinter: warning: a.param:7: Padding 'p': top is -1, at least 0 expected; the layer is kept as it is
sinter: warning: a.param:7: Padding 'p': top is -1, at least 0 expected; the layer is kept as it is
layers    5 -> 3
MACs      1.02 K, as before
rewrites  2
              1  drop_identities
              1  fuse_activation
network   not run: every output depends on p, which cannot be run
written   b.param (178 B), b.bin (68 B)
7767517
3 3
Input in0 0 1 x 0=8 1=8 2=4
Convolution              c                        1 1 x r 0=4 1=1 6=16 9=1
Padding                  p                        1 1 r y 0=-1
sinter: warning: a.param:7: Padding 'p': top is -1, at least 0 expected; the layer is kept as it is
sinter: warning: a.param:7: Padding 'p': top is -1, at least 0 expected; the layer is kept as it is
the same
sinter: d.param:4: Convolution 'c': stride is 0, 1 to 1073741824 expected
--- exit
4
