# Nearest pixels, and a border that holds what the map makes 0.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = add("x", @"s") name="add1"
"a" = ncnn.interp("y") {resize_type=nearest, height_scale=2, width_scale=2} name="resize1"
"p" = pad("a") {pads=[0,1,1,0,0,0]} name="pad1"
"z" = conv("p", @"w") name="conv1"
output("z")
@"s" = f32[] [3]
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
--- remarks
fired: sink_affine: add1 + resize1 + pad1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
%0 = resize("x") {scales=[2,2], axes=[1,2], coordinate_transformation_mode=asymmetric, nearest_mode=floor} name="resize1" : f32[2,2*"x".1,2*"x".2]
%1 = pad(%0) {pads=[0,1,1,0,0,0], value=-3} name="pad1" : f32[2,2*"x".1+1,2*"x".2+1]
"z" = conv(%1, @"w", @%0) name="conv1" : f32[1,2*"x".1,2*"x".2]
output("z")
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
@%0 = f32[1] [108]
