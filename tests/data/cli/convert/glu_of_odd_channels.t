# A GLU of an odd number of channels leaves the last one out: written again it is one line.
test cli
--- run
cat > a.param <<'ENDS'
7767517
4 5
Input in0 0 1 in0 0=1 1=3 2=7
Split s 1 2 in0 a b
GLU g 1 1 a out1
BatchNorm n 1 1 b out2 0=7
ENDS
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same bytes
$SINTER optimize a.param --bin seed:1 -o c.param -q && grep GLU c.param
--- out
same bytes
GLU g 1 1 a out1
