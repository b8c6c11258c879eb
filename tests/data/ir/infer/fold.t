# A Fold is fold once it is known which rows it reads: all, or as many as are enough for channels.
test infer
--- in
"x" = input
"u" = input : f32[n,12]
"p" = input : f32[7,12]
"v" = input : f32[12]
"i" = input : f32[c,5,4]
"a" = ncnn.fold("x") {kernel=[2,2], output_size=[5,4]}
"b" = ncnn.fold("u") {kernel=[2,2], output_size=[5,4]}
"c" = ncnn.fold("p") {kernel=[2,2], output_size=[5,4]}
"d" = ncnn.fold("v") {kernel=[1,1], output_size=[3,4]}
"w" = unfold("i") {kernel=[2,2]}
"e" = ncnn.fold("w") {kernel=[2,2], output_size=[5,4]}
output("a", "b", "c", "d", "e")
--- out
"x" = input : f32[?]
"u" = input : f32[n,12]
"p" = input : f32[7,12]
"v" = input : f32[12]
"i" = input : f32[c,5,4]
"a" = ncnn.fold("x") {kernel=[2,2], output_size=[5,4]} : f32[_,5,4]
"b" = ncnn.fold("u") {kernel=[2,2], output_size=[5,4]} : f32[floordiv(n,4),5,4]
%0 = slice("p") {starts=[0], ends=[4], axes=[0]} : f32[4,12]
"c" = fold(%0) {kernel=[2,2], output_size=[5,4]} : f32[1,5,4]
%1 = unsqueeze("v") {axes=[0]} : f32[1,12]
"d" = fold(%1) {kernel=[1,1], output_size=[3,4]} : f32[1,3,4]
"w" = unfold("i") {kernel=[2,2]} : f32[4*c,12]
"e" = fold("w") {kernel=[2,2], output_size=[5,4]} : f32[c,5,4]
output("a", "b", "c", "d", "e")
