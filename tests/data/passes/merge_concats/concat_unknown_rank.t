# Of an unknown rank: the axis is the same whatever it is.
test pass merge_concats
--- in
"x" = input : f32[?]
"y" = input : f32[?]
"a" = concat("x", "y") {axis=0} name="concat1"
"c" = concat("a", "x") {axis=0} name="concat2"
output("c")
--- remarks
fired: merge_concats: concat1 + concat2 -> concat2 (concat)
--- out
"x" = input : f32[?]
"y" = input : f32[?]
"c" = concat("x", "y", "x") name="concat2" : f32[?]
output("c")
