# A convolutional network is trained image by image where images do not meet: the interpreter's losses on every target, whatever the number of threads, and the same weights, bit by bit, from the C of the training.
test cli
--- run
cat > net.param <<'NET'
7767517
20 21
Input data 0 1 data 0=13 1=11 2=3
Convolution c1 1 1 data c1 0=20 1=3 4=1 5=1 6=540
BatchNorm b1 1 1 c1 b1 0=20
ReLU r1 1 1 b1 r1
Split s1 1 2 r1 r1a r1b
Convolution c2 1 1 r1a c2 0=20 1=3 4=1 5=0 6=3600
Eltwise add 2 1 c2 r1b sum 0=1
ReLU r2 1 1 sum r2
Pooling p1 1 1 r2 p1 0=0 1=3 2=2
ConvolutionDepthWise d1 1 1 p1 d1 0=20 1=3 4=1 5=1 6=180 7=20
BatchNorm b2 1 1 d1 b2 0=20
Clip r3 1 1 b2 r3 0=0.0 1=6.0
Convolution c3 1 1 r3 c3 0=36 1=1 5=1 6=720
ReLU r4 1 1 c3 r4 0=0.1
ConvolutionDepthWise g1 1 1 r4 g1 0=32 1=3 3=2 4=1 5=1 6=5184 7=2
Swish h1 1 1 g1 h1
Convolution c4 1 1 h1 c4 0=24 1=5 4=2 5=1 6=19200
Pooling p2 1 1 c4 p2 0=1 1=2 2=1
InnerProduct fc 1 1 p2 f 0=5 1=1 2=480
Softmax prob 1 1 f out 1=1
NET
python3 $SINTER_TESTS/labelled_images.py 6 3 11 13
$SINTER convert net.param --bin seed:1 -o start.param -q
train() { $SINTER train start.param x.npy y.npy --loss softmax_cross_entropy --input data=3,11,13 --batch 3 --epochs 3 --learning-rate 0.02 "$@" -q -o o.param --json | python3 $SINTER_TESTS/losses.py 4; }
train --interpret
for target in native generic; do
    train --target $target --threads 1
    train --target $target --threads 3
done
train --exact
$SINTER train start.param --loss softmax_cross_entropy --input data=3,11,13 --batch 3 -o code --target generic --prefix net -q --embed-weights
build() { cc -std=c11 -Wall -Wextra -Werror -O1 -Icode "$@" code/net_train.c code/main.c code/step/net_step*.c code/judge/net_judge*.c -lm -lpthread; }
build -o example
for t in 1 2 5; do ./example -s code/net.states -n 3 -t $t -o states$t > out$t; cmp out1 out$t; cmp states1 states$t; done
head -1 out1 > first
for what in address,undefined thread; do
    build -fsanitize=$what -fno-sanitize-recover=all -o checked
    for t in 1 3; do ./checked -s code/net.states -n 1 -t $t | head -1 | cmp - first || echo $what; done
done
wc -l < out1
--- out
1.7766 1.5448 1.3884
1.7766 1.5448 1.3884
1.7766 1.5448 1.3884
1.7766 1.5448 1.3884
1.7766 1.5448 1.3884
1.7766 1.5448 1.3884
4
