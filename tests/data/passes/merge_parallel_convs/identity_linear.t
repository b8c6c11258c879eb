# A residual around an inner product of rows.
test pass merge_parallel_convs
--- in
"x" = input : f32[4,2]
"a" = linear("x", @"w") name="fc1"
"y" = add("x", "a") name="add1"
output("y")
@"w" = f32[2,2] [1,2,3,4]
--- remarks
fired: merge_parallel_convs: fc1 + add1 -> fc1 (linear)
--- out
"x" = input : f32[4,2]
"y" = linear("x", @"w") name="fc1" : f32[4,2]
output("y")
@"w" = f32[2,2] [2,2,3,5]
