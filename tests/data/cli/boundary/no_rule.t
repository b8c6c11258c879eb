# A layer whose result depends on settings, and of which no rule is known: optimize, show and convert carry it, and run says why it cannot.
test cli
--- run
cat > a.param <<'END'
7767517
5 5
Input in0 0 1 x 0=8
InnerProduct a 1 1 x a 0=10 2=80
BatchNorm n 1 1 a b 0=10
InnerProduct c 1 1 b c 0=4 2=48
ReLU r 1 1 c r
END
$SINTER optimize a.param --bin seed:1 -o b.param 2>&1 
cat b.param
$SINTER show a.param --bin seed:1 2>&1 | grep "'c'"
$SINTER convert a.param --bin seed:1 -o c.param --quiet
cmp a.param c.param && echo the same
head -c 32 /dev/zero > x.raw
$SINTER run a.param --bin seed:1 --interpret --as-is --quiet --input-file x=x.raw
echo $?
--- out
sinter: warning: a.param: InnerProduct 'c' is kept as it is: number of elements of x is 10, where 12 are expected, and what is left out depends on the runtime's settings
layers    5 -> 4
MACs      128, as before
rewrites  1
              1  fold_affine
checked   1 rewrite, worst distance 9.5e-08
network   same: worst distance 1.1e-07, 70 % of what rounding explains, 6 runs at x=8
          not run, outputs made up alike on both sides: c
written   b.param (151 B), b.bin (560 B)
7767517
4 4
Input in0 0 1 x 0=8
InnerProduct             a                        1 1 x b 0=10 2=80 1=1
InnerProduct c 1 1 b c 0=4 2=48
ReLU r 1 1 c r
sinter: warning: a.param: InnerProduct 'c' is kept as it is: number of elements of x is 10, where 12 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: InnerProduct 'c' is kept as it is: number of elements of x is 10, where 12 are expected, and what is left out depends on the runtime's settings
the same
sinter: warning: a.param: InnerProduct 'c' is kept as it is: number of elements of x is 10, where 12 are expected, and what is left out depends on the runtime's settings
sinter: InnerProduct 'c': it cannot be evaluated: number of elements of x is 10, where 12 are expected, and what is left out depends on the runtime's settings
6
