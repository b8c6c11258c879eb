# Images of columns are turned before their rows are put together; of one row there is nothing to turn, and a summand of each is a row.
test batch add 3
--- in
"x" = input : f32[4,2]
"y" = input : f32[4,1]
"r" = input : f32[5]
"s" = input : f32[]
"turned" = gemm("x", @"w", @"b") {transA=true} name="turned"
"one" = gemm("y", @"w", "r") {transA=true} name="one"
"scalar" = gemm("y", @"w", "s") {transA=true} name="scalar"
output("turned", "one", "scalar")
@"w" = f32[4,5] seed 1
@"b" = f32[1,5] seed 2
--- out
"x" = input : f32[3,4,2]
"y" = input : f32[3,4,1]
"r" = input : f32[3,5]
"s" = input : f32[3]
%0 = transpose("x") {perm=[0,2,1]} : f32[3,2,4]
%1 = reshape(%0) {shape=[6,4]} : f32[6,4]
%2 = gemm(%1, @"w", @"b") name="turned" : f32[6,5]
"turned" = reshape(%2) {shape=[3,2,5]} : f32[3,2,5]
%3 = reshape("y") {shape=[3,4]} : f32[3,4]
%4 = reshape("r") {shape=[3,5]} : f32[3,5]
%5 = gemm(%3, @"w", %4) name="one" : f32[3,5]
"one" = reshape(%5) {shape=[3,1,5]} : f32[3,1,5]
%6 = reshape("y") {shape=[3,4]} : f32[3,4]
%7 = reshape("s") {shape=[3,1]} : f32[3,1]
%8 = gemm(%6, @"w", %7) name="scalar" : f32[3,5]
"scalar" = reshape(%8) {shape=[3,1,5]} : f32[3,1,5]
output("turned", "one", "scalar")
@"w" = f32[4,5] ...
@"b" = f32[1,5] ...
