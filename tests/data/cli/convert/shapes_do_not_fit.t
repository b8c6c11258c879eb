# What ncnn would not run is converted all the same: nothing is changed. To optimize it, shapes have to fit.
test cli
--- run
cat > a.param <<'END'
7767517
4 4
Input in0 0 1 x 0=8 1=8 2=4
Convolution a 1 1 x a 0=16 1=1 5=1 6=64
Convolution b 1 1 a b 0=64 1=1 5=1 6=256
ReLU r 1 1 b y
END
$SINTER convert a.param --bin seed:1 -o b.param --quiet
cmp a.param b.param && echo the same
$SINTER optimize a.param --bin seed:1 -o e.param
--- out
sinter: warning: a.param: conv 'b': number of input channels is 16, 4 expected: the runtime would read out of bounds; the network is written as it is
the same
sinter: a.param: conv 'b': number of input channels is 16, 4 expected: the runtime would read out of bounds
--- exit
5
