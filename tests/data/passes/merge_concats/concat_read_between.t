# Not merged: the inner one is a result.
test pass merge_concats
--- in
"x" = input : f32[2,3]
"a" = concat("x", "x") name="concat1"
"c" = concat("a", "x") name="concat2"
output("c", "a")
--- remarks
missed: merge_concats: concat1 + concat2: the output in between is a result of the network
--- out
same
