# One part of a concat: the other channels have the factor 1. The map itself is read by both.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"k" = input : f32[1,_,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"c" = concat("k", "y") name="cat1"
"z" = conv("c", @"w") {act=relu} name="conv1"
"q" = conv("y", @"w2") name="conv2"
output("z", "q")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,10]
@"w" = f32[1,3,1,1] [1,10,100]
@"w2" = f32[1,2,1,1] [1,10]
--- remarks
fired: sink_affine: sc1 + cat1 + conv1 + conv2 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"k" = input : f32[1,_,_]
%0 = concat("k", "x") name="cat1" : f32[3,"k".1,"k".2]
"z" = conv(%0, @"w", @%0) {act=relu} name="conv1" : f32[1,"k".1,"k".2]
"q" = conv("x", @"w2", @%1) name="conv2" : f32[1,"x".1,"x".2]
output("z", "q")
@"w" = f32[1,3,1,1] [1,20,300]
@%0 = f32[1] [1010]
@"w2" = f32[1,2,1,1] [2,30]
@%1 = f32[1] [101]
