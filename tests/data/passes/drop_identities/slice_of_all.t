# A slice of a whole axis is as long as that is, though the algebra of sizes could think of numbers
# below 0.
test pass drop_identities for=onnx13
--- in
"x" = input : f32[1,1,n]
"c" = conv("x", @"w") {nd=1, axis=1, stride=[2]} name="conv1"
"a" = slice("c") {starts=["0"], ends=["2147483647"], axes=[2]} name="slice1"
"y" = relu("a") name="relu1"
output("y")
@"w" = f32[1,1,4] [1,2,3,4]
--- remarks
fired: drop_identities: slice1 removed
--- out
"x" = input : f32[1,1,n]
"c" = conv("x", @"w") {nd=1, stride=[2], axis=1} name="conv1" : f32[1,1,floordiv(n,2)-1]
"y" = relu("c") name="relu1" : f32[1,1,floordiv(n,2)-1]
output("y")
@"w" = f32[1,1,4] [1,2,3,4]
