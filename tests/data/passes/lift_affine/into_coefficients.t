# One factor for all goes into the weights of a weighted sum.
test pass lift_affine
--- in
"x" = input : f32[4,h,w]
"k" = input : f32[4,h,w]
"c" = sum("x", "k") {coeffs=[0.5,-2]} name="sum1"
"y" = mul("c", @"s") name="mul1"
output("y" as "out")
@"s" = f32[] [4]
--- remarks
fired: lift_affine: sum1 + mul1 -> sum1 (sum)
--- out
"x" = input : f32[4,h,w]
"k" = input : f32[4,h,w]
"y" = sum("x", "k") {coeffs=[2,-8]} name="sum1" : f32[4,h,w]
output("y" as "out")
