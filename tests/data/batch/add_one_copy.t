# One image needs no slices.
test batch add 1
--- in
"x" = input : f32[3,8,8]
"y" = ncnn.lrn("x") {region_type=within_channel} name="contrast"
"z" = relu("y") name="act"
output("z")
--- out
"x" = input : f32[1,3,8,8]
%0 = reshape("x") {shape=[3,8,8]} : f32[3,8,8]
%1 = ncnn.lrn(%0) {region_type=within_channel} name="contrast" : f32[3,8,8]
"y" = reshape(%1) {shape=[1,3,8,8]} : f32[1,3,8,8]
"z" = relu("y") name="act" : f32[1,3,8,8]
output("z")
