# Not merged: rows and columns.
test pass merge_concats
--- in
"x" = input : f32[2,3]
"a" = concat("x", "x") {axis=1} name="concat1"
"c" = concat("a", "a") name="concat2"
output("c")
--- remarks
--- out
same
