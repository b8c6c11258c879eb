# Images are rows: of a matrix of them one is left; a summand is one row, or has one of each image.
test batch drop
--- in
"x" = input : f32[2,3,4]
"f" = reshape("x") {shape=[2,12]}
"h" = gemm("f", @"w", @"b") {transB=true, alpha=0.5} name="first"
"r" = relu("h")
"y" = gemm("r", @"u", "h") name="second"
output("y")
@"w" = f32[5,12] seed 1
@"b" = f32[1,5] seed 2
@"u" = f32[5,5] seed 3
--- out
"x" = input : f32[3,4]
"f" = reshape("x") {shape=[12]} : f32[12]
%0 = reshape("f") {shape=[1,12]} : f32[1,12]
%1 = gemm(%0, @"w", @"b") {alpha=0.5, transB=true} name="first" : f32[1,5]
"h" = reshape(%1) {shape=[5]} : f32[5]
"r" = relu("h") : f32[5]
%2 = reshape("r") {shape=[1,5]} : f32[1,5]
%3 = reshape("h") {shape=[1,5]} : f32[1,5]
%4 = gemm(%2, @"u", %3) name="second" : f32[1,5]
"y" = reshape(%4) {shape=[5]} : f32[5]
output("y")
@"w" = f32[5,12] ...
@"b" = f32[1,5] ...
@"u" = f32[5,5] ...
