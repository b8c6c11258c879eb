# Weights whose rounding no result would show stay as they are: behind a layer that cannot be run, before a result that never varies.
test cli
--- run
cat > behind.param <<'NET'
7767517
7 8
Input x 0 1 x 0=6 1=6 2=8
Split s 1 2 x xa xb
ReLU r0 1 1 xa out1
MyOwnThing u 1 1 xb u
Convolution c 1 1 u c 0=8 1=1 6=64
BatchNorm b 1 1 c b 0=8
ReLU r 1 1 b out2
NET
cat > clipped.param <<'NET'
7767517
4 4
Input x 0 1 x 0=6 1=6 2=8
Convolution c 1 1 x c 0=8 1=1 6=64
BatchNorm b 1 1 c b 0=8
Clip r 1 1 b out 0=5e8 1=6e8
NET
for net in behind clipped; do
    $SINTER convert $net.param --bin seed:1 --fp16 -o half.param > said 2>&1
    $SINTER optimize half.param -o out.param 2> said | grep storage
done
--- out
storage   rewritten weights of 1 layer in single precision; --fp16 would save 128 B; how far it would move results was not measured: 'u' cannot be run
storage   rewritten weights of 1 layer in single precision; --fp16 would save 128 B; how far it would move results was not measured: output 'out' was the same for 6 different inputs, which decides nothing
