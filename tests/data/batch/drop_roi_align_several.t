# Regions name images of their own run, the same ones in each.
test batch drop
--- in
"x" = input : f32[2,2,1,6,7]
"r" = input : f32[2,3,4]
"f" = reshape("x") {shape=[4,1,6,7]}
"y" = roi_align("f", "r", @"i") {output_height=1, output_width=2} name="several"
"z" = roi_align(@"x", "r", @"j") {output_height=1, output_width=2} name="of_shared"
output("y", "z")
@"i" = i64[2,3] [1,0,1,3,2,3]
@"j" = i64[2,3] [1,0,1,1,0,1]
@"x" = f32[2,1,6,7] seed 3
--- out
"x" = input : f32[2,1,6,7]
"r" = input : f32[3,4]
"f" = reshape("x") {shape=[2,1,6,7]} : f32[2,1,6,7]
"y" = roi_align("f", "r", @%0) {output_width=2} name="several" : f32[3,1,1,2]
"z" = roi_align(@"x", "r", @%1) {output_width=2} name="of_shared" : f32[3,1,1,2]
output("y", "z")
@%0 = i64[3] ...
@"x" = f32[2,1,6,7] ...
@%1 = i64[3] ...
