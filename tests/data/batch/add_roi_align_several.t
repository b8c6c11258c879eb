# Regions of one run are of several images: one node for each run.
test batch add 2
--- in
"x" = input : f32[2,1,6,7]
"r" = input : f32[2,4]
"y" = roi_align("x", "r", @"i") {output_height=1, output_width=2} name="two"
output("y")
@"i" = i64[2] [1,0]
--- out
"x" = input : f32[2,2,1,6,7]
"r" = input : f32[2,2,4]
%0 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,2,1,6,7]
%1 = reshape(%0) {shape=[2,1,6,7]} : f32[2,1,6,7]
%2 = slice("r") {starts=[0], ends=[1], axes=[0]} : f32[1,2,4]
%3 = reshape(%2) {shape=[2,4]} : f32[2,4]
%4 = roi_align(%1, %3, @"i") {output_width=2} name="two/0" : f32[2,1,1,2]
%5 = reshape(%4) {shape=[1,2,1,1,2]} : f32[1,2,1,1,2]
%6 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,2,1,6,7]
%7 = reshape(%6) {shape=[2,1,6,7]} : f32[2,1,6,7]
%8 = slice("r") {starts=[1], ends=[2], axes=[0]} : f32[1,2,4]
%9 = reshape(%8) {shape=[2,4]} : f32[2,4]
%10 = roi_align(%7, %9, @"i") {output_width=2} name="two/1" : f32[2,1,1,2]
%11 = reshape(%10) {shape=[1,2,1,1,2]} : f32[1,2,1,1,2]
"y" = concat(%5, %11) name="two" : f32[2,2,1,1,2]
output("y")
@"i" = i64[2] ...
