# ncnn.copy_to is slice_scatter: offsets by letters, or along axes from either end; a src of lower rank lies in the first letters; one of self's shape replaces it wherever it begins.
test infer
--- in
"x" = input : f32[3,h,w]
"k" = input : f32[4,5,6]
"d" = input : f32[2,3,5,6]
"p" = input : f32[2,2]
"q" = input : f32[2,1,2]
"r" = input : f32[3,a,b]
"s" = input : f32[4,5,6]
"a" = ncnn.copy_to("k", "p") {woffset=1, hoffset=2, coffset=3}
"b" = ncnn.copy_to("k", "q") {starts=[-233,-2,1]}
"c" = ncnn.copy_to("d", "q") {doffset=1, coffset=0}
"e" = ncnn.copy_to("x", "r") {woffset=1}
"f" = ncnn.copy_to("x", "r")
"g" = ncnn.copy_to("k", "s") {woffset=3}
"i" = ncnn.copy_to("k", "q") {starts=[1], axes=[-1]}
output("a", "b", "c", "e", "f", "g", "i")
--- out
"x" = input : f32[3,h,w]
"k" = input : f32[4,5,6]
"d" = input : f32[2,3,5,6]
"p" = input : f32[2,2]
"q" = input : f32[2,1,2]
"r" = input : f32[3,a,b]
"s" = input : f32[4,5,6]
%0 = unsqueeze("p") {axes=[0]} : f32[1,2,2]
"a" = slice_scatter("k", %0) {starts=[3,2,1], axes=[0,1,2]} : f32[4,5,6]
"b" = slice_scatter("k", "q") {starts=[0,-2,1], axes=[0,1,2]} : f32[4,5,6]
%1 = unsqueeze("q") {axes=[1]} : f32[2,1,1,2]
"c" = slice_scatter("d", %1) {starts=[0,1,0,0], axes=[0,1,2,3]} : f32[2,3,5,6]
"e" = ncnn.copy_to("x", "r") {woffset=1} : f32[3,h,w]
"f" = slice_scatter("x", "r") {starts=[0,0,0], axes=[0,1,2]} : f32[3,h,w]
"g" = slice_scatter("k", "s") {starts=[0,0,0], axes=[0,1,2]} : f32[4,5,6]
"i" = slice_scatter("k", "q") {starts=[0,0,1], axes=[0,1,2]} : f32[4,5,6]
output("a", "b", "c", "e", "f", "g", "i")
