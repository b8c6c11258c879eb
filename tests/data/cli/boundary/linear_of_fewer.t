# An inner product of fewer elements than it has weights for: what it reads of these depends on packing. It stays, and what is behind it too.
test cli
--- run
cat > a.param <<'END'
7767517
4 4
Input in0 0 1 x 0=8
Dropout d 1 1 x xd
InnerProduct c 1 1 xd c 0=4 2=40
BatchNorm b 1 1 c y 0=4
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: InnerProduct 'c' is kept as it is: number of elements of x is 8, where 10 are expected, and what is left out depends on the runtime's settings
7767517
3 3
Input in0 0 1 x 0=8
InnerProduct             c                        1 1 x c 0=4 2=40
BatchNorm b 1 1 c y 0=4
sinter: warning: a.param: InnerProduct 'c' is kept as it is: number of elements of x is 8, where 10 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: InnerProduct 'c' is kept as it is: number of elements of x is 8, where 10 are expected, and what is left out depends on the runtime's settings
the same
