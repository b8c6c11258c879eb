# All the parts among others.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"r" = relu("x") name="relu1"
"p", "q" = split("r") {sizes=[3,-1]} name="split1"
"c" = concat("x", "p", "q", "x") name="concat1"
output("c")
--- remarks
fired: merge_concats: split1 + concat1 -> concat1 (concat)
--- out
"x" = input : f32[4,3]
"r" = relu("x") name="relu1" : f32[4,3]
"c" = concat("x", "r", "x") name="concat1" : f32[12,3]
output("c")
