# Networks without sizes are run at every rank that they take: at the first a layer may do nothing. What was tried is named, and sizes that the second refuses are not all there is.
test cli
--- run
net() { f=$1; shift; printf '7767517\n2 2\nInput x 0 1 x\n%s l 1 1 x y%s\n' "$1" "$2" > $f.param; : > $f.bin; }
verify() { $SINTER verify a.param b.param 2>&1 | sed -n '/^[a-z]* *worst/,$p' | grep -v ^sinter: | sed 's/distance [0-9.e-]*,.*explains/.../'; }
net a Permute ' 0=18'; net b Noop; verify
net a Noop; net b Permute ' 0=18'; verify
net a Reduction ' 0=3 1=0 -23303=1,3 4=1 5=1'; net b Reduction ' 0=3 1=0 -23303=1,2 4=1 5=1'; verify
net a CumulativeSum ' 0=3'; net b CumulativeSum ' 0=2'; verify
net a Softmax ' 0=3 1=1'; net b Noop; verify
net a Softmax ' 0=-4 1=1'; net b Softmax ' 0=-4 1=1'; verify
printf '7767517\n4 5\nInput x 0 1 x\nSplit s 1 2 x u v\nConcat l 2 1 u v y 0=-4\nNoop n 1 1 y z\n' > a.param
sed 's/0=-4/0=-3/' a.param > b.param; verify
net a ReLU; net b Reshape ' 0=160 1=160 2=3'; verify
net a ReLU; net b Reshape ' 0=700 1=700 2=3'; verify
$SINTER verify a.param a.param --json | sed -n '/"runs\|"sizes/p'
--- out
different worst distance 2.0e+00, far beyond what rounding explains, 1 run at x=32,32,32,32 (sizes that sinter chose)
          first that differs: y
different worst distance 2.0e+00, far beyond what rounding explains, 1 run at x=32,32,32,32 (sizes that sinter chose)
          first that differs: y
different worst distance inf, far beyond what rounding explains, 1 run at x=32,32,32,32 (sizes that sinter chose)
          first that differs: y
different worst distance 1.3e+00, far beyond what rounding explains, 1 run at x=32,32,32,32 (sizes that sinter chose)
          first that differs: y
different worst distance 2.9e+01, far beyond what rounding explains, 1 run at x=64 (sizes that sinter chose)
          first that differs: y
same      worst distance 0, 6 runs at x=3,64,64, 1 each at x=33,47,39; x=4,5,6; x=1,1,1; x=131,47,39; x=64; x=64,64; x=32,32,32,32 (sizes that sinter chose)
different worst distance inf, far beyond what rounding explains, 1 run at x=32,32,32,32 (sizes that sinter chose)
          first that differs: z
different worst distance 1.1e+00, far beyond what rounding explains, 6 runs at x=3,160,160 (sizes that sinter chose)
          first that differs: y
inconclusive worst distance 0, 0 runs (sizes that sinter chose)
          at x=3,64,64 the second network cannot be run: reshape 'l': 3,64,64 (12288 elements) cannot be shaped as 3,700,700 (1470000)
    "runs": 6,
    "sizes": "x=3,64,64",
    "sizes_elsewhere": "x=33,47,39; x=4,5,6; x=1,1,1; x=131,47,39; x=64; x=64,64; x=32,32,32,32",
    "runs_elsewhere": 1,
    "sizes_chosen": true,
