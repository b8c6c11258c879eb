# A linear resize whose pixels lie at i * n / m goes from corner to corner once it has its last pixel twice; one whose places f32 rounds does not, nor one that takes means of more pixels.
test pass legalize
--- in
"x" = input : f32[2,3,4]
"y" = resize("x") {mode=linear, scales=[1,2,2], coordinate_transformation_mode=asymmetric}
"z" = resize("x") {mode=linear, sizes=[7,5], axes=[1,2], coordinate_transformation_mode=asymmetric}
"one" = input : f32[2,1,1]
"o" = resize("one") {mode=linear, scales=[1,3,3], coordinate_transformation_mode=asymmetric}
"small" = resize("x") {mode=linear, sizes=[2,2], axes=[1,2], coordinate_transformation_mode=asymmetric, antialias=true}
output("y", "z", "o", "small")
--- remarks
fired: legalize: resize #2 -> slice #31 (slice)
fired: legalize: resize #8 -> slice #63 (slice)
missed: legalize: resize #4: ncnn does not have this resize, and no other words for it were found
missed: legalize: resize #10: ncnn does not have this resize, and no other words for it were found
--- out
"x" = input : f32[2,3,4]
%0 = pad("x") {pads=[0,0,0,0,1,1], mode=edge} : f32[2,4,5]
%1 = resize(%0) {mode=linear, sizes=[7,9], axes=[1,2], coordinate_transformation_mode=align_corners} : f32[2,7,9]
%2 = slice(%1) {starts=[0], ends=[6], axes=[1]} : f32[2,6,9]
"y" = slice(%2) {starts=[0], ends=[8], axes=[2]} : f32[2,6,8]
"z" = resize("x") {mode=linear, sizes=[7,5], axes=[1,2], coordinate_transformation_mode=asymmetric} : f32[2,7,5]
"one" = input : f32[2,1,1]
%3 = pad("one") {pads=[0,0,0,0,1,1], mode=edge} : f32[2,2,2]
%4 = resize(%3) {mode=linear, sizes=[4,4], axes=[1,2], coordinate_transformation_mode=align_corners} : f32[2,4,4]
%5 = slice(%4) {starts=[0], ends=[3], axes=[1]} : f32[2,3,4]
"o" = slice(%5) {starts=[0], ends=[3], axes=[2]} : f32[2,3,3]
"small" = resize("x") {mode=linear, sizes=[2,2], axes=[1,2], coordinate_transformation_mode=asymmetric, antialias=true} : f32[2,2,2]
output("y", "z", "o", "small")
