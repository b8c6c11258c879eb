# Scale and Bias, once it is known which axis their numbers go along.
test infer
--- in
"x" = input : f32[2,h,w]
"v" = input : f32[2]
"u" = input : f32[?]
"m" = input : f32[h,w]
"f" = input : f32[2]
"g" = input : f32[1,1,n]
"a" = ncnn.scale("x", @"s", @"t") name="a"
"b" = ncnn.scale("u", @"s") name="b"
"c" = ncnn.scale("x", "f") name="c"
"d" = ncnn.scale("v", "g") name="d"
"e" = ncnn.scale("u", "f") name="e"
"i" = ncnn.bias("x", @"t") name="i"
"j" = ncnn.bias("m", @"one") name="j"
"k" = ncnn.bias("v", @"t") name="k"
"l" = ncnn.bias("u", @"t") name="l"
output("a", "b", "c", "d", "e", "i", "j", "k", "l")
@"s" = f32[2] [1,2]
@"t" = f32[2] [3,4]
@"one" = f32[1] [5]
--- out
"x" = input : f32[2,h,w]
"v" = input : f32[2]
"u" = input : f32[?]
"m" = input : f32[h,w]
"f" = input : f32[2]
"g" = input : f32[1,1,n]
"a" = batch_normalization("x", @"s", @%0) {epsilon=1} name="a" : f32[2,h,w]
"b" = batch_normalization("u", @"s") {epsilon=1} name="b" : f32[?]
%0 = unsqueeze("f") {axes=[1,2]} name="c" : f32[2,1,1]
"c" = mul("x", %0) name="c" : f32[2,h,w]
%1 = reshape("g") {shape=[-1]} name="d" : f32[n]
"d" = mul("v", %1) name="d" : f32[2]
"e" = ncnn.scale("u", "f") name="e" : f32[?]
"i" = add("x", @%1) name="i" : f32[2,h,w]
"j" = add("m", @"one") name="j" : f32[h,w]
"k" = ncnn.bias("v", @%0) name="k" : f32[2]
"l" = ncnn.bias("u", @%0) name="l" : f32[?]
output("a", "b", "c", "d", "e", "i", "j", "k", "l")
@"s" = f32[2] ...
@%0 = f32[2] ...
@%1 = f32[2,1,1] ...
@"one" = f32[] ...
