# Not merged: they cut different axes.
test pass merge_slices
--- in
"x" = input : f32[4,4]
"p", "q" = split("x") {sizes=[2,2]} name="split1"
"r", "s" = split("q") {axis=1, sizes=[1,-1]} name="split2"
output("p", "r", "s")
--- remarks
--- out
same
