# Regions of images that are the same for all runs name others in the second.
test batch drop
--- in
"r" = input : f32[2,1,4]
"y" = roi_align(@"x", "r", @"i") {output_height=1, output_width=2} name="of_shared"
output("y")
@"i" = i64[2,1] [0,1]
@"x" = f32[2,1,6,7] seed 3
--- out
roi_align 'of_shared': a region may name another image than its own
