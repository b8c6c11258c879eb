# Case 1: facemesh, an NHWC network between two transposes. The slopes of shape 1,1,3 run along the last axis: a prelu of axis 2, whatever the sizes.
test infer
--- in
"x" = input : f32[3,h,w]
"n" = permute("x") {code=3}
"p" = prelu("n", @"slope") {axis=2}
"y" = permute("p") {code=4}
output("y")
@"slope" = f32[3] [0.1,0.2,0.3]
--- out
"x" = input : f32[3,h,w]
"n" = permute("x") {code=-1, perm=[1,2,0]} : f32[h,w,3]
"p" = prelu("n", @"slope") {axis=2} : f32[h,w,3]
"y" = permute("p") {code=-1, perm=[2,0,1]} : f32[3,h,w]
output("y")
@"slope" = f32[3] ...
