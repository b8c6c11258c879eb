# A 1x1 convolution of a vector is written as an inner product: not where it pads, which makes an image of the vector in some of ncnn's kernels.
test cli
--- run
cat > net.param <<'NET'
7767517
6 6
Input x 0 1 x 0=4 1=4 2=3
Pooling g 1 1 x g 0=1 4=1
Convolution a 1 1 g a 0=8 1=1 5=1 6=24 9=1
Convolution b 1 1 a b 0=4 1=1 6=32
Convolution p 1 1 b p 0=2 1=1 4=1 6=8
Sigmoid s 1 1 p out
NET
$SINTER convert net.param --bin seed:1 -o same.param -q
$SINTER optimize same.param -o out.param -q
tail -n +3 same.param
tail -n +3 out.param
--- out
sinter: warning: net.param: ncnn.convolution 'p' is kept as it is: it pads a vector, and what that makes depends on the runtime's kernels
sinter: warning: same.param: ncnn.convolution 'p' is kept as it is: it pads a vector, and what that makes depends on the runtime's kernels
Input x 0 1 x 0=4 1=4 2=3
Pooling g 1 1 x g 0=1 4=1
Convolution a 1 1 g a 0=8 1=1 5=1 6=24 9=1
Convolution b 1 1 a b 0=4 1=1 6=32
Convolution p 1 1 b p 0=2 1=1 4=1 6=8
Sigmoid s 1 1 p out
Input x 0 1 x 0=4 1=4 2=3
Pooling g 1 1 x g 0=1 4=1
InnerProduct             a                        1 1 g a 0=8 1=1 2=24 9=1
InnerProduct             b                        1 1 a b 0=4 2=32
Convolution p 1 1 b p 0=2 1=1 4=1 6=8
Sigmoid s 1 1 p out
