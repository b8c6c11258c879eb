# Concatenations of which other sizes differ, and ncnn goes by the first: more rows, planes of other sizes that hold as much, longer rows.
test cli
--- run
cat > a.param <<'END'
7767517
10 11
Input in0 0 1 a 0=4 1=3 2=8
Input in1 0 1 b 0=5 1=5 2=8
Input in2 0 1 c 0=3 1=4 2=8
Input in3 0 1 e 0=4 1=6
Input in4 0 1 f 0=7 1=2
Split s 1 2 a a0 a1
Dropout d 1 1 a0 ad
Concat g 2 1 ad b g 0=2
Concat h 2 1 a1 c h 0=0
Concat i 2 1 e f i 0=0
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: ncnn.concat 'g' is kept as it is: input 1 is 8,5,5, where the first is 8,3,4, and what it leaves out depends on how the runtime packs channels
sinter: warning: a.param: ncnn.concat 'h' is kept as it is: input 1 is 8,4,3, where the first is 8,3,4, and what it leaves out depends on how the runtime packs channels
sinter: warning: a.param: ncnn.concat 'i' is kept as it is: input 1 is 2,7, where the first is 6,4, and what it leaves out depends on how the runtime packs channels
7767517
9 10
Input in0 0 1 a 0=4 1=3 2=8
Split                    s                        1 2 a a1 a_splitncnn_1
Input in1 0 1 b 0=5 1=5 2=8
Input in2 0 1 c 0=3 1=4 2=8
Input in3 0 1 e 0=4 1=6
Input in4 0 1 f 0=7 1=2
Concat                   g                        2 1 a_splitncnn_1 b g 0=2
Concat h 2 1 a1 c h 0=0
Concat i 2 1 e f i 0=0
sinter: warning: a.param: ncnn.concat 'g' is kept as it is: input 1 is 8,5,5, where the first is 8,3,4, and what it leaves out depends on how the runtime packs channels
sinter: warning: a.param: ncnn.concat 'h' is kept as it is: input 1 is 8,4,3, where the first is 8,3,4, and what it leaves out depends on how the runtime packs channels
sinter: warning: a.param: ncnn.concat 'i' is kept as it is: input 1 is 2,7, where the first is 6,4, and what it leaves out depends on how the runtime packs channels
sinter: warning: a.param: ncnn.concat 'g' is kept as it is: input 1 is 8,5,5, where the first is 8,3,4, and what it leaves out depends on how the runtime packs channels
sinter: warning: a.param: ncnn.concat 'h' is kept as it is: input 1 is 8,4,3, where the first is 8,3,4, and what it leaves out depends on how the runtime packs channels
sinter: warning: a.param: ncnn.concat 'i' is kept as it is: input 1 is 2,7, where the first is 6,4, and what it leaves out depends on how the runtime packs channels
the same
