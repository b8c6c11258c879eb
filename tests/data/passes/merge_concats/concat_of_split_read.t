# The parts are read elsewhere, but all of it is x.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"r" = relu("x") name="relu1"
"p", "q" = split("r") {sizes=[3,-1]} name="split1"
"c" = concat("p", "q") name="concat1"
output("c", "p")
--- remarks
fired: merge_concats: split1 + concat1 removed
--- out
"x" = input : f32[4,3]
"c" = relu("x") name="relu1" : f32[4,3]
"p", "q" = split("c") {sizes=[3,-1]} name="split1" : f32[3,3], f32[1,3]
output("c", "p")
