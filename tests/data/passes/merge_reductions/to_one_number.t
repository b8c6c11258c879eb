# Two steps to one number.
test pass merge_reductions
--- in
"x" = input : f32[4,8,8]
"a" = reduce("x") {op=mean, axes=[1,2], keepdims=false} name="mean1"
"b" = ncnn.reduction("a") {operation=mean} name="mean2"
output("b")
--- out
"x" = input : f32[4,8,8]
%0 = reduce("x") {op=mean, axes=[0,1,2], keepdims=false} name="mean1" : f32[]
"b" = reshape(%0) {shape=[-1]} name="mean2" : f32[1]
output("b")
