# A short result behind a function that jumps, which is off for some inputs: that rounding may tip it over excuses nothing.
test cli
--- run
cat > a.param <<'NET'
7767517
3 3
Input x 0 1 x 0=4
Reduction r 1 1 x sum 0=0 1=1
UnaryOp f 1 1 sum out 0=2
NET
cat > b.param <<'NET'
7767517
4 4
Input x 0 1 x 0=4
Reduction r 1 1 x sum 0=0 1=1
BinaryOp a 1 1 sum sum2 0=0 1=1 2=0.4
UnaryOp f 1 1 sum2 out 0=2
NET
$SINTER verify a.param b.param; echo "code $?"
$SINTER verify a.param a.param > said; echo "code $?"
--- out
out  1  1.0e+05

inconclusive worst distance 1.0e+05, far beyond what rounding explains, 12 runs at x=4
          'out' is off for 6 of 12 inputs, where it depends on a discontinuous function
sinter: whether a.param and b.param compute the same could not be decided: 'out' is off for 6 of 12 inputs, where it depends on a discontinuous function
code 10
code 0
