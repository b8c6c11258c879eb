# ncnn networks as ONNX, and back: an axis of images is put in front, and goes; what ncnn decides by sizes is written for those of --input, or of the file; what has no meaning there is refused.
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
$SINTER convert a.param --bin seed:1 -o a.onnx --input data=4,6,6
$SINTER convert a.param --bin seed:1 -o b.param -q
$SINTER verify b.param a.onnx --input data=4,6,6 | tail -1
$SINTER show a.onnx | sed -n '3,$p'
sed '2s/.*/6 7/; /InnerProduct/d; /Softmax/d' a.param > part.param
$SINTER convert part.param --bin seed:1 -o p.onnx -q --input data=4,6,6
$SINTER optimize p.onnx -o c.param -q && tail -n +3 c.param
$SINTER verify p.onnx c.param | tail -1
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
cat > y.param <<'ENDS'
7767517
2 2
Input x 0 1 x 0=8 1=8 2=3
PriorBox p 1 1 x y -23300=1,30.0 9=100 10=100
ENDS
$SINTER convert y.param -o y.onnx; echo $?
--- out
written   a.onnx (2.30 KB)
same      worst distance 7.4e-08, 71 % of what rounding explains, 6 runs at data=4,6,6
 #  layer   op          output   weights    MACs  params
 0  data    input       1,4,6,6
 1  conv    conv        1,8,6,6      296  10.4 K  3x3 p1 axis=1
 2  conv_1  relu        1,8,6,6
 3  s       identity    1,8,6,6
 4  s_1     identity    1,8,6,6
 5  dw      conv        1,8,6,6       80  2.59 K  3x3 p1 g8 axis=1
 6  dw_1    hard_swish  1,8,6,6
 7  add     add         1,8,6,6
 8  pool    reduce      1,8                       mean axes=2,3 keepdims=false
 9  fc      gemm        1,5           45      40  transB
10  prob    softmax     1,5                       axis=1

input   data = 1,4,6,6
output  out = 1,5
layers  11
weights 421, 1.64 KB
MACs    13.0 K
peak    3.38 KB of activations at once (f32, in file order, each freed after its last reader)
Input                    data                     0 1 data 0=6 1=6 2=4
Convolution              conv                     1 1 data c 0=8 1=3 4=1 5=1 6=288 9=1
Split                    splitncnn_0              1 2 c c_splitncnn_0 c_splitncnn_1
ConvolutionDepthWise     dw                       1 1 c_splitncnn_0 d 0=8 1=3 4=1 5=1 6=72 7=8 9=6 -23310=2,1.66666672e-01,5.00000000e-01
BinaryOp                 add                      2 1 d c_splitncnn_1 e
Pooling                  pool                     1 1 e p 0=1 4=1
same      worst distance 1.0e-07, 48 % of what rounding explains, 6 runs at data=4,6,6
sinter: warning: LSTM 'l' cannot be written for ONNX 17: what it does depends on sizes that are not known; --input NAME=SIZES gives those of an input
sinter: warning: lstm 'l' cannot be written for ONNX 17: the rank of its last state is not known; --input NAME=SIZES gives those of an input
sinter: 2 operators cannot be written for ONNX 17; a warning names each with its reason
6
0
sinter: warning: what is written holds for inputs of the sizes in the file, x=3,8,8
sinter: ncnn.prior_box 'p' cannot be written for ONNX 17: ONNX has no such operator, and sinter no way to say it with others; --from and --to write a part of the network, and `sinter compile` writes it as C
6
