# Layers, interface and totals at given sizes.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER show net.param --bin seed:1 --input data=3,16,16
--- out
at data=3,16,16

#  layer  op                   output   weights    MACs  params
0  data   input                3,16,16
1  conv   conv                 4,14,14      112  21.2 K  3x3
2  bn     batch_normalization  4,14,14       16          epsilon=0
3  relu   relu                 4,14,14

input   data = 3,16,16
output  out = 4,14,14
layers  4
weights 128, 512 B
MACs    21.2 K
peak    6.12 KB of activations at once (f32, in file order, each freed after its last reader)
