# What two outputs share has a name of its own; read and optimized again, it keeps it.
test cli
--- run
cat > net.param <<'NET'
7767517
5 9
Input in       0 1 in 0=2 1=2 2=2
Split s0       1 2 in in0 in1
Slice v4_0     1 2 in0 v4_0 v4_0_1 1=1 -23302=1,1
Split s1       1 2 v4_0_1 out2 out4
Slice split8   1 2 in1 v8_0 v9_0 1=1 -23302=1,1
NET
$SINTER optimize net.param -o once.param -q
$SINTER optimize once.param -o twice.param -q
cmp once.param twice.param && sed -n 's/ \+/ /g; 3,$p' twice.param
--- out
Input in 0 1 in 0=2 1=2 2=2
Slice v4_0 1 2 in v4_0_2 v4_0_1 1=1 -23302=1,1
Split splitncnn_0 1 2 v4_0_2 v4_0 v8_0
Split s1 1 3 v4_0_1 out2 out4 v9_0
