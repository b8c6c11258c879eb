# Sums whose second input is larger, as ncnn runs them: which elements are paired depends on packing.
test cli
--- run
cat > a.param <<'END'
7767517
6 6
Input in0 0 1 a 0=4 1=3 2=8
Input in1 0 1 b 0=4 1=5 2=8
Input in2 0 1 v 0=8
Dropout d 1 1 a ad
Eltwise e 2 1 ad b y 0=1
Eltwise f 2 1 v y z 0=0
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: ncnn.eltwise 'e' is kept as it is: input 1 is 8,5,4, the shape 8,3,4 of the first expected, and which elements are paired depends on how the runtime packs channels
sinter: warning: a.param: ncnn.eltwise 'f' is kept as it is: input 1 is 8,3,4, the shape 8 of the first expected, and which elements are paired depends on how the runtime packs channels
7767517
5 5
Input in0 0 1 a 0=4 1=3 2=8
Input in1 0 1 b 0=4 1=5 2=8
Input in2 0 1 v 0=8
Eltwise                  e                        2 1 a b y 0=1
Eltwise f 2 1 v y z 0=0
sinter: warning: a.param: ncnn.eltwise 'e' is kept as it is: input 1 is 8,5,4, the shape 8,3,4 of the first expected, and which elements are paired depends on how the runtime packs channels
sinter: warning: a.param: ncnn.eltwise 'f' is kept as it is: input 1 is 8,3,4, the shape 8 of the first expected, and which elements are paired depends on how the runtime packs channels
sinter: warning: a.param: ncnn.eltwise 'e' is kept as it is: input 1 is 8,5,4, the shape 8,3,4 of the first expected, and which elements are paired depends on how the runtime packs channels
sinter: warning: a.param: ncnn.eltwise 'f' is kept as it is: input 1 is 8,3,4, the shape 8 of the first expected, and which elements are paired depends on how the runtime packs channels
the same
