# --min-memory: of several plans the one with the smallest workspace; branches are done in the order in which least is alive. Results are the same up to rounding, as the check says.
test cli
--- run
cat > wide.param <<'NET'
7767517
9 11
Input        data 0 1 data 0=64 1=64 2=3
Split        s    1 3 data a b c
Convolution  a1   1 1 a a1 0=32 1=3 4=1 5=1 6=864
Convolution  b1   1 1 b b1 0=32 1=3 4=1 5=1 6=864
Convolution  c1   1 1 c c1 0=32 1=3 4=1 5=1 6=864
Convolution  a2   1 1 a1 a2 0=4 1=1 5=1 6=128
Convolution  b2   1 1 b1 b2 0=4 1=1 5=1 6=128
Convolution  c2   1 1 c1 c2 0=4 1=1 5=1 6=128
Eltwise      sum  3 1 a2 b2 c2 out 0=1
NET
bytes() { $SINTER compile $1 --bin seed:1 -o out --target generic --no-threads --json -q $2 | grep -o '"workspace_bytes": [0-9]*' | head -1 | tr -dc 0-9; }
for fusion in full off; do
    echo $(bytes wide.param "--fusion $fusion") $(bytes wide.param "--fusion $fusion --min-memory") | awk -v f=$fusion '{ print f ": " ($2 <= $1 / 2 ? "half, or less" : $2 < $1 ? "less" : "no less: " $0) }'
done
$SINTER compile wide.param --bin seed:1 -o out --target generic --min-memory | grep '^checked'
for n in mobilenet_v2 shufflenet_v2; do
    $SINTER zoo $n -o $n.param -q
    echo $($SINTER compile $n.param -o out --target generic --no-threads --check=off --json -q | grep -o '"workspace_bytes": [0-9]*' | head -1 | tr -dc 0-9) $($SINTER compile $n.param -o out --target generic --no-threads --min-memory --check=off --json -q | grep -o '"workspace_bytes": [0-9]*' | head -1 | tr -dc 0-9) | awk -v n=$n '{ print n ": " ($2 < $1 ? "less" : "no less: " $0) }'
done
# What is read early and late is computed twice, and not kept.
cat > kept.param <<'NET'
7767517
9 10
Input        data 0 1 data 0=32 1=32 2=3
Convolution  skip 1 1 data skip 0=16 1=3 4=1 5=1 6=432 9=1
Split        s    1 2 skip sa sb
Pooling      down 1 1 sa down 0=0 1=2 2=2
Convolution  wide 1 1 down wide 0=128 1=3 4=1 5=1 6=18432 9=1
Convolution  thin 1 1 wide thin 0=16 1=3 4=1 5=1 6=18432 9=1
Interp       up   1 1 thin up 0=1 1=2.0 2=2.0
Concat       both 2 1 up sb both
Convolution  last 1 1 both out 0=3 1=3 4=1 5=1 6=864
NET
$SINTER compile kept.param --bin seed:1 -o out --target generic --min-memory --explain | grep -E '^(checked|remarks)' | sed 's/[0-9][0-9]* bytes/N bytes/'
# Steps that make one value together, of a convolution for one, stay together in the other order.
cat > split.param <<'NET'
7767517
15 18
Input        data 0 1 data 0=16 1=16 2=1
Convolution  skip 1 1 data skip 0=16 1=3 4=1 5=1 6=144
Slice        s    1 2 skip sa sb -23300=2,8,8 1=0
Split        t    1 2 sb sc sd
Pooling      down 1 1 sc down 0=0 1=2 2=2
Convolution  c2   1 1 down c2 0=48 1=3 4=1 5=1 6=3456
ReLU         r2   1 1 c2 c2r
Convolution  c3   1 1 c2r c3 0=16 1=3 4=1 5=1 6=6912
ReLU         r3   1 1 c3 c3r
Convolution  c4   1 1 c3r c4 0=16 1=3 4=1 5=1 6=2304
HardSwish    r4   1 1 c4 c4r
Interp       up   1 1 c4r up 0=1 1=2.0 2=2.0
Split        tt   1 2 up ua ub
Concat       both 3 1 sd ua ub both
Convolution  last 1 1 both out 0=2 1=3 4=1 5=1 6=720
NET
$SINTER compile split.param --bin seed:1 -o out --target generic --fusion off --min-memory | grep '^checked'
--- out
full: half, or less
off: half, or less
checked   each step computes what the interpreter does
mobilenet_v2: less
shufflenet_v2: less
checked   each step computes what the interpreter does
remarks   skip: computed twice, with all that it is made of: that takes N bytes of workspace less
checked   each step computes what the interpreter does
