# Groups that do not divide the heads.
test error
--- in
"q" = input : f32[1,4,2,2]
"k" = input : f32[1,3,2,2]
"y", "s" = linear_attention("q", "k", "k")
output("y")
--- error
E_SHAPE: linear_attention 'y': k has 3 groups, a divisor of the 4 heads expected
