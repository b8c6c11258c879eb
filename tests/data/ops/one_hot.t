# The index is computed; depth and values are constants.
test run
--- in
"x" = input : f32[2,3]
"n" = arg_max("x") {axis=1, keepdims=false}
"h" = one_hot("n", @"depth", @"values")
output("h")
@"depth" = i64[] [3]
@"values" = f32[2] [0,1]
--- feed
x 2,3
--- results
h 2,3: 1 0 0 0 1 0
