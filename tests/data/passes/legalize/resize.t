# Pixels that lie elsewhere by another rule, and are the same ones; that an axis is resized which keeps its size. Where they are others the resize stays.
test pass legalize
--- in
"x" = input : f32[4,20,20]
"lines" = resize("x") {mode=linear, scales=[1,2,2], axes=[0,1,2], coordinate_transformation_mode=align_corners, nearest_mode=floor}
"nearest" = resize("x") {scales=[2,2], axes=[1,2]}
"one" = resize("x") {scales=[3], axes=[2], coordinate_transformation_mode=asymmetric, nearest_mode=floor}
"thirds" = resize("x") {scales=[2.5,2.5], axes=[1,2]}
"far" = resize("x") {mode=linear, scales=[2,2], axes=[1,2], coordinate_transformation_mode=asymmetric}
"channels" = resize("x") {scales=[2], axes=[0]}
output("lines", "nearest", "one", "thirds", "far", "channels")
--- out
"x" = input : f32[4,20,20]
"lines" = resize("x") {mode=linear, sizes=[40,40], axes=[1,2], coordinate_transformation_mode=align_corners} : f32[4,40,40]
"nearest" = resize("x") {sizes=[40,40], axes=[1,2], coordinate_transformation_mode=asymmetric, nearest_mode=floor} : f32[4,40,40]
"one" = resize("x") {sizes=[20,60], axes=[1,2], coordinate_transformation_mode=asymmetric, nearest_mode=floor} : f32[4,20,60]
"thirds" = resize("x") {sizes=[50,50], axes=[1,2], coordinate_transformation_mode=asymmetric, nearest_mode=floor} : f32[4,50,50]
%0 = pad("x") {pads=[0,0,0,0,1,1], mode=edge} : f32[4,21,21]
%1 = resize(%0) {mode=linear, sizes=[41,41], axes=[1,2], coordinate_transformation_mode=align_corners} : f32[4,41,41]
%2 = slice(%1) {starts=[0], ends=[40], axes=[1]} : f32[4,40,41]
"far" = slice(%2) {starts=[0], ends=[40], axes=[2]} : f32[4,40,40]
"channels" = resize("x") {scales=[2], axes=[0]} : f32[8,20,20]
output("lines", "nearest", "one", "thirds", "far", "channels")
