# Regions that each name the image that they are listed for.
test batch drop
--- in
"x" = input : f32[2,3,6,7]
"r" = input : f32[2,3,4]
"y" = roi_align("x", "r", @"i") {output_height=2, output_width=3} name="one"
output("y")
@"i" = i64[2,3] [0,0,0,1,1,1]
--- out
"x" = input : f32[3,6,7]
"r" = input : f32[3,4]
"y" = roi_align("x", "r") {output_height=2, output_width=3} name="one" : f32[3,3,2,3]
output("y")
