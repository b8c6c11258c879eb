# The view that a Gemm makes of its result is its own: BinaryOp does not take it over, even where it could.
test cli
--- run
cat > a.param <<'END'
7767517
4 4
Input                    in0                      0 1 in0 0=7
Gemm                     v1_0                     1 1 in0 v2_0 0=5.00000000e-01 3=1 5=1 8=5 9=7 11=1 14=1 31=3
MemoryData               k1                       0 1 k1 0=1 1=1 2=1
BinaryOp                 v5_0                     2 1 v2_0 k1 v5_0 0=3
END
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same
--- out
same
