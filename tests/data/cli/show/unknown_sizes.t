# Without sizes, sinter chooses some and says so.
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
$SINTER show net.param --bin seed:1
--- out
at data=3,64,64 (sinter's choice; --input NAME=SIZES gives others)

#  layer  op                   output   weights   MACs  params
0  data   input                3,64,64
1  conv   conv                 4,62,62      112  415 K  3x3
2  bn     batch_normalization  4,62,62       16         epsilon=0
3  relu   relu                 4,62,62

input   data = 3,64,64
output  out = 4,62,62
layers  4
weights 128, 512 B
MACs    415 K
peak    120 KB of activations at once (f32, in file order, each freed after its last reader)
