# Params as one reads them: what has no effect is left out.
test cli
--- run
cat > net.param <<'EOF'
7767517
13 14
Input                data 0 1 data
Convolution          c1   1 1 data c1 0=8 1=3 3=2 4=1 5=1 6=216 9=1
ConvolutionDepthWise c2   1 1 c1 c2 0=8 1=3 11=5 2=2 4=2 14=4 5=1 6=120 7=8 9=2 -23310=1,0.1
Split                s    1 2 c2 a b
Convolution          c3   1 1 b c3 0=8 1=1 6=64 4=-233
BinaryOp             add  2 1 a c3 sum 0=0
Pooling              p    1 1 sum p 0=1 1=3 2=2 5=1
Deconvolution        d    1 1 p d 0=4 1=2 2=2 6=128
Permute              t    1 1 d t 0=3
Reduction            r    1 1 t r 0=3 1=0 -23303=1,0 4=1 5=1
Reshape              v    1 1 r v 0=-1
InnerProduct         fc   1 1 v fc 0=5 1=0 2=120 9=4
Softmax              prob 1 1 fc out 0=0 1=1
EOF
$SINTER show net.param --bin seed:1 --input data=3,17,17 2>&1
--- out
at data=3,17,17

 #  layer  op              output     weights    MACs  params
 0  data   input           3,17,17
 1  c1     conv            8,9,9          224  17.5 K  3x3 s2 p1 relu
 2  c2     conv            8,9,9          128  9.72 K  5x3 p4x2 d2 g8 leaky_relu(0.1)
 3  s      identity        2 x 8,9,9
 4  c3     conv            8,9,9           64  5.18 K  1x1 same_upper
 5  add    add             8,9,9
 6  p      average_pool    8,4,4                       3x3 s2
 7  d      conv_transpose  4,6,6          128  2.05 K  2x2 d2
 8  t      transpose       6,6,4                       perm=1,2,0
 9  r      reduce          1,6,4                       mean axes=0
10  v      reshape         24                          shape=[-1]
11  fc     linear          5              120     120  24 -> 5 sigmoid
12  prob   softmax         5

input   data = 3,17,17
output  out = 5
layers  13
weights 664, 2.59 KB
MACs    34.6 K
peak    7.59 KB of activations at once (f32, in file order, each freed after its last reader)
