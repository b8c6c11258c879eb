# Across a relu two maps become one.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = scale("x", @"s") name="sc1"
"r" = relu("y") name="relu1"
"z" = add("r", @"t") {align=left} name="add1"
output("z")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,10]
--- remarks
fired: sink_affine: sc1 + relu1 + add1 -> add1 (scale)
--- out
"x" = input : f32[2,_,_]
%0 = relu("x") name="relu1" : f32[2,"x".1,"x".2]
"z" = scale(%0, @%0, @%1) name="add1" : f32[2,"x".1,"x".2]
output("z")
@%0 = f32[2] [2,3]
@%1 = f32[2] [1,10]
