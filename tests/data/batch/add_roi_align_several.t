# Regions of one run are of several images: those of the next run follow, and so do the numbers of its images.
test batch add 2
--- in
"x" = input : f32[2,1,6,7]
"r" = input : f32[2,4]
"y" = roi_align("x", "r", @"i") {output_height=1, output_width=2} name="two"
"z" = roi_align(@"x", "r", @"i") {output_height=1, output_width=2} name="of_shared"
output("y", "z")
@"i" = i64[2] [1,0]
@"x" = f32[2,1,6,7] seed 3
--- out
"x" = input : f32[2,2,1,6,7]
"r" = input : f32[2,2,4]
%0 = reshape("x") {shape=[4,1,6,7]} : f32[4,1,6,7]
"y" = roi_align(%0, "r", @%0) {output_width=2} name="two" : f32[2,2,1,1,2]
"z" = roi_align(@"x", "r", @%1) {output_width=2} name="of_shared" : f32[2,2,1,1,2]
output("y", "z")
@%0 = i64[2,2] ...
@"x" = f32[2,1,6,7] ...
@%1 = i64[2,2] ...
