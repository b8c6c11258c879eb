# Lengths of everything, of channels, of space.
test pass recognise_norm
--- in
"x" = input : f32[3,4,5]
"q" = square("x") name="square1"
"v" = reduce("q") {axes=[0]} name="sum1"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"y" = mul("x", "r") name="mul1"
"v2" = reduce("x") {op=sum_square, axes=[1,2]} name="sum2"
"e2" = add("v2", @"eps") name="add2"
"s2" = sqrt("e2") name="sqrt2"
"y2" = div("x", "s2") name="div2"
"l3" = ncnn.reduction("x") {operation=l2} name="l2"
"c3" = clip("l3") {min=1e-12} name="clip3"
%900 = ncnn.align("x", "c3")
%901 = ncnn.align("c3", "x")
"y3" = div(%900, %901) name="div3"
output("y", "y2", "y3")
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: l2 + clip3 + div3 -> div3 (lp_normalization)
fired: recognise_norm: sum2 + add2 + sqrt2 + div2 -> div2 (lp_normalization)
fired: recognise_norm: square1 + sum1 + add1 + rsqrt1 + mul1 -> mul1 (lp_normalization)
--- out
"x" = input : f32[3,4,5]
"y" = lp_normalization("x", @%0) {epsilon=1e-5} name="mul1" : f32[3,4,5]
"y2" = lp_normalization("x", @%1) {axis=1, n_axes=2, epsilon=1e-5} name="div2" : f32[3,4,5]
"y3" = lp_normalization("x", @%2) {n_axes=3, epsilon=1e-12, epsilon_rule=least_norm} name="div3" : f32[3,4,5]
output("y", "y2", "y3")
@%0 = f32[1] [1]
@%1 = f32[1] [1]
@%2 = f32[1] [1]
