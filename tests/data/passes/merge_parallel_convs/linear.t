# Two inner products.
test pass merge_parallel_convs
--- in
"x" = input : f32[4,2]
"a" = linear("x", @"w") name="fc1"
"b" = linear("x", @"v", @"t") name="fc2"
"y" = add("b", "a") name="add1"
output("y")
@"w" = f32[2,2] [1,2,3,4]
@"v" = f32[2,2] [10,20,30,40]
@"t" = f32[2] [5,6]
--- remarks
fired: merge_parallel_convs: fc2 + fc1 + add1 -> fc2 (linear)
--- out
"x" = input : f32[4,2]
"y" = linear("x", @"v", @"t") name="fc2" : f32[4,2]
output("y")
@"v" = f32[2,2] [11,22,33,44]
@"t" = f32[2] [5,6]
