# The rows first; the columns are axis 1 then.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=max, axes=[1], keepdims=false} name="reduce1"
"y" = reduce("a") {op=max, axes=[1], keepdims=false} name="reduce2"
output("y")
--- remarks
fired: merge_reductions: reduce1 + reduce2 -> reduce1 (reduce)
--- out
"x" = input : f32[2,3,4]
"y" = reduce("x") {op=max, axes=[1,2], keepdims=false} name="reduce1" : f32[2]
output("y")
