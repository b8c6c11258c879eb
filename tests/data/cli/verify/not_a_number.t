# What is not a number in any run says nothing.
test cli
--- run
cat > a.param <<'END'
7767517
4 4
Input in 0 1 in 0=6 1=5 2=4
Sigmoid g 1 1 in p
BinaryOp s 1 1 p x 0=1 1=1 2=2.0
UnaryOp f 1 1 x out 0=8
END
sed 's/out 0=8/out 0=5/' a.param > b.param
touch a.bin b.bin
$SINTER verify a.param b.param -q; echo "code $?"
--- out
sinter: whether a.param and b.param compute the same could not be decided: channel 0 of 'out' is not a number for any of 12 inputs
code 10
