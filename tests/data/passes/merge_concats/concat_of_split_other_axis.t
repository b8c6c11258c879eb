# Not x: rows become columns.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"p", "q" = split("x") {sizes=[2,2]} name="split1"
"c" = concat("p", "q") {axis=1} name="concat1"
output("c")
--- remarks
--- out
same
