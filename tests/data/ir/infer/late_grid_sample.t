# ncnn.grid_sample is a grid_sample once ranks are known, with a transpose in front where coordinates come first; what reflects, and the nearest pixel, stays. The grid's last axis says what is an axis of images.
test infer
--- in
"x" = input : f32[c,h,w]
"v" = input : f32[c,d,h,w]
"u" = input : f32[?]
"g" = input : f32[p,q,k]
"f" = input : f32[2,p,q]
"e" = input : f32[3,o,p,q]
"b" = input : f32[n,c,h,w]
"m" = input : f32[n,p,q,2]
"a" = ncnn.grid_sample("x", "g") {padding_mode=2, align_corner=true}
"i" = ncnn.grid_sample("x", "f") {sample_type=3, permute_fusion=true}
"j" = ncnn.grid_sample("v", "e") {permute_fusion=true}
"l" = ncnn.grid_sample("u", "f") {permute_fusion=true}
"r" = ncnn.grid_sample("x", "f") {padding_mode=3, permute_fusion=true}
"s" = ncnn.grid_sample("x", "f") {sample_type=2, permute_fusion=true}
"t" = grid_sample("b", "m")
"z" = grid_sample("u", "m")
output("a", "i", "j", "l", "r", "s", "t", "z")
--- out
"x" = input : f32[c,h,w]
"v" = input : f32[c,d,h,w]
"u" = input : f32[?]
"g" = input : f32[p,q,2]
"f" = input : f32[2,p,q]
"e" = input : f32[3,o,p,q]
"b" = input : f32[n,c,h,w]
"m" = input : f32[n,p,q,2]
"a" = grid_sample("x", "g") {padding_mode=border, align_corners=true} : f32[c,p,q]
%0 = transpose("f") {perm=[1,2,0]} : f32[p,q,2]
"i" = grid_sample("x", %0) {mode=cubic} : f32[c,p,q]
%1 = transpose("e") {perm=[1,2,3,0]} : f32[o,p,q,3]
"j" = grid_sample("v", %1) : f32[c,o,p,q]
"l" = ncnn.grid_sample("u", "f") {permute_fusion=true} : f32[_,p,q]
"r" = ncnn.grid_sample("x", "f") {padding_mode=3, permute_fusion=true} : f32[c,p,q]
"s" = ncnn.grid_sample("x", "f") {sample_type=2, permute_fusion=true} : f32[c,p,q]
"t" = grid_sample("b", "m") : f32[n,c,p,q]
"z" = grid_sample("u", "m") : f32[n,_,p,q]
output("a", "i", "j", "l", "r", "s", "t", "z")
