# Each half of both is read: two copies would be more layers than one split.
test pass merge_duplicates
--- in
"x" = input : f32[4]
"a", "b" = split("x") {sizes=[2,2]} name="split1"
"c", "d" = split("x") {sizes=[2,2]} name="split2"
"e" = concat("d", "a", "c", "b") name="concat1"
output("e")
--- remarks
missed: merge_duplicates: split1 + split2: not merged: copies of the results that both are read for would be more layers
--- out
same
