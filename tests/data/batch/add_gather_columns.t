# Columns of a shared table: the axis of images would not be in front.
test batch add 2
--- in
"i" = input : i64[4]
"e" = gather(@"w", "i") {axis=1} name="columns"
output("e")
@"w" = f32[3,5] seed 1
--- out
"i" = input : i64[2,4]
%0 = slice("i") {starts=[0], ends=[1], axes=[0]} : i64[1,4]
%1 = reshape(%0) {shape=[4]} : i64[4]
%2 = gather(@"w", %1) {axis=1} name="columns/0" : f32[3,4]
%3 = reshape(%2) {shape=[1,3,4]} : f32[1,3,4]
%4 = slice("i") {starts=[1], ends=[2], axes=[0]} : i64[1,4]
%5 = reshape(%4) {shape=[4]} : i64[4]
%6 = gather(@"w", %5) {axis=1} name="columns/1" : f32[3,4]
%7 = reshape(%6) {shape=[1,3,4]} : f32[1,3,4]
"e" = concat(%3, %7) name="columns" : f32[2,3,4]
output("e")
@"w" = f32[3,5] ...
