# Not x: one part is missing.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"p", "q", "s" = split("x") {sizes=[2,1,1]} name="split1"
"c" = concat("p", "q") name="concat1"
output("c")
--- remarks
--- out
same
