# What is not a number in any run says nothing.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in 0 1 in 0=6 1=5 2=4
BinaryOp s 1 1 in x 0=1 1=1 2=6.0e+08
UnaryOp f 1 1 x out 0=8
END
sed 's/out 0=8/out 0=5/' a.param > b.param
touch a.bin b.bin
$SINTER verify a.param b.param -q; echo "code $?"
--- out
sinter: a.param and b.param compute different results
code 8
