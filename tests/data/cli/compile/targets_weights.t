# Weights that two targets pack alike are in the file once; what they pack in their own ways is counted.
test cli
--- run
cat > face.param <<'NET'
7767517
6 7
Input        data 0 1 data
Convolution  conv1 1 1 data c1 0=10 1=3 4=1 5=1 6=270
Split        s 1 2 c1 a b
Sigmoid      sig 1 1 a g
BinaryOp     mul 2 1 b g m 0=2
Pooling      pool 1 1 m out 0=1 1=3 2=2
NET
for t in x86-64-v3 x86-64-v3-vl+x86-64-v3-vl-vnni x86-64-v3+x86-64-v4 x86-64+x86-64-v3+x86-64-v3-vl; do
    $SINTER compile face.param --bin seed:1 --input 3,9,20 --check=off -o face --target $t | grep weights | sed 1q
done
$SINTER compile face.param --bin seed:1 --input 3,9,20 --input 3,17,31 --check=off -o face --target x86-64+x86-64-v3 | grep weights | sed 1q
$SINTER compile face.param --bin seed:1 --input 3,9,20 --check=off -o face --target x86-64+x86-64-v3 --json | grep -E '"(apart_)?weights_bytes'
--- out
weights   1.88 KB
weights   1.88 KB
weights   1.88 KB
weights   3.25 KB, 3.12 KB of them for some targets alone
weights   3.25 KB, 3.19 KB of them for some targets or sets alone
  "weights_bytes": 3328,
  "apart_weights_bytes": 3200
