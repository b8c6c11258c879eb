# Without axes, and where that means none, elements are reduced by themselves.
test batch add 2
--- in
"x" = input : f32[2,3]
"y" = reduce("x") {op=sum_square, noop_with_empty_axes=true} name="squares"
"z" = reduce("x") {op=sum_square} name="sum"
output("y", "z")
--- out
"x" = input : f32[2,2,3]
"y" = reduce("x") {op=sum_square, noop_with_empty_axes=true} name="squares" : f32[2,2,3]
"z" = reduce("x") {op=sum_square, axes=[1,2]} name="sum" : f32[2,1,1]
output("y", "z")
