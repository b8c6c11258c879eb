# Not x: the halves change places.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"p", "q" = split("x") {sizes=[2,-1]} name="split1"
"c" = concat("q", "p") name="concat1"
output("c")
--- remarks
--- out
same
