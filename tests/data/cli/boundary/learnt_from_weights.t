# Sizes are not learnt from layers whose weights are for more channels than the file's hint says.
test cli
--- run
for layer in "Scale l 1 1 x y 0=16" "PReLU l 1 1 x y 0=16" "BatchNorm l 1 1 x y 0=16"; do
printf '7767517\n3 3\nInput i 0 1 x 0=8\n%s\nReshape r 1 1 y z 0=2 1=4\n' "$layer" > a.param
$SINTER optimize a.param --bin seed:1 -o b.param -q; echo "code $?"
cmp a.param b.param && echo the same
done
--- out
sinter: warning: a.param: ncnn.scale 'l' is kept as it is: scale has 16 elements for 8 channels, only the first are used
code 0
the same
sinter: warning: a.param: ncnn.prelu 'l' is kept as it is: slope has 16 elements for 8 channels, only the first are used
code 0
the same
sinter: warning: a.param: ncnn.batch_norm 'l' is kept as it is: scale has 16 elements for 8 channels, only the first are used
code 0
the same
