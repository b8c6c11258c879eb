# Not merged: a coefficient makes a weight that no other is added to an underflow.
test pass merge_parallel_convs for=x86-64-v3
--- in
"x" = input : f32[2]
"a" = linear("x", @"v") name="fc1"
"b" = linear("x", @"w") name="fc2"
"y" = sum("a", "b") {coeffs=[1e-25,1]} name="sum"
output("y")
@"v" = f32[2,2] [1e-20,1.4e-20,2e-20,1e-20]
@"w" = f32[2,2] [1,0,1,1]
--- remarks
missed: merge_parallel_convs: fc1 + sum: not merged: a new weight would be 1.4e-45
--- out
same
