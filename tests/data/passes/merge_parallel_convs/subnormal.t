# A weight that was no normal number before is no reason to refuse.
test pass merge_parallel_convs for=x86-64-v3
--- in
"x" = input : f32[2]
"a" = linear("x", @"v") name="fc1"
"b" = linear("x", @"w") name="fc2"
"y" = add("a", "b") name="sum"
output("y")
@"v" = f32[2,2] [1e-41,1.4e-42,2e-41,1e-41]
@"w" = f32[2,2] [1,0,1,1]
--- remarks
fired: merge_parallel_convs: fc1 + fc2 + sum -> fc1 (linear)
--- out
"x" = input : f32[2]
"y" = linear("x", @"v") name="fc1" : f32[2]
output("y")
@"v" = f32[2,2] [1,1.4e-42,1,1]
