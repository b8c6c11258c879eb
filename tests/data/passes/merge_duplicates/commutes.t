# A sum does not care for the order.
test pass merge_duplicates
--- in
"x" = input : f32[2,3]
"y" = input : f32[2,3]
"a" = add("x", "y") name="add1"
"b" = add("y", "x") name="add2"
"e" = concat("a", "b") name="concat1"
output("e")
--- remarks
fired: merge_duplicates: add1 + add2 -> add1 (add)
--- out
"x" = input : f32[2,3]
"y" = input : f32[2,3]
"a" = add("x", "y") name="add1" : f32[2,3]
"e" = concat("a", "a") name="concat1" : f32[4,3]
output("e")
