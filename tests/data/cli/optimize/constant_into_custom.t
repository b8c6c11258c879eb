# A constant that goes into a layer nobody knows is compared, whether it is computed or was folded.
test cli
--- run
cat > net.param <<'NET'
7767517
5 5
Input      data 0 1 data 0=4 1=4 2=2
MemoryData m    0 1 m 0=4 1=4 2=2
Sigmoid    s    1 1 m sm
ReLU       r    1 1 data o
Custom     c    2 1 o sm out
NET
$SINTER optimize net.param --bin seed:1 -o folded.param; echo "code $?"
$SINTER verify net.param folded.param --bin-a seed:1; echo "code $?"
--- out
sinter: warning: net.param:7: ncnn has no layer 'Custom'; it is kept as it is
layers    5 -> 4
MACs      0, as before
rewrites  1
              1  fold_constants
checked   1 rewrite, worst distance 0
network   not run: every output depends on c, which cannot be run
written   folded.param (174 B), folded.bin (128 B)
code 0
sinter: warning: net.param:7: ncnn has no layer 'Custom'; it is kept as it is
sinter: warning: folded.param:6: ncnn has no layer 'Custom'; it is kept as it is
sinter: net.param and folded.param were not compared: every output depends on c, which cannot be run
code 6
