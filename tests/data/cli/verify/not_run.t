# Layers that are not run, or whose results are not compared, are looked at: params, weights, type.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in 0 1 in 0=12
InnerProduct ip 1 1 in o1 0=4 1=0 2=64
UnaryOp r 1 1 o1 out 0=16
END
$SINTER verify a.param a.param --bin-a seed:1 --bin-b seed:1 2>/dev/null; echo "code $?"
$SINTER verify a.param a.param --bin-a seed:1 --bin-b seed:2 -q; echo "code $?"
cat > d.param <<'END'
7767517
2 2
Input in 0 1 in 0=8 1=8 2=12
Yolov3DetectionOutput d 1 1 in out 0=1 1=2 2=0.3 3=0.45 -23304=4,10.0,13.0,16.0,30.0 -23305=2,0.0,1.0 -23306=1,32.0
END
sed 's/2=0.3/2=0.9/' d.param > e.param
touch d.bin e.bin
$SINTER verify d.param d.param -q; echo "code $?"
$SINTER verify d.param e.param -q; echo "code $?"
cat > f.param <<'END'
7767517
5 6
Input in 0 1 in 0=8 1=8 2=2
Split s 1 2 in i1 i2
Foo foo 1 1 i1 o1 0=1
UnaryOp r 1 1 o1 out2 0=16
TanH t 1 1 i2 out1
END
sed 's/0=1$/0=7/' f.param > g.param
touch f.bin g.bin
$SINTER verify f.param f.param -q; echo "code $?"
$SINTER verify f.param g.param -q; echo "code $?"
sed 's/0=16$/0=15/' f.param > h.param
touch h.bin
$SINTER verify f.param h.param -q; echo "code $?"
--- out
input 0 of ip  12  0
out            4   0

same      worst distance 0, 6 runs at in=12
          not run, outputs made up alike on both sides: ip
code 0
sinter: warning: a.param: InnerProduct 'ip' is kept as it is: number of elements of x is 12, where 16 are expected, and what is left out depends on the runtime's settings
sinter: warning: a.param: InnerProduct 'ip' is kept as it is: number of elements of x is 12, where 16 are expected, and what is left out depends on the runtime's settings
sinter: a.param and a.param compute different results
code 8
sinter: warning: d.param:4: Yolov3DetectionOutput 'd': param 5 (mask) is spelled as a float, ncnn takes its bits as an int
sinter: warning: d.param:4: Yolov3DetectionOutput 'd': param 5 (mask) is spelled as a float, ncnn takes its bits as an int
code 0
sinter: warning: d.param:4: Yolov3DetectionOutput 'd': param 5 (mask) is spelled as a float, ncnn takes its bits as an int
sinter: warning: e.param:4: Yolov3DetectionOutput 'd': param 5 (mask) is spelled as a float, ncnn takes its bits as an int
sinter: whether d.param and e.param compute the same could not be decided: layer 'd' is not run in this comparison, and they have different values of 'confidence_threshold'
code 10
sinter: warning: f.param:5: ncnn has no layer 'Foo'; it is kept as it is
sinter: warning: f.param:5: ncnn has no layer 'Foo'; it is kept as it is
code 0
sinter: warning: f.param:5: ncnn has no layer 'Foo'; it is kept as it is
sinter: warning: g.param:5: ncnn has no layer 'Foo'; it is kept as it is
sinter: whether f.param and g.param compute the same could not be decided: layer 'foo' is not run in this comparison, and they have different values of 'args'
code 10
sinter: warning: f.param:5: ncnn has no layer 'Foo'; it is kept as it is
sinter: warning: h.param:5: ncnn has no layer 'Foo'; it is kept as it is
sinter: whether f.param and h.param compute the same could not be decided: output 'out2' cannot be computed, nor is it made by the same layers: it depends on 'foo'
code 10
