# Rewrites that end in one layer are one line, names that count up are a run, refusals on the same grounds are one entry.
test cli
--- run
conv() { echo "Convolution conv$1 1 1 $2 c$1 0=4 1=1 6=16"; }
cat > net.param <<EOF
7767517
24 30
Input data 0 1 data 0=8 1=8 2=4
$(conv 1 data)
BatchNorm bn1 1 1 c1 b1 0=4
Scale sc1 1 1 b1 s1 0=4 1=1
ReLU relu1 1 1 s1 r1
Dropout drop1 1 1 r1 d1
Split split_0 1 2 d1 d1_0 d1_1
$(conv 2 d1_0)
PReLU prelu1 1 1 c2 p1 0=4
Dropout drop2 1 1 p1 d2
Split split_1 1 2 d2 d2_0 d2_1
$(conv 3 d2_0)
PReLU prelu2 1 1 c3 p2 0=4
Dropout drop3 1 1 p2 d3
Split split_2 1 2 d3 d3_0 d3_1
$(conv 4 d3_0)
PReLU prelu3 1 1 c4 p3 0=4
$(conv 5 d3_1)
Split split_4 1 2 c5 c5_0 c5_1
BatchNorm bn5 1 1 c5_0 b5 0=4
TanH tanh5 1 1 c5_1 t5
Concat cat 5 1 d1_1 d2_1 p3 b5 t5 k
BatchNorm bn6 1 1 k b6 0=20
Softmax prob 1 1 b6 out 0=0 1=1
EOF
$SINTER optimize net.param --bin seed:1 --explain --fuse-siblings=never > said
echo "code $?"
sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/' said
--- out
code 0
done
  drop_identities (3)
    drop1 .. drop3
  fold_affine (2)
    conv1 + bn1 + sc1 -> conv1  #
  sink_affine
    bn5 + cat + bn6 -> bn6  #
  fuse_activation
    conv1 + relu1 -> conv1  0

not done
  sink_affine: not moved down to the weights: factors do not move across it
    bn6 + prob
  fuse_activation (3): the prelu is not fused: its slopes differ
    prelu1 .. prelu3
  lift_affine: not moved up to the weights: maps do not move across it
    tanh5 + bn6
  prelu_to_relu (3): not made a relu: its slopes differ
    prelu1 .. prelu3

layers    24 -> 17
MACs      5.12 K, as before
rewrites  7
checked   7 rewrites, worst distance #
network   same: worst distance #, # % of what rounding explains, 6 runs at data=4,8,8
written   nothing: a dry run, since no -o OUT was given
