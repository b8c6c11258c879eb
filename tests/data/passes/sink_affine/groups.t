# A row of the weights meets the channels of its group.
test pass sink_affine
--- in
"x" = input : f32[4,_,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"z" = conv("y", @"w", @"b") {group=2} name="conv1"
output("z" as "out")
@"s" = f32[4] [2,3,5,7]
@"t" = f32[4] [1,0,0,1]
@"w" = f32[2,2,1,1] [1,10,100,1000]
@"b" = f32[2] [0.5,0.25]
--- remarks
fired: sink_affine: sc1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[4,_,_]
"z" = conv("x", @"w", @"b") {group=2} name="conv1" : f32[2,"x".1,"x".2]
output("z" as "out")
@"w" = f32[2,2,1,1] [2,30,500,7000]
@"b" = f32[2] [1.5,1000.25]
