# Not taken apart: the first part has one row of the second.
test pass merge_concats
--- in
"x" = input : f32[2,3]
"a" = tanh("x") name="tanh1"
"b" = relu("x") name="relu1"
"c" = concat("a", "b") name="concat1"
"p", "q" = split("c") {sizes=[3,-1]} name="split1"
output("p", "q", "c")
--- remarks
missed: merge_concats: concat1 + split1: not taken apart: the cuts are not proved to be those of the concat
--- out
same
