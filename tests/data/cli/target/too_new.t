# What the network already has and the release lacks is reported by layer and release, and nothing is written.
test cli
--- run
head='7767517\n2 2\nInput in 0 1 in 0=4 1=4 2=3\n'
one() { # layer line, tag
    printf "$head$1\n" > net.param
    $SINTER convert net.param --bin seed:1 -o out.param --target-version $2 -q; echo "status $?"
    ls out* 2> /dev/null
}
one 'Swish s 1 1 in out' 20200413
one 'Swish s 1 1 in out' 20200616 && rm -f out*
one 'Convolution c 1 1 in out 0=4 1=3 6=108 18=1.0' 20190908
one 'Convolution c 1 1 in out 0=4 1=3 6=108 18=0.0' 20190908 && rm -f out*
one 'Convolution c 1 1 in out 0=4 1=3 6=108 9=6 -23310=2,0.2,0.5' 20210720
one 'UnaryOp u 1 1 in out 0=18' 20230517
one 'UnaryOp u 1 1 in out 0=17' 20230517 && rm -f out*
one 'Reshape r 1 1 in out 0=1 1=-1 2=3 12=0 13=233' 20260526
one 'ReLU r 1 1 in out 31=1' 20220729
one 'MyOwn m 1 1 in out 0=1' 20180314 && rm -f out*
one 'ArgMax m 1 1 in out 0=1' 20180314 && rm -f out*
one 'RMSNorm n 1 1 in out 0=4' 20240410
printf '7767517\n3 3\nInput in 0 1 in 0=4 1=4 2=3 11=2\nReLU r 1 1 in a\nConcat c 1 1 a out\n' > four.param
$SINTER convert four.param --bin seed:1 -o out.param --target-version 20211122
$SINTER convert four.param --bin seed:1 -o out.param --target-version 20211208
$SINTER convert four.param --bin seed:1 -o out.param --target-version 20230223 -q && cat out.param
--- out
sinter: swish 's' cannot be written for ncnn: Swish needs ncnn 20200616, and 20200413 was asked for; it is written without --target-version, or for a later one
status 6
status 0
out.bin
out.param
sinter: conv 'c' cannot be written for ncnn: pad_value needs ncnn 20191113, and 20190908 was asked for; it is written without --target-version, or for a later one
status 6
status 0
out.bin
out.param
sinter: conv 'c' cannot be written for ncnn: activation_type 6 needs ncnn 20211122, and 20210720 was asked for; it is written without --target-version, or for a later one
status 6
sinter: round 'u' cannot be written for ncnn: op_type 18 needs ncnn 20230816, and 20230517 was asked for; it is written without --target-version, or for a later one
status 6
status 0
out.bin
out.param
sinter: Reshape 'r' cannot be written for ncnn: input_batch_axis 0 needs a release of ncnn after 20260526, and 20260526 was asked for; it is written without --target-version, or for a later one
status 6
sinter: ReLU 'r' cannot be written for ncnn: 31, features that must not be used, needs ncnn 20221128, and 20220729 was asked for; it is written without --target-version, or for a later one
status 6
sinter: warning: net.param:4: ncnn has no layer 'MyOwn'; it is kept as it is
status 0
out.bin
out.param
status 0
out.bin
out.param
sinter: ncnn.rms_norm 'n' cannot be written for ncnn: RMSNorm needs ncnn 20240820, and 20240410 was asked for; it is written without --target-version, or for a later one
status 6
sinter: input 'in' cannot be written for ncnn: d 2 needs ncnn 20211208, and 20211122 was asked for; it is written without --target-version, or for a later one
sinter: Concat 'c' cannot be written for ncnn: an input with 4 axes needs ncnn 20230223, and 20211208 was asked for; it is written without --target-version, or for a later one
7767517
3 3
Input in 0 1 in 0=4 1=4 2=3 11=2
ReLU r 1 1 in a
Concat c 1 1 a out
