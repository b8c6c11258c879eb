# ncnn does not use the last of an odd number; a size that is not known keeps the layer.
test infer
--- in
"x" = input : f32[2,5]
"e" = input : f32[6]
"n" = input : f32[n,4]
"y" = ncnn.glu("x") {axis=-1}
"f" = ncnn.glu("e") {axis=3}
"m" = ncnn.glu("n") {axis=0}
output("y", "f", "m")
--- out
"x" = input : f32[2,5]
"e" = input : f32[6]
"n" = input : f32[n,4]
%0 = slice("x") {starts=[0], ends=[4], axes=[1]} : f32[2,4]
"y" = glu(%0) {axis=1} : f32[2,2]
"f" = glu("e") : f32[3]
"m" = ncnn.glu("n") : f32[floordiv(n,2),4]
output("y", "f", "m")
