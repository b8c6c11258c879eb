# The same in an eltwise.
test pass lift_affine
--- in
"x" = input : f32[2,4,4]
"g" = sigmoid("x") name="gate"
"c" = conv("x", @"w") name="conv1"
"p" = mul("g", "c") name="mul1"
"y" = mul("p", @"s") name="mul2"
output("y")
@"w" = f32[2,2,1,1] [1,2,3,4]
@"s" = f32[] [2]
--- remarks
fired: lift_affine: conv1 + mul1 + mul2 -> mul1 (mul)
--- out
"x" = input : f32[2,4,4]
"g" = sigmoid("x") name="gate" : f32[2,4,4]
%0 = conv("x", @"w") name="conv1" : f32[2,4,4]
"y" = mul("g", %0) name="mul1" : f32[2,4,4]
output("y")
@"w" = f32[2,2,1,1] [2,4,6,8]
