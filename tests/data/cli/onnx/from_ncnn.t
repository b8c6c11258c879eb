# ncnn networks as ONNX: values get an axis of images where ONNX wants one; what ncnn decides by sizes is written for those of --input, or of the file; what has no meaning there is refused.
test cli
--- run
cat > a.param <<'ENDS'
7767517
8 9
Input            data  0 1 data 0=6 1=6 2=4
Convolution      conv  1 1 data c 0=8 1=3 4=1 5=1 6=288 9=1
Split            s     1 2 c c1 c2
ConvolutionDepthWise dw 1 1 c1 d 0=8 1=3 4=1 5=1 6=72 7=8 9=6 -23310=2,1.6666667e-01,0.5
BinaryOp         add   2 1 d c2 e
Pooling          pool  1 1 e p 0=1 4=1
InnerProduct     fc    1 1 p f 0=5 1=1 2=40
Softmax          prob  1 1 f out
ENDS
$SINTER convert a.param --bin seed:1 -o a.onnx
$SINTER convert a.param --bin seed:1 -o b.param -q
$SINTER verify b.param a.onnx --input data=4,6,6 | tail -1
$SINTER show a.onnx | sed -n '3,$p'
cat > l.param <<'ENDS'
7767517
4 6
Input x 0 1 x
Input h 0 1 h
Input c 0 1 c
LSTM  l 3 3 x h c y hn cn 0=3 1=48 2=2
ENDS
$SINTER convert l.param --bin seed:1 -o l.onnx; echo $?
$SINTER convert l.param --bin seed:1 -o m.param -q
in="--input x=4,2 --input h=2,3 --input c=2,3"
$SINTER convert m.param $in -o l.onnx -q; echo $?
$SINTER verify m.param l.onnx $in | tail -1
cat > y.param <<'ENDS'
7767517
2 2
Input x 0 1 x 0=8 1=8 2=3
PriorBox p 1 1 x y -23300=1,30.0 9=100 10=100
ENDS
$SINTER convert y.param -o y.onnx; echo $?
--- out
written   a.onnx (2.70 KB)
same      worst distance 8.6e-08, 71 % of what rounding explains, 6 runs at data=4,6,6
 #  layer   op          output     weights    MACs  params
 0  data    input       4,64,64
 1  conv    unsqueeze   1,4,64,64                   axes=0
 2  conv_1  conv        1,8,64,64      296  1.18 M  3x3 p1 axis=1
 3  conv_2  relu        1,8,64,64
 4  conv_3  squeeze     8,64,64                     axes=0
 5  s       identity    8,64,64
 6  s_1     identity    8,64,64
 7  dw      unsqueeze   1,8,64,64                   axes=0
 8  dw_1    conv        1,8,64,64       80   295 K  3x3 p1 g8 axis=1
 9  dw_2    hard_swish  1,8,64,64
10  dw_3    squeeze     8,64,64                     axes=0
11  add     add         8,64,64
12  pool    reduce      8                           mean axes=1,2 keepdims=false
13  fc      matmul      5               40      40
14  fc_1    add         5                5
15  prob    softmax     5

input   data = 4,64,64
output  out = 5
layers  16
weights 421, 1.64 KB
MACs    1.47 M
peak    384 KB of activations at once (f32, in file order, each freed after its last reader)
sinter: LSTM 'l': cannot be written for ONNX 17: what it does depends on sizes that are not known; --input NAME=SIZES gives those of an input
6
0
same      worst distance 0, 6 runs at x=4,2, h=2,3, c=2,3
sinter: ncnn.prior_box 'p': cannot be written for ONNX 17: ONNX has no such operator, and sinter no way to say it with others
6
