# Channels that do not pair have the larger number, as in ncnn, and so have those that may not.
test infer
--- in
"x" = input : f32[16,h,w]
"y" = input : f32[64,h,w]
"n" = input : f32[n,h,w]
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"z" = add(%900, %901)
%902 = ncnn.align("n", "x")
%903 = ncnn.align("x", "n")
"m" = mul(%902, %903)
output("z", "m")
--- out
"x" = input : f32[16,h,w]
"y" = input : f32[64,h,w]
"n" = input : f32[n,h,w]
%0 = ncnn.align("x", "y") : f32[64,h,w]
"z" = add(%0, "y") : f32[64,h,w]
%1 = ncnn.align("n", "x") : f32[max(16,n),h,w]
%2 = ncnn.align("x", "n") : f32[max(16,n),h,w]
"m" = mul(%1, %2) : f32[max(16,n),h,w]
output("z", "m")
