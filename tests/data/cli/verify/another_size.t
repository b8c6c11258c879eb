# Networks without sizes that are the same at the first size that sinter chooses, and not at others.
test cli
--- run
net() { printf '7767517\n3 3\nInput x 0 1 x\nConvolution c 1 1 x y 0=4 1=3 4=1 6=108\n%s\n' "$2" > $1.param; }
verify() { $SINTER verify a.param b.param --bin-a seed:1 --bin-b seed:1 $1 2>&1 | grep -v '^$'; }
net a 'Flatten f 1 1 y z'
net b 'Reshape f 1 1 y z 0=16384'
verify
verify --input=3,64,64
net a 'Interp f 1 1 y z 0=1 1=0.5 2=0.5'
net b 'Interp f 1 1 y z 0=1 3=32 4=32'
verify
net b 'Interp f 1 1 y z 0=1 1=5e-1 2=5e-1'
verify
--- out
z  16384  0
inconclusive worst distance 0, 6 runs at x=3,64,64 (sizes that sinter chose)
          at x=3,33,64 the second network cannot be run: reshape 'f': 4,33,64 (8448 elements) cannot be shaped as 16384 (16384)
sinter: whether a.param and b.param compute the same could not be decided: at x=3,33,64 the second network cannot be run: reshape 'f': 4,33,64 (8448 elements) cannot be shaped as 16384 (16384)
z  16384  0
same      worst distance 0, 6 runs at x=3,64,64
z  4,16,23  inf  differs: shape 4,16,23 became 4,32,32
different worst distance inf, far beyond what rounding explains, 1 run at x=3,33,47 (sizes that sinter chose)
          first that differs: z
sinter: a.param and b.param compute different results
z  4,32,32  0
same      worst distance 0, 6 runs at x=3,64,64, 2 each at x=3,33,47 (sizes that sinter chose)
