# Not moved: a weight would overflow.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1"
"r" = relu("a") name="relu1"
"y" = mul("r", @"s") name="mul1"
output("y" as "out")
@"w" = f32[2,1,1,1] [1e30,4]
@"s" = f32[] [1e30]
--- remarks
missed: lift_affine: mul1: not moved: weight 1e+30 times 1e+30 overflows f32
--- out
same
