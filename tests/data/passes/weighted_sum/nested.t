# A weighted sum in another one; its factors multiply.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"s" = sum("a", "b") {coeffs=[0.5,2]} name="sum1"
"n" = neg("s") name="neg1"
"y" = sum("n", "b", "a") {coeffs=[2,1,3]} name="sum2"
output("y")
--- remarks
fired: weighted_sum: sum1 + neg1 + sum2 -> sum2 (sum)
--- out
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"y" = sum("a", "b") {coeffs=[2,-3]} name="sum2" : f32[2,3]
output("y")
