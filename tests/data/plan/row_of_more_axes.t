# A sum of all elements has no axes; where it is read with one, it is no row of what it was made of.
test plan
--- in
"x" = input : f32[2,1,1]
"r" = reduce("x") {keepdims=false} name="sum"
"v" = reshape("r") {shape=[-1]} name="vector"
"y" = sub("x", "v") name="rest"
output("y")
--- full
0   reduce  sum: p 2x1x1 @in0 -> p 1 @0
1 | map  rest: -> p 2x1x1 @out0; y = s0 - x1; s0: p 2x1x1 @in0; x1: p 1 @0
workspace: 64 bytes, 64 without sharing
