# A region of another image.
test batch drop
--- in
"x" = input : f32[2,3,6,7]
"r" = input : f32[2,1,4]
"y" = roi_align("x", "r", @"i") {output_height=2, output_width=3} name="one"
output("y")
@"i" = i64[2,1] [1,0]
--- out
roi_align 'one': a region may name another image than its own
