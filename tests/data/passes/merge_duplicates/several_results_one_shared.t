# Only one half is read of both.
test pass merge_duplicates
--- in
"x" = input : f32[4]
"a", "b" = split("x") {sizes=[2,2]} name="split1"
"c", "d" = split("x") {sizes=[2,2]} name="split2"
"e" = concat("d", "a", "b") name="concat1"
output("e")
--- remarks
fired: merge_duplicates: split1 + split2 -> split1 (split)
--- out
"x" = input : f32[4]
"a", "b" = split("x") {sizes=[2,2]} name="split1" : f32[2], f32[2]
"e" = concat("b", "a", "b") name="concat1" : f32[6]
output("e")
