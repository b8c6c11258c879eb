# Weights that became f32 are stored as halves again where that moves no result by more than 1e-5: of the second convolution, whose
# result counts for a hundredth, not of the first.
test cli
--- run
mask() { sed -E 's/[0-9.]+e-[0-9]+/N/g'; }
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
$SINTER optimize half.param -o out.param | grep -A1 storage | mask
$SINTER show out.param --json | grep -A20 '"weights"' | grep '"storage"'
$SINTER optimize half.param -q --json | tr -d '\n' | grep -o '"rewritten_halves": {[^}]*}' | tr -s ' ' | sed -E 's/[0-9.]+e-[0-9]+/N/g'
$SINTER optimize out.param -o again.param -q; cmp out.bin again.bin
# All of them
sed -i '/conv1/d; /mul1/d; s/relu1  1 1 m1/relu1  1 1 d0/; s/^9 10/7 8/' net.param
sed -i 's/0=6 1=6 2=3/0=6 1=6 2=8/; s/c2 0=8 1=3 6=216/c2 0=8 1=1 6=64/' net.param
$SINTER convert net.param --bin seed:1 -o half.param --fp16 -q
$SINTER optimize half.param -o out.param | grep -A1 storage | mask
--- out
storage   rewritten weights of 1 layer in half precision again, which moves results by N
          rewritten weights of 1 layer in single precision; --fp16 would save 432 B and move results by N
          "storage": "plain",
          "storage": "f16",
"rewritten_halves": { "single_layers": 1, "half_layers": 1, "bytes_more": 432, "bytes_saved": 432, "distance": N, "distance_of_all": 0.000272047792, "why_not": null }
storage   rewritten weights of 1 layer in half precision again, which moves results by N
written   out.param (254 B), out.bin (132 B)
