# All the parts, in order.
test pass merge_concats
--- in
"x" = input {rank=3} : f32[c,h,w]
"r" = relu("x") name="relu1"
"p", "q" = split("r") {sizes=[1,-1]} name="split1"
"c" = concat("p", "q") name="concat1"
output("c")
--- remarks
fired: merge_concats: split1 + concat1 removed
--- out
"x" = input {rank=3} : f32[c,h,w]
"c" = relu("x") name="relu1" : f32[c,h,w]
output("c")
