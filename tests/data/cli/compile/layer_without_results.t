# A layer that makes nothing costs nothing.
test cli
--- run
cat > net.param <<'NET'
7767517
4 3
Input in0 0 1 in0 0=2 1=2 2=3
ReLU  ra  1 1 in0 a
Split two 1 1 a b
Slice s   1 0 b 0=0
NET
$SINTER compile net.param -o net --as-is -q; echo "code $?"
--- out
sinter: warning: net.param:6: Slice 's': param 0 (slices) has the wrong form, ncnn reads it as empty
code 0
