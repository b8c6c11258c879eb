# A number that others are computed with has one axis.
test pass legalize
--- in
"x" = input : f32[4,6]
"m" = reduce("x") {op=mean, keepdims=false} name="mean"
"d" = sub("x", "m") name="centre"
"r" = div("m", "d") name="ratio"
output("r")
--- out
"x" = input : f32[4,6]
%0 = reshape("x") {shape=[-1]} : f32[24]
%1 = reduce(%0) {op=mean} name="mean" : f32[1]
"d" = sub("x", %1) name="centre" : f32[4,6]
%2 = reshape("x") {shape=[-1]} : f32[24]
%3 = reduce(%2) {op=mean} name="mean" : f32[1]
"r" = div(%3, "d") name="ratio" : f32[4,6]
output("r")
