# Moments of a concat are those of its parts, and gradients meet before they go into these: the same losses as with batch norms plain, interpreted and compiled.
test cli
--- run
cat > net.param <<'NET'
7767517
26 32
Input data 0 1 data 0=14 1=12 2=3
Convolution c0 1 1 data x0 0=16 1=3 4=1 5=0 6=432
Split s0 1 3 x0 x0a x0b x0c
BatchNorm b1 1 1 x0a b1 0=16 1=1e-5
ReLU r1 1 1 b1 r1
Convolution c1 1 1 r1 x1 0=16 1=3 4=1 5=0 6=2304
Split s1 1 2 x1 x1a x1b
Concat k1 2 1 x0b x1a k1 0=0
BatchNorm b2 1 1 k1 b2 0=32 1=1e-5
ReLU r2 1 1 b2 r2
Convolution c2 1 1 r2 x2 0=12 1=1 5=0 6=384
Split s2 1 2 x2 x2a x2b
Concat k2 3 1 x0c x1b x2a k2 0=0
BatchNorm b3 1 1 k2 b3 0=44 1=1e-5
ReLU r3 1 1 b3 r3
Convolution c3 1 1 r3 c3 0=24 1=1 5=0 6=1056
Pooling p3 1 1 c3 p3 0=1 1=2 2=2
Split s3 1 2 p3 p3a p3b
Pooling q4 1 1 p3a q4 0=0 1=3 2=1 3=1
Concat k4 2 1 p3b q4 k4 0=0
BatchNorm b4 1 1 k4 b4 0=48 1=1e-5
Sigmoid g4 1 1 b4 g4
Pooling p5 1 1 x2b p5 0=1 4=1
Pooling p4 1 1 g4 p4 0=1 4=1
Concat k5 2 1 p4 p5 k5 0=0
InnerProduct fc 1 1 k5 fc 0=5 1=1 2=300
NET
python3 $SINTER_TESTS/labelled_images.py 8 3 12 14
$SINTER convert net.param --bin seed:1 -o start.param -q
train() { $SINTER train start.param x.npy y.npy --loss softmax_cross_entropy --input data=3,12,14 --batch 4 --epochs 3 --learning-rate 0.02 "$@" -q -o o.param --json | python3 $SINTER_TESTS/losses.py; }
for form in plain fused; do
    train --bn $form --interpret
    for target in native x86-64-v3 generic; do train --bn $form --target $target; done
done
--- out
1.75170 1.69689 1.65160
1.75170 1.69689 1.65160
1.75170 1.69689 1.65160
1.75170 1.69689 1.65160
1.75170 1.69689 1.65160
1.75170 1.69689 1.65160
1.75170 1.69689 1.65160
1.75170 1.69689 1.65160
