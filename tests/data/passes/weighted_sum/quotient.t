# A quotient is a factor.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"q" = div("a", @"four") name="div1"
"y" = sub("b", "q") name="sub1"
output("y")
@"four" = f32[] [4]
--- remarks
fired: weighted_sum: div1 + sub1 -> sub1 (sum)
--- out
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"y" = sum("b", "a") {coeffs=[1,-0.25]} name="sub1" : f32[2,3]
output("y")
