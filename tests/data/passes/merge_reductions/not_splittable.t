# A sum of squares of sums of squares is something else.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=sum_square, axes=[2], keepdims=false} name="reduce1"
"y" = reduce("a") {op=sum_square, axes=[1], keepdims=false} name="reduce2"
output("y")
--- remarks
--- out
same
