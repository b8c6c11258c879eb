# What ncnn would read out of bounds is refused, and the message says so.
test cli
--- run
refuse() {
    printf '7767517\n2 2\n%s\n%s\n' "$1" "$2" > a.param
    $SINTER optimize a.param --bin seed:1 -q --input "x=$3"
    echo "$?"
}
refuse 'Input in0 0 1 x' 'Convolution c 1 1 x y 0=4 1=1 6=24' 8,3,3
refuse 'Input in0 0 1 x' 'Convolution c 1 1 x y 0=4 1=1 6=24' 4,3,3
refuse 'Input in0 0 1 x' 'InnerProduct c 1 1 x y 0=4 2=24' 8
refuse 'Input in0 0 1 x' 'BatchNorm c 1 1 x y 0=4' 8,3,3
refuse 'Input in0 0 1 x' 'PReLU c 1 1 x y 0=4' 8,3,3
refuse 'Input in0 0 1 x' 'LayerNorm c 1 1 x y 0=4' 8
refuse 'Input in0 0 1 x' 'GroupNorm c 1 1 x y 0=1 1=8' 4,3,3
refuse 'Input in0 0 1 x' 'Convolution1D c 1 1 x y 0=4 1=1 6=32' 8,8,3
printf '7767517\n3 3\nInput a 0 1 a\nInput b 0 1 b\nConcat c 2 1 a b c 0=0\n' > b.param
$SINTER optimize b.param --bin seed:1 -q --input a=8,3,4 --input b=4,3,5
echo $?
sed 's/Concat/Eltwise/' b.param > c.param
$SINTER optimize c.param --bin seed:1 -q --input a=3,3,4 --input b=8,3,4
echo $?
--- out
sinter: a.param: conv 'c': number of input channels is 8, 6 expected: the runtime would read out of bounds
5
sinter: a.param: conv 'c': number of input channels is 4, 6 expected: the runtime would read out of bounds
5
sinter: a.param: InnerProduct 'c': number of elements of x is 8, 6 expected: the runtime would read out of bounds
5
sinter: a.param: ncnn.batch_norm 'c': axis 0 of x, along which scale has 4 elements, is 8, 4 expected: the runtime would read out of bounds
5
sinter: a.param: ncnn.prelu 'c': axis 0 of x, along which slope has 4 elements, is 8, 4 expected: the runtime would read out of bounds
5
sinter: a.param: ncnn.layer_norm 'c': size of what gamma scales is 8, 4 expected: the runtime would read out of bounds
5
sinter: a.param: ncnn.group_norm 'c': number of channels is 4, 8 expected: the runtime would read out of bounds
5
sinter: a.param: Convolution1D 'c': x has rank 3, 1 to 2 expected
5
sinter: b.param: concat 'c': axis 2 of input 1 is 5, 4 expected
5
sinter: c.param: ncnn.eltwise 'c': input 1 is 8,3,4, the shape 3,3,4 of the first expected
5
