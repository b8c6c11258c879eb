# Not merged: the part that is split again is read elsewhere.
test pass merge_slices
--- in
"x" = input : f32[4,4]
"p", "q" = split("x") {sizes=[1,3]} name="split1"
"r", "s" = split("q") {sizes=[1,2]} name="split2"
output("p", "r", "s", "q")
--- remarks
--- out
same
