# Two inner ones at once, in order.
test pass merge_concats
--- in
"x" = input : f32[2,3]
"y" = input : f32[1,3]
"a" = concat("x", "y") name="concat1"
"b" = concat("y", "x") name="concat2"
"c" = concat("a", "y", "b") name="concat3"
output("c" as "out")
--- remarks
fired: merge_concats: concat1 + concat2 + concat3 -> concat3 (concat)
--- out
"x" = input : f32[2,3]
"y" = input : f32[1,3]
"c" = concat("x", "y", "y", "y", "x") name="concat3" : f32[7,3]
output("c" as "out")
