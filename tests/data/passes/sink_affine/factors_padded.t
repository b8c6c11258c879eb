# Without a shift, padding with 0 is no matter.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"z" = conv("y", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
output("z" as "out")
@"s" = f32[2] [2,-3]
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
--- remarks
fired: sink_affine: sc1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"z" = conv("x", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1" : f32[1,"x".1+1,"x".2+1]
output("z" as "out")
@"w" = f32[1,2,2,2] [2,4,6,8,-15,-18,-21,-24]
