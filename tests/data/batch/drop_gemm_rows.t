# Several rows of each image, one image behind the other, stay together through what computes each row by itself.
test batch drop
--- in
"x" = input : f32[2,3,4]
"f" = reshape("x") {shape=[6,4]}
"h" = gemm("f", @"w", @"b") name="first"
"r" = relu("h") name="relu"
"p" = softmax("r") {axis=1} name="softmax"
"m" = matmul("p", @"u") name="matmul"
"a" = add("m", @"c") name="add"
"s" = gemm("p", @"u", "a") name="second"
"g" = reshape("s") {shape=[6,5,1]}
"y" = reshape("g") {shape=[2,3,5]}
output("y")
@"w" = f32[4,5] seed 1
@"b" = f32[5] seed 2
@"u" = f32[5,5] seed 3
@"c" = f32[1,5] seed 4
--- out
"x" = input : f32[3,4]
"f" = reshape("x") {shape=[3,4]} : f32[3,4]
"h" = gemm("f", @"w", @"b") name="first" : f32[3,5]
"r" = relu("h") name="relu" : f32[3,5]
"p" = softmax("r") {axis=1} name="softmax" : f32[3,5]
"m" = matmul("p", @"u") name="matmul" : f32[3,5]
"a" = add("m", @"c") name="add" : f32[3,5]
"s" = gemm("p", @"u", "a") name="second" : f32[3,5]
"g" = reshape("s") {shape=[3,5,1]} : f32[3,5,1]
"y" = reshape("g") {shape=[3,5]} : f32[3,5]
output("y")
@"w" = f32[4,5] ...
@"b" = f32[5] ...
@"u" = f32[5,5] ...
@"c" = f32[1,5] ...
