# The constant is a result of the network.
test pass fold_constants
--- in
"x" = input : f32[2]
"a" = constant(@"a") name="mem1"
"s" = neg("a") name="neg1"
"y" = relu("x") name="relu1"
output("s" as "anchors", "y")
@"a" = f32[2] [1,2]
--- remarks
fired: fold_constants: neg1 -> neg1 (constant)
--- out
"x" = input : f32[2]
"s" = constant(@%0) name="neg1" : f32[2]
"y" = relu("x") name="relu1" : f32[2]
output("s" as "anchors", "y")
@%0 = f32[2] [-1,-2]
