# An inner product that flattened gives a vector.
test pass drop_identities
--- in
"x" = input : f32[1,2,3]
"c" = linear("x", @"w") name="fc1"
"y" = flatten("c") name="flatten1"
output("y")
@"w" = f32[1,6] [1,2,3,4,5,6]
--- remarks
fired: drop_identities: flatten1 removed
--- out
"x" = input : f32[1,2,3]
"y" = linear("x", @"w") {flatten=all} name="fc1" : f32[1]
output("y")
@"w" = f32[1,6] [1,2,3,4,5,6]
