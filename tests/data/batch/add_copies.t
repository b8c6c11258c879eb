# What has no place for images, or is not known to keep them apart, is there once for each.
test batch add 2
--- in
"x" = input : f32[3,8,8]
"a" = relu("x") name="act"
"y" = ncnn.lrn("a") {region_type=within_channel} name="contrast"
output("y")
--- out
"x" = input : f32[2,3,8,8]
"a" = relu("x") name="act" : f32[2,3,8,8]
%0 = slice("a") {starts=[0], ends=[1], axes=[0]} : f32[1,3,8,8]
%1 = reshape(%0) {shape=[3,8,8]} : f32[3,8,8]
%2 = ncnn.lrn(%1) {region_type=within_channel} name="contrast/0" : f32[3,8,8]
%3 = reshape(%2) {shape=[1,3,8,8]} : f32[1,3,8,8]
%4 = slice("a") {starts=[1], ends=[2], axes=[0]} : f32[1,3,8,8]
%5 = reshape(%4) {shape=[3,8,8]} : f32[3,8,8]
%6 = ncnn.lrn(%5) {region_type=within_channel} name="contrast/1" : f32[3,8,8]
%7 = reshape(%6) {shape=[1,3,8,8]} : f32[1,3,8,8]
"y" = concat(%3, %7) name="contrast" : f32[2,3,8,8]
output("y")
