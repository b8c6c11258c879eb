# Not moved: a part that is a constant would be no normal number any more.
test pass lift_affine
--- in
"x" = input : f32[1,2,2]
"a" = conv("x", @"w") name="conv1"
"c" = concat("a", @"k") name="cat1"
"y" = mul("c", @"s") name="mul1"
output("y")
@"w" = f32[2,1,1,1] [1,4]
@"k" = f32[1,2,2] [1e-20,2e-20,3e-20,0]
@"s" = f32[] [1e-25]
--- remarks
missed: lift_affine: mul1: not moved: constant 1e-20 times 1e-25 underflows f32
--- out
same
