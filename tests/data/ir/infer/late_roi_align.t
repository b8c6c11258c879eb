# ncnn.roi_align of all samples of one region of an image is a roi_align; else it stays. One without batch_indices is of one image, and each axis of regions comes in front.
test infer
--- in
"x" = input : f32[c,h,w]
"v" = input : f32[2,c,h,w]
"u" = input : f32[?]
"r" = input : f32[1,4]
"s" = input : f32[n,4]
"f" = input : f32[4]
"p" = input : f32[p,q,k]
"i" = input : i64[m]
"a" = ncnn.roi_align("x", "r") {pooled_width=3, pooled_height=2, version=1, aligned=true}
"b" = ncnn.roi_align("x", "f") {pooled_width=3, pooled_height=2, version=1, sampling_ratio=2}
"d" = ncnn.roi_align("x", "f") {pooled_width=3, pooled_height=2}
"e" = ncnn.roi_align("x", "s") {pooled_width=3, pooled_height=2, version=1}
"g" = ncnn.roi_align("v", "f") {pooled_width=3, pooled_height=2, version=1}
"j" = ncnn.roi_align("u", "f") {pooled_width=3, pooled_height=2, version=1}
"y" = roi_align("v", "s", "i") {output_width=5}
"z" = roi_align("x", "p") {output_height=5}
output("a", "b", "d", "e", "g", "j", "y", "z")
--- out
"x" = input : f32[c,h,w]
"v" = input : f32[2,c,h,w]
"u" = input : f32[?]
"r" = input : f32[1,4]
"s" = input : f32[n,4]
"f" = input : f32[4]
"p" = input : f32[p,q,4]
"i" = input : i64[m]
%0 = squeeze("r") {axes=[0]} : f32[4]
"a" = roi_align("x", %0) {output_height=2, output_width=3} : f32[c,2,3]
"b" = roi_align("x", "f") {coordinate_transformation_mode=output_half_pixel, output_height=2, output_width=3, sampling_ratio=2} : f32[c,2,3]
"d" = ncnn.roi_align("x", "f") {pooled_width=3, pooled_height=2} : f32[c,2,3]
"e" = ncnn.roi_align("x", "s") {pooled_width=3, pooled_height=2, version=1} : f32[c,2,3]
"g" = ncnn.roi_align("v", "f") {pooled_width=3, pooled_height=2, version=1} : f32[2,2,3]
"j" = ncnn.roi_align("u", "f") {pooled_width=3, pooled_height=2, version=1} : f32[_,2,3]
"y" = roi_align("v", "s", "i") {output_width=5} : f32[n,c,1,5]
"z" = roi_align("x", "p") {output_height=5} : f32[p,q,c,5,1]
output("a", "b", "d", "e", "g", "j", "y", "z")
