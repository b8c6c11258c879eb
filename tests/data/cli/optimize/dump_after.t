# The network after each pass that changed it, or after those that were named.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
mkdir all some
$SINTER optimize net.param --bin seed:1 -q --dump-after all --dump-to all
$SINTER optimize net.param --bin seed:1 -q --dump-after fuse_activation,drop_dead --dump-to some
ls all some
cat all/001-fold_affine.txt
$SINTER optimize net.param --bin seed:1 -q --dump-after fuse_activaton --dump-to some
echo "code $?"
$SINTER optimize net.param --bin seed:1 -q --dump-after all --dump-to nowhere
echo "code $?"
$SINTER optimize net.param --bin seed:1 -q --dump-to some
echo "code $?"
--- out
all:
001-fold_affine.txt
002-fuse_activation.txt

some:
001-fuse_activation.txt
"data" = input {rank=3, hint=[3,8,8]} name="data" : f32[3,_,_]
"b" = conv("data", @"conv.weight", @"conv.bias") {stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0]} name="conv" : f32[4,"data".1-2,"data".2-2]
"out" = relu("b") name="relu" : f32[4,"data".1-2,"data".2-2]
output("out")
@"conv.weight" = f32[4,3,3,3] ...
@"conv.bias" = f32[4] ...
sinter: no pass is called 'fuse_activaton'; did you mean 'fuse_activation'?
code 2
sinter: nowhere/001-fold_affine.txt: the dump cannot be written: No such file or directory
code 3
sinter: --dump-to says where to write dumps; --dump-after is missing
usage: sinter optimize IN [-o OUT] [options]
code 2
