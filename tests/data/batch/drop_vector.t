# The product of a row of each image with a constant matrix is that of a vector; where a factor or something else stands by, it is not.
test batch drop
--- in
"x" = input : f32[2,4]
"a" = gemm("x", @"w", @"b") {transB=true} name="first"
"m" = matmul("a", @"u") name="second"
"g" = gemm("m", @"u", @"one") name="third"
"h" = gemm("g", @"u") {alpha=2} name="fourth"
output("h")
@"w" = f32[3,4] seed 1
@"b" = f32[1,3] seed 2
@"u" = f32[3,3] seed 3
@"one" = f32[1] seed 4
--- out
"x" = input : f32[4]
"a" = linear("x", @"w", @"b") name="first" : f32[3]
"m" = linear("a", @%0) name="second" : f32[3]
%0 = reshape("m") {shape=[1,3]} : f32[1,3]
%1 = gemm(%0, @%1, @"one") name="third" : f32[1,3]
"g" = reshape(%1) {shape=[3]} : f32[3]
%2 = reshape("g") {shape=[1,3]} : f32[1,3]
%3 = gemm(%2, @%1) {alpha=2} name="fourth" : f32[1,3]
"h" = reshape(%3) {shape=[3]} : f32[3]
output("h")
@"w" = f32[3,4] ...
@"b" = f32[3] ...
@%0 = f32[3,3] ...
@%1 = f32[3,3] ...
@"one" = f32[1] ...
