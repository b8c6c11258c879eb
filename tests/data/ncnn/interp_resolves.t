# Which Interp is a resize: by scales of powers of two and by sizes at once, else where the numbers say so; a scale of 41 rounds to another pixel.
test infer
--- in
"x" = input : f32[c,h,w]
"n" = input : f32[2,3,4]
"v" = input : f32[5]
"u" = input : f32[?]
"a" = ncnn.interp("x") {resize_type=nearest, height_scale=2, width_scale=0.5}
"b" = ncnn.interp("x") {resize_type=bilinear, height_scale=3, width_scale=3}
"c" = ncnn.interp("x") {resize_type=nearest, height_scale=3, width_scale=3}
"d" = ncnn.interp("n") {resize_type=nearest, height_scale=3, width_scale=3}
"e" = ncnn.interp("n") {resize_type=nearest, height_scale=41, width_scale=41}
"f" = ncnn.interp("x") {resize_type=bilinear, height_scale=1.5, width_scale=1.5}
"g" = ncnn.interp("x", "n") {resize_type=bilinear, dynamic_target_size=true, align_corner=true}
"i" = ncnn.interp("v") {resize_type=bicubic, output_height=3, output_width=2}
"k" = ncnn.interp("u") {resize_type=bilinear, output_height=3, output_width=2}
"l" = ncnn.interp("n") {resize_type=none, output_height=3, output_width=4}
"o" = ncnn.interp("v") {resize_type=bilinear, height_scale=2, width_scale=3}
"m" = ncnn.interp("x") {resize_type=bicubic, output_height=3, output_width=4}
output("a", "b", "c", "d", "e", "f", "g", "i", "k", "l", "m", "o")
--- out
"x" = input : f32[c,h,w]
"n" = input : f32[2,3,4]
"v" = input : f32[5]
"u" = input : f32[?]
"a" = resize("x") {scales=[2,0.5], axes=[1,2], coordinate_transformation_mode=asymmetric, nearest_mode=floor} : f32[c,2*h,floordiv(w,2)]
"b" = resize("x") {mode=linear, scales=[3,3], axes=[1,2]} : f32[c,3*h,3*w]
"c" = ncnn.interp("x") {resize_type=nearest, height_scale=3, width_scale=3} : f32[c,3*h,3*w]
"d" = resize("n") {scales=[3,3], axes=[1,2], coordinate_transformation_mode=asymmetric, nearest_mode=floor} : f32[2,9,12]
"e" = ncnn.interp("n") {resize_type=nearest, height_scale=41, width_scale=41} : f32[2,123,164]
"f" = ncnn.interp("x") {resize_type=bilinear, height_scale=1.5, width_scale=1.5} : f32[c,scale(h,1.5),scale(w,1.5)]
"g" = resize("x", "n") {mode=linear, sizes=["ref.1","ref.2"], axes=[1,2], coordinate_transformation_mode=align_corners} : f32[c,3,4]
%0 = unsqueeze("v") {axes=[1,2]} : f32[5,1,1]
"i" = resize(%0) {sizes=[3,2], axes=[1,2], coordinate_transformation_mode=asymmetric, nearest_mode=floor} : f32[5,3,2]
"k" = ncnn.interp("u") {resize_type=bilinear, output_height=3, output_width=2} : f32[?]
"l" = identity("n") : f32[2,3,4]
%1 = unsqueeze("v") {axes=[1,2]} : f32[5,1,1]
"o" = resize(%1) {sizes=[2,3], axes=[1,2], coordinate_transformation_mode=asymmetric, nearest_mode=floor} : f32[5,2,3]
"m" = ncnn.interp("x") {resize_type=bicubic, output_height=3, output_width=4} : f32[c,3,4]
output("a", "b", "c", "d", "e", "f", "g", "i", "k", "l", "m", "o")
