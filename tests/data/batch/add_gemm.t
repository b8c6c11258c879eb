# Rows of all images are those of one matrix; what has other rows for each image comes once for each.
test batch add 2
--- in
"x" = input : f32[3,4]
"c" = input : f32[3,1]
"r" = input : f32[5]
"plain" = gemm("x", @"w", @"b") name="plain"
"turned" = gemm("c", @"u") {transA=true, alpha=2} name="turned"
"summand" = gemm("x", @"w", "c") {beta=0.5} name="summand"
"rows" = gemm("x", @"w", @"d") name="rows"
"shared" = gemm("x", @"w", "r") name="shared"
"other" = gemm(@"a", "x") {transB=true} name="other"
output("plain", "turned", "summand", "rows", "shared", "other")
@"w" = f32[4,5] seed 1
@"b" = f32[5] seed 2
@"u" = f32[3,2] seed 3
@"d" = f32[3,5] seed 4
@"a" = f32[2,4] seed 5
--- out
"x" = input : f32[2,3,4]
"c" = input : f32[2,3,1]
"r" = input : f32[2,5]
%0 = reshape("x") {shape=[6,4]} : f32[6,4]
%1 = gemm(%0, @"w", @"b") name="plain" : f32[6,5]
"plain" = reshape(%1) {shape=[2,3,5]} : f32[2,3,5]
%2 = reshape("c") {shape=[2,3]} : f32[2,3]
%3 = gemm(%2, @"u") {alpha=2} name="turned" : f32[2,2]
"turned" = reshape(%3) {shape=[2,1,2]} : f32[2,1,2]
%4 = reshape("x") {shape=[6,4]} : f32[6,4]
%5 = reshape("c") {shape=[6,1]} : f32[6,1]
%6 = gemm(%4, @"w", %5) {beta=0.5} name="summand" : f32[6,5]
"summand" = reshape(%6) {shape=[2,3,5]} : f32[2,3,5]
%7 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,3,4]
%8 = reshape(%7) {shape=[3,4]} : f32[3,4]
%9 = gemm(%8, @"w", @"d") name="rows/0" : f32[3,5]
%10 = reshape(%9) {shape=[1,3,5]} : f32[1,3,5]
%11 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,3,4]
%12 = reshape(%11) {shape=[3,4]} : f32[3,4]
%13 = gemm(%12, @"w", @"d") name="rows/1" : f32[3,5]
%14 = reshape(%13) {shape=[1,3,5]} : f32[1,3,5]
"rows" = concat(%10, %14) name="rows" : f32[2,3,5]
%15 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,3,4]
%16 = reshape(%15) {shape=[3,4]} : f32[3,4]
%17 = slice("r") {starts=[0], ends=[1], axes=[0]} : f32[1,5]
%18 = reshape(%17) {shape=[5]} : f32[5]
%19 = gemm(%16, @"w", %18) name="shared/0" : f32[3,5]
%20 = reshape(%19) {shape=[1,3,5]} : f32[1,3,5]
%21 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,3,4]
%22 = reshape(%21) {shape=[3,4]} : f32[3,4]
%23 = slice("r") {starts=[1], ends=[2], axes=[0]} : f32[1,5]
%24 = reshape(%23) {shape=[5]} : f32[5]
%25 = gemm(%22, @"w", %24) name="shared/1" : f32[3,5]
%26 = reshape(%25) {shape=[1,3,5]} : f32[1,3,5]
"shared" = concat(%20, %26) name="shared" : f32[2,3,5]
%27 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,3,4]
%28 = reshape(%27) {shape=[3,4]} : f32[3,4]
%29 = gemm(@"a", %28) {transB=true} name="other/0" : f32[2,3]
%30 = reshape(%29) {shape=[1,2,3]} : f32[1,2,3]
%31 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,3,4]
%32 = reshape(%31) {shape=[3,4]} : f32[3,4]
%33 = gemm(@"a", %32) {transB=true} name="other/1" : f32[2,3]
%34 = reshape(%33) {shape=[1,2,3]} : f32[1,2,3]
"other" = concat(%30, %34) name="other" : f32[2,2,3]
output("plain", "turned", "summand", "rows", "shared", "other")
@"w" = f32[4,5] ...
@"b" = f32[5] ...
@"u" = f32[3,2] ...
@"d" = f32[3,5] ...
@"a" = f32[2,4] ...
