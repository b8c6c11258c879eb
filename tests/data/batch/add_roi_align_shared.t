# Regions that are the same for all images: one node for each.
test batch add 2
--- in
"x" = input : f32[1,6,7]
"y" = roi_align("x", @"r") {output_height=2, output_width=3} name="one"
output("y")
@"r" = f32[1,4] [0,0,5,4]
--- out
"x" = input : f32[2,1,6,7]
%0 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,1,6,7]
%1 = reshape(%0) {shape=[1,6,7]} : f32[1,6,7]
%2 = roi_align(%1, @"r") {output_height=2, output_width=3} name="one/0" : f32[1,1,2,3]
%3 = reshape(%2) {shape=[1,1,1,2,3]} : f32[1,1,1,2,3]
%4 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,1,6,7]
%5 = reshape(%4) {shape=[1,6,7]} : f32[1,6,7]
%6 = roi_align(%5, @"r") {output_height=2, output_width=3} name="one/1" : f32[1,1,2,3]
%7 = reshape(%6) {shape=[1,1,1,2,3]} : f32[1,1,1,2,3]
"y" = concat(%3, %7) name="one" : f32[2,1,1,2,3]
output("y")
@"r" = f32[1,4] ...
