# The fused activations are those that the release has: hard swish in a convolution since 20211122, mish since 20200616.
test cli
--- run
cat > net.param <<'END'
7767517
8 8
Input       data 0 1 data
Convolution c1   1 1 data a 0=4 1=3 6=108
HardSwish   s1   1 1 a b
Convolution c2   1 1 b c 0=4 1=1 6=16
Mish        s2   1 1 c d
Convolution c3   1 1 d e 0=4 1=1 6=16
Clip        s3   1 1 e f 0=0.0 1=6.0
Softmax     p    1 1 f out
END
for tag in 20211122 20200616 20190908 20190611; do
    echo "== $tag"
    $SINTER optimize net.param --bin seed:1 -o out.param --target-version $tag -q && cat out.param
done
--- out
== 20211122
7767517
5 5
Input       data 0 1 data
Convolution              c1                       1 1 data b 0=4 1=3 6=108 9=6 -23310=2,2.00000003e-01,5.00000000e-01
Convolution              c2                       1 1 b d 0=4 1=1 6=16 9=5
Convolution              c3                       1 1 d f 0=4 1=1 6=16 9=3 -23310=2,0.00000000e+00,6.00000000e+00
Softmax     p    1 1 f out
== 20200616
7767517
6 6
Input       data 0 1 data
Convolution c1   1 1 data a 0=4 1=3 6=108
HardSwish   s1   1 1 a b
Convolution              c2                       1 1 b d 0=4 1=1 6=16 9=5
Convolution              c3                       1 1 d f 0=4 1=1 6=16 9=3 -23310=2,0.00000000e+00,6.00000000e+00
Softmax     p    1 1 f out
== 20190908
sinter: mish 's2' cannot be written for ncnn: Mish needs ncnn 20200616, and 20190908 was asked for; it is written without --target-version, or for a later one
== 20190611
sinter: warning: hard_swish 's1' cannot be written for ncnn: HardSwish needs ncnn 20190908, and 20190611 was asked for; it is written without --target-version, or for a later one
sinter: warning: mish 's2' cannot be written for ncnn: Mish needs ncnn 20200616, and 20190611 was asked for; it is written without --target-version, or for a later one
sinter: 2 operators cannot be written for ncnn; a warning names each with its reason
--- exit
6
