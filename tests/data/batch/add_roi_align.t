# Regions name the image that they are of. Of an image that is the same for all they name what they named.
test batch add 3
--- in
"x" = input : f32[2,6,7]
"r" = input : f32[2,4]
"j" = input : i64[2]
"y" = roi_align("x", "r") {output_height=2, output_width=3} name="one"
"u" = roi_align(@"x", "r") {output_height=1, output_width=1} name="shared"
"v" = roi_align(@"z", "r", "j") {output_height=1, output_width=1} name="shared_ones"
output("y", "u", "v")
@"x" = f32[2,6,7] seed 3
@"z" = f32[2,1,6,7] seed 4
--- out
"x" = input : f32[3,2,6,7]
"r" = input : f32[3,2,4]
"j" = input : i64[3,2]
"y" = roi_align("x", "r", @%0) {output_height=2, output_width=3} name="one" : f32[3,2,2,2,3]
"u" = roi_align(@"x", "r") name="shared" : f32[3,2,2,1,1]
"v" = roi_align(@"z", "r", "j") name="shared_ones" : f32[3,2,1,1,1]
output("y", "u", "v")
@%0 = i64[3,2] ...
@"x" = f32[2,6,7] ...
@"z" = f32[2,1,6,7] ...
