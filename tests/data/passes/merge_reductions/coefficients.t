# Factors of the layers multiply.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = ncnn.reduction("x") {reduce_all=false, coeff=2, axes=[2]} name="reduce1"
"y" = ncnn.reduction("a") {reduce_all=false, coeff=0.25, axes=[1]} name="reduce2"
output("y")
--- remarks
fired: merge_reductions: reduce1 + reduce2 -> reduce1 (mul)
--- out
"x" = input : f32[2,3,4]
%0 = reduce("x") {axes=[1,2], keepdims=false} name="reduce1" : f32[2]
%1 = mul(%0, @%0) name="reduce1" : f32[2]
"y" = mul(%1, @%1) name="reduce2" : f32[2]
output("y")
@%0 = f32[] [2]
@%1 = f32[] [0.25]
