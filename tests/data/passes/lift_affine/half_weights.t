# Half-precision weights become f32 where something is multiplied in; shared weights are not touched.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1"
"r" = relu("a") name="relu1"
"y" = mul("r", @"s") name="mul1"
"b" = conv("x", @"w") name="conv2"
output("y" as "out", "b")
@"w" = f16(f32)[2,1,1,1] [3,4]
@"s" = f32[] [0.3]
--- remarks
fired: lift_affine: conv1 + relu1 + mul1 -> relu1 (relu)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @%0) name="conv1" : f32[2,"x".1,"x".2]
"y" = relu(%0) name="relu1" : f32[2,"x".1,"x".2]
"b" = conv("x", @%1) name="conv2" : f32[2,"x".1,"x".2]
output("y" as "out", "b")
@%0 = f32[2,1,1,1] [0.90000004,1.2]
@%1 = f16(f32)[2,1,1,1] [3,4]
