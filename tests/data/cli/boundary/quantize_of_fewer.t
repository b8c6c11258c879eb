# Scales for more rows than there are.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in0 0 1 x 0=4 1=8
Dropout d 1 1 x xd
Quantize q 1 1 xd y 0=12
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: ncnn.quantize 'q' is kept as it is: size of axis 0 is 8, where 12 are expected, and what is left out depends on the runtime's settings
7767517
2 2
Input in0 0 1 x 0=4 1=8
Quantize                 q                        1 1 x y 0=12
sinter: warning: a.param: ncnn.quantize 'q' is kept as it is: size of axis 0 is 8, where 12 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: ncnn.quantize 'q' is kept as it is: size of axis 0 is 8, where 12 are expected, and what is left out depends on the runtime's settings
the same
