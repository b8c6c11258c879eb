# ncnn.lrn over an odd number of channels of an image is an lrn.
test infer
--- in
"x" = input : f32[c,h,w]
"m" = input : f32[h,w]
"u" = input : f32[?]
"a" = ncnn.lrn("x") {local_size=3, alpha=0.5, bias=2}
"b" = ncnn.lrn("x") {local_size=4}
"d" = ncnn.lrn("x") {region_type=within_channel}
"e" = ncnn.lrn("m")
"f" = ncnn.lrn("u")
output("a", "b", "d", "e", "f")
--- out
"x" = input : f32[c,h,w]
"m" = input : f32[h,w]
"u" = input : f32[?]
"a" = lrn("x") {axis=0, size=3, alpha=0.5, bias=2} : f32[c,h,w]
"b" = ncnn.lrn("x") {local_size=4} : f32[c,h,w]
"d" = ncnn.lrn("x") {region_type=within_channel} : f32[c,h,w]
"e" = ncnn.lrn("m") : f32[h,w]
"f" = ncnn.lrn("u") : f32[?]
output("a", "b", "d", "e", "f")
