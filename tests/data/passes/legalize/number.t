# A number that others are computed with has one axis, and so has what it is made of.
test pass legalize
--- in
"x" = input : f32[4,6]
"m" = reduce("x") {op=mean, keepdims=false} name="mean"
"d" = sub("x", "m") name="centre"
"v" = reduce("x") {op=sum_square, keepdims=false} name="squares"
"e" = add("v", @"eps") name="more"
"s" = sqrt("e") name="root"
"r" = div("d", "s") name="ratio"
output("r")
@"eps" = f32[] [0.5]
--- out
"x" = input : f32[4,6]
%0 = reshape("x") {shape=[-1]} : f32[24]
%1 = reduce(%0) {op=mean} name="mean" : f32[1]
"d" = sub("x", %1) name="centre" : f32[4,6]
%2 = reshape("x") {shape=[-1]} : f32[24]
%3 = reduce(%2) {op=sum_square} name="squares" : f32[1]
%4 = add(%3, @"eps") name="more" : f32[1]
%5 = sqrt(%4) name="root" : f32[1]
"r" = div("d", %5) name="ratio" : f32[4,6]
output("r")
@"eps" = f32[] [0.5]
