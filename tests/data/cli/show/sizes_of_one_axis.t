# Only multiples of 42 fit, and with 42 on every axis the network would take gigabytes: one axis is long.
test cli
--- run
cat > net.param <<'END'
7767517
7 8
Input         in0 0 1 in0
Input         in1 0 1 in1
Reshape       v1 1 1 in1 v1 0=21 1=-1 2=1
Split         sp 1 2 v1 va vb
Reshape       v4 1 1 va v4 0=1 1=2 11=-1 2=7
BinaryOp      v9 2 1 vb in0 v9 0=1
Convolution3D v12 1 1 v9 v12 0=14 1=3 4=1 6=2646
END
$SINTER show net.param --bin seed:1 | head -1
--- out
at in0=7,21,4,4 in1=21,4,4,4 (sinter's choice; --input NAME=SIZES gives others)
