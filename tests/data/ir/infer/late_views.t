# What ncnn tells by letters, or leaves alone where it does not fit, becomes neutral once it is known what it means.
test infer
--- in
"x" = input : f32[c,1,w]
"u" = input : f32[?]
"m" = input : f32[h,w2]
"a" = ncnn.reshape("x") {dims=[0,-1]}
"b" = ncnn.reshape("u") {dims=[0,-1]}
"c" = ncnn.reshape("u") {dims=[6,-1]}
"d" = ncnn.reshape("x", "m") {expr="*(0w,2),1h,-1"}
"e" = ncnn.reshape("x", "u") {expr="1w,-1"}
"f" = ncnn.reshape("x") {expr="-(0w,1),-1"}
"g" = ncnn.reshape("m") {dims=[0,0,1,-1]}
"h" = ncnn.squeeze("x") {squeeze_h=true}
"i" = ncnn.squeeze("x") {squeeze_w=true}
"j" = ncnn.squeeze("u") {axes=[0]}
"k" = ncnn.squeeze("h") {axes=[5]}
"l" = ncnn.expand_dims("u") {axes=[1,0]}
"n" = ncnn.expand_dims("u") {axes=[-1]}
"o" = ncnn.expand_dims("x") {axes=[-1]}
"p" = ncnn.expand_dims("m") {axes=[0,0]}
"q" = ncnn.expand_dims("m") {axes=[7]}
output("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "n", "o", "p", "q")
--- out
"x" = input : f32[c,1,w]
"u" = input : f32[?]
"m" = input : f32[h,w2]
"a" = reshape("x") {shape=["x.1",-1]} : f32[1,c*w]
"b" = ncnn.reshape("u") {dims=[0,-1]} : f32[_,_]
"c" = reshape("u") {shape=[6,-1]} : f32[6,_]
"d" = reshape("x", "m") {shape=[-1,"ref.0","2*x.2"]} : f32[exactdiv(c*w,2*h*w),h,2*w]
"e" = ncnn.reshape("x", "u") {expr="1w,-1"} : f32[_,_]
"f" = ncnn.reshape("x") {expr="-(0w,1),-1"} : f32[_,_]
"g" = reshape("m") {shape=[1,1,1,-1]} : f32[1,1,1,h*w2]
"h" = squeeze("x") {axes=[1]} : f32[c,w]
"i" = ncnn.squeeze("x") {squeeze_w=true} : f32[?]
"j" = ncnn.squeeze("u") {axes=[0]} : f32[?]
"k" = identity("h") : f32[c,w]
"l" = ncnn.expand_dims("u") {axes=[1,0]} : f32[?]
"n" = ncnn.expand_dims("u") {axes=[-1]} : f32[?]
"o" = unsqueeze("x") {axes=[3]} : f32[c,1,w,1]
"p" = unsqueeze("m") {axes=[0,1]} : f32[1,1,h,w2]
"q" = identity("m") : f32[h,w2]
output("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "n", "o", "p", "q")
