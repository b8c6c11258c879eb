# GELU far below 0: compiled code loses the digits of 1 + erf, as it may.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input i 0 1 data 0=40
BinaryOp m 1 1 data a 0=1 1=1 2=5.5
GELU g 1 1 a out
END
touch a.bin
$SINTER compile a.param -o c -q; echo "code $?"
--- out
code 0
