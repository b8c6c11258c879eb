# What is written does not depend on what is checked; ncnnoptimize's flag means --fp32 or --fp16, and nothing is measured.
test cli
--- run
cat > net.param <<'ENDS'
7767517
9 10
Input       data   0 1 data 0=6 1=6 2=3
Split       two    1 2 data d0 d1
Convolution conv1  1 1 d0 c1 0=8 1=3 6=216
BinaryOp    mul1   1 1 c1 m1 0=2 1=1 2=0.3
ReLU        relu1  1 1 m1 r1
Convolution conv2  1 1 d1 c2 0=8 1=3 6=216
BinaryOp    mul2   1 1 c2 m2 0=2 1=1 2=0.003
TanH        tanh2  1 1 m2 r2
BinaryOp    add    2 1 r1 r2 out 0=0
ENDS
$SINTER convert net.param --bin seed:1 -o half.param --fp16 -q
for mode in default each whole off; do $SINTER optimize half.param -o $mode.param --verify $mode -q; done
wc -c < default.bin
for mode in each whole off; do cmp default.bin $mode.bin && cmp default.param $mode.param; done
for mode in fp32 fp16; do $SINTER optimize half.param -o $mode.param --$mode -q; done
$SINTER ncnnoptimize half.param half.bin 0.param 0.bin 0 2> /dev/null
$SINTER ncnnoptimize half.param half.bin 1.param 1.bin 65536 2> /dev/null
cmp fp32.bin 0.bin; cmp fp16.bin 1.bin
--- out
1304
