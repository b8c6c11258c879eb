# Case 1: facemesh, an NHWC network between two transposes. The slopes of shape 1,1,3 run along the last axis, whatever the sizes.
test infer
--- in
"x" = input : f32[3,h,w]
"n" = ncnn.permute("x") {order_type=3}
"p" = prelu("n", @"slope")
"y" = ncnn.permute("p") {order_type=4}
output("y")
@"slope" = f32[3] [0.1,0.2,0.3]
--- out
"x" = input : f32[3,h,w]
"n" = transpose("x") {perm=[1,2,0]} : f32[h,w,3]
"p" = prelu("n", @"slope") : f32[h,w,3]
"y" = transpose("p") {perm=[2,0,1]} : f32[3,h,w]
output("y")
@"slope" = f32[3] ...
