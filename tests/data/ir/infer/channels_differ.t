# Channels that do not pair have the larger number, as in ncnn, and so have those that may not.
test infer
--- in
"x" = input : f32[16,h,w]
"y" = input : f32[64,h,w]
"n" = input : f32[n,h,w]
"z" = add("x", "y") {align=late}
"m" = mul("n", "x") {align=late}
output("z", "m")
--- out
"x" = input : f32[16,h,w]
"y" = input : f32[64,h,w]
"n" = input : f32[n,h,w]
"z" = add("x", "y") {align=left} : f32[64,h,w]
"m" = mul("n", "x") {align=left} : f32[max(16,n),h,w]
output("z", "m")
