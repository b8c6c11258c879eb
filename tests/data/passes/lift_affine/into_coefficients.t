# One factor for all goes into the weights of a weighted sum.
test pass lift_affine
--- in
"x" = input : f32[?]
"k" = input : f32[?]
"c" = eltwise("x", "k") {op=sum, coeffs=[0.5,-2]} name="sum1"
"y" = mul("c", @"s") name="mul1"
output("y" as "out")
@"s" = f32[] [4]
--- remarks
fired: lift_affine: sum1 + mul1 -> sum1 (eltwise)
--- out
"x" = input : f32[?]
"k" = input : f32[?]
"y" = eltwise("x", "k") {op=sum, coeffs=[2,-8]} name="sum1" : f32[?]
output("y" as "out")
