# Of equal elements the first, or the last.
test run
--- in
"x" = input : f32[2,3]
"r" = relu("x")
"a" = arg_max("x") {axis=1, keepdims=false}
"b" = arg_min("r") {axis=1, select_last_index=true}
output("a", "b")
--- feed
x 2,3
--- results
a 2: 0 1
b 2,1: 1 2
