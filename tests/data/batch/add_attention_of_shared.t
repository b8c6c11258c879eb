# Keys that are the same for all images.
test batch add 2
--- in
"x" = input : f32[5,4]
"y" = multi_head_attention("x", @"k", @"k", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b") {embed_dim=4, num_heads=2} name="each"
output("y")
@"w" = f32[4,4] seed 1
@"b" = f32[4] seed 2
@"k" = f32[3,4] seed 3
--- out
"x" = input : f32[2,5,4]
%0 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,5,4]
%1 = reshape(%0) {shape=[5,4]} : f32[5,4]
%2 = multi_head_attention(%1, @"k", @"k", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b") {embed_dim=4, num_heads=2} name="each/0" : f32[5,4]
%3 = reshape(%2) {shape=[1,5,4]} : f32[1,5,4]
%4 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,5,4]
%5 = reshape(%4) {shape=[5,4]} : f32[5,4]
%6 = multi_head_attention(%5, @"k", @"k", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b") {embed_dim=4, num_heads=2} name="each/1" : f32[5,4]
%7 = reshape(%6) {shape=[1,5,4]} : f32[1,5,4]
"y" = concat(%3, %7) name="each" : f32[2,5,4]
output("y")
@"k" = f32[3,4] ...
@"w" = f32[4,4] ...
@"b" = f32[4] ...
