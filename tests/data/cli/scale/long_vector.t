# Comparing vectors of 16 million elements takes seconds: that is not as many channels, each with sums of its own.
test cli
--- run
cat > net.param <<'NET'
7767517
5 5
Input    data 0 1 data 0=16777216
BinaryOp twice 1 1 data a 0=2 1=1 2=2.0
ReLU     relu 1 1 a b
BinaryOp half 1 1 b c 0=2 1=1 2=0.5
AbsVal   abs 1 1 c out
NET
ulimit -t 600
$SINTER verify net.param net.param --bin-a seed:1 --bin-b seed:1 -q; echo "code $?"
--- out
code 0
