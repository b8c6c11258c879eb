# A node for each of many images is not made.
test batch add 65
--- in
"x" = input : f32[3,8,8]
"y" = ncnn.lrn("x") {region_type=within_channel} name="contrast"
output("y")
--- out
ncnn.lrn 'contrast': it would be needed once for each of many images
