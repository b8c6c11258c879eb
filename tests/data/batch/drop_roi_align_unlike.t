# Regions of the second run name other images of it than those of the first.
test batch drop
--- in
"x" = input : f32[2,2,1,6,7]
"r" = input : f32[2,1,4]
"f" = reshape("x") {shape=[4,1,6,7]}
"y" = roi_align("f", "r", @"i") {output_height=1, output_width=2} name="several"
output("y")
@"i" = i64[2,1] [0,3]
--- out
roi_align 'several': a region may name another image than its own
