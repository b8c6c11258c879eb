# An inner product that flattened gives a vector.
test pass drop_identities
--- in
"x" = input : f32[1,2,3]
%950 = ncnn.as_rows("x") {ic=6}
"c" = linear(%950, @"w") name="fc1"
"y" = reshape("c") {shape=[-1]} name="flatten1"
output("y")
@"w" = f32[1,6] [1,2,3,4,5,6]
--- remarks
fired: drop_identities: flatten1 removed
--- out
"x" = input : f32[1,2,3]
%0 = reshape("x") {shape=[-1]} : f32[6]
"y" = linear(%0, @"w") name="fc1" : f32[1]
output("y")
@"w" = f32[1,6] [1,2,3,4,5,6]
