# The turn behind a Gemm of one column becomes a reshape; what is left of the layer is written, its C of one element being a row and a number alike.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in 0 1 in 0=4 1=7
InnerProduct fc 1 1 in x 0=4 1=0 2=16
Gemm g 1 1 x out 0=1.0 1=0.5 3=1 5=1 6=1 8=1 9=4 10=4 14=1
END
$SINTER optimize a.param --bin seed:1 -o b.param -q && cat b.param
$SINTER verify a.param b.param --bin-a seed:1 -q && echo same
--- out
7767517
4 4
Input in 0 1 in 0=4 1=7
InnerProduct fc 1 1 in x 0=4 1=0 2=16
Gemm                     g                        1 1 x g 0=1.0 1=0.5 3=1 5=1 6=1 8=1 9=4
Reshape                  g                        1 1 g out 0=-1 1=1
same
