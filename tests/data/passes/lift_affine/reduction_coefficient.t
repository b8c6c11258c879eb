# One factor for all is the coefficient of a reduction.
test pass lift_affine
--- in
"x" = input : f32[?]
"m" = reduce("x") {op=sumsq, coeff=0.5} name="sum1"
"y" = mul("m", @"s") name="mul1"
output("y")
@"s" = f32[] [4]
--- remarks
fired: lift_affine: sum1 + mul1 -> sum1 (reduce)
--- out
"x" = input : f32[?]
"y" = reduce("x") {op=sumsq, coeff=2} name="sum1" : f32[1]
output("y")
