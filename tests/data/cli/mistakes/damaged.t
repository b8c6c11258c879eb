# Networks with one thing wrong each. The place is named.
test cli
--- run
try() {
    $SINTER convert $1.param --bin seed:1 -o out.param -q
    echo "code $?"
}
printf '7767517\n2 2\nInput in 0 1 x\n' > short.param; try short
printf '7767517\n2 2\nInput in 0 1 x\nReLU r 1 1 z y\n' > unknown_blob.param; try unknown_blob
printf '7767517\n2 2\nInput in 0 1 x\nReLU r 1 1 x y 0=zero\n' > number.param; try number
printf '7767517\n2 2\nInput in 0 1 x\nConvolution c 1 1 x y 0=4 1=3 6=35\n' > weights.param; try weights
printf '7767517\n999999999 2\nInput in 0 1 x\n' > count.param; try count
--- out
sinter: short.param:4: the file ends after 1 layers, its header says 2
code 4
sinter: unknown_blob.param:2: the header says 2 blobs, the layers have 3 (ncnn would write past its list)
code 4
sinter: warning: number.param:4: ReLU 'r': param 0 (slope) has the wrong form, ncnn reads it as empty
code 0
sinter: weights.param:4: Convolution 'c': weight_data_size is 35, 4 outputs of this kernel need a multiple of 36
code 4
sinter: count.param:2: the number of layers is 999999999, but the rest of the file has room for 4 at most
code 4
