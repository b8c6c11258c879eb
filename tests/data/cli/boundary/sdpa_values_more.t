# Attention with more values than keys: the others are left out.
test cli
--- run
cat > a.param <<'END'
7767517
5 5
Input in0 0 1 q 0=4 1=3 2=2
Input in1 0 1 k 0=4 1=5 2=2
Input in2 0 1 v 0=6 1=7 2=2
Dropout d 1 1 q qd
SDPA a 3 1 qd k v y
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: SDPA 'a' is kept as it is: rows of v is 7, 5 expected, and the others are left out
7767517
4 4
Input in0 0 1 q 0=4 1=3 2=2
Input in1 0 1 k 0=4 1=5 2=2
Input in2 0 1 v 0=6 1=7 2=2
SDPA                     a                        3 1 q k v y
sinter: warning: a.param: SDPA 'a' is kept as it is: rows of v is 7, 5 expected, and the others are left out
sinter: warning: a.param: SDPA 'a' is kept as it is: rows of v is 7, 5 expected, and the others are left out
the same
