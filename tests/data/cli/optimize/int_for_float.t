# Releases of ncnn take the value of an int that stands for a float, or its bits: the layer stays.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in0 0 1 in0 0=4
InnerProduct ip 1 1 in0 a 0=4 1=1 2=16
BinaryOp b 1 1 a out 0=0 1=1 2=1
END
$SINTER optimize a.param --bin seed:1 -o out.param -q; echo "code $?"
tail -1 out.param
--- out
sinter: warning: a.param:5: BinaryOp 'b': param 2 (b) is spelled as an int, and releases of ncnn take its value or its bits; the layer is kept as it is
code 0
BinaryOp b 1 1 a out 0=0 1=1 2=1
