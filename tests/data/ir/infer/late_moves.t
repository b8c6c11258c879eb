# Repeats by letters and axes that need not be there become neutral once the rank is known.
test infer
--- in
"v" = input : f32[5]
"x" = input : f32[c,h,w]
"u" = input : f32[?]
"a" = ncnn.tile("v") {repeats=[2,3,4]}
"b" = ncnn.tile("x") {repeats=[2,1,1,3]}
"c" = ncnn.tile("x") {axis=7, tiles=2}
"d" = ncnn.tile("x") {repeats=[3]}
"e" = ncnn.tile("u") {axis=0, tiles=2}
"f" = ncnn.flip("v") {axes=[2]}
"g" = ncnn.flip("x") {axes=[-1,2,3,0]}
"h" = ncnn.flip("u") {axes=[0]}
"i" = ncnn.flip("u")
"j" = tile("u") {repeats=[1,2]}
output("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
--- out
"v" = input : f32[5]
"x" = input : f32[c,h,w]
"u" = input : f32[?]
%0 = unsqueeze("v") {axes=[0,1]} : f32[1,1,5]
"a" = tile(%0) {repeats=[2,3,4]} : f32[2,3,20]
%1 = unsqueeze("x") {axes=[1]} : f32[c,1,h,w]
"b" = tile(%1) {repeats=[2,1,1,3]} : f32[2*c,1,h,3*w]
"c" = tile("x") {repeats=[1,1,1]} : f32[c,h,w]
"d" = tile("x") {repeats=[1,1,3]} : f32[c,h,3*w]
"e" = ncnn.tile("u") {tiles=2} : f32[?]
"f" = flip("v") {axes=[0]} : f32[5]
"g" = flip("x") {axes=[2,0]} : f32[c,h,w]
"h" = ncnn.flip("u") {axes=[0]} : f32[?]
"i" = flip("u") : f32[?]
"j" = tile("u") {repeats=[1,2]} : f32[_,_]
output("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
