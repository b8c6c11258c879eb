# Terms that cancel but for a rounding, before a pole: in another order nothing may be left of them, which decides nothing.
test cli
--- run
net() {
    cat > $1.param <<NET
7767517
7 8
Input x 0 1 x 0=64
Split s 1 2 x x0 x1
BinaryOp p 1 1 x0 p 0=2 1=1 2=$2
BinaryOp q 1 1 p q 0=2 1=1 2=$3
BinaryOp r 1 1 x1 r 0=2 1=1 2=1.43
BinaryOp d 2 1 q r d 0=1
UnaryOp  u 1 1 d y 0=15
NET
}
net a 1.1 1.3
net b 1.3 1.1
$SINTER verify a.param b.param
echo "code $?"
--- out
y  64  1.0e+00

inconclusive worst distance 1.0e+00, 6 runs at x=64
          inside, 'p' differs in 64 of 64 channels
sinter: whether a.param and b.param compute the same could not be decided: inside, 'p' differs in 64 of 64 channels
code 10
