# The factors are shuffled with the channels.
test pass sink_affine
--- in
"x" = input : f32[4,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"a" = channel_shuffle("y") {groups=2, axis=0} name="shuffle1"
"z" = conv("a", @"w") {group=4} name="conv1"
output("z")
@"s" = f32[4] [2,3,5,7]
@"w" = f32[4,1,1,1] [1,1,1,1]
--- remarks
fired: sink_affine: sc1 + shuffle1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[4,_,_]
%0 = channel_shuffle("x") {groups=2, axis=0} name="shuffle1" : f32[4,"x".1,"x".2]
"z" = conv(%0, @"w") {group=4} name="conv1" : f32[4,"x".1,"x".2]
output("z")
@"w" = f32[4,1,1,1] [2,5,3,7]
