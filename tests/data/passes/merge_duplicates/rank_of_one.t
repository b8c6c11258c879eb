# Of two that are the same, what is known of either's shape is known of the one that stays.
test pass merge_duplicates
--- in
"b" = input : f32[1]
"x" = input : f32[?]
"t" = trunc("x") name="trunc1" : f32[_]
"y" = add("t", "b") name="add1"
"z" = trunc("x") name="trunc2"
output("y", "z")
--- remarks
fired: merge_duplicates: trunc1 + trunc2 -> trunc1 (trunc)
--- out
"b" = input : f32[1]
"x" = input : f32[?]
"z" = trunc("x") name="trunc1" : f32[_]
"y" = add("z", "b") name="add1" : f32["z".0]
output("y", "z")
