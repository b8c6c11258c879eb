# What a Crop cuts out, told in its five ways, once it is known which offsets count.
test infer
--- in
"x" = input : f32[8,h,w]
"r" = input : f32[4,h,w]
"s" = input : f32[4,h2,w2]
"u" = input : f32[?]
"a" = ncnn.crop("x") {woffset=1, outw=-233, outh=-233, outc=-233}
"b" = ncnn.crop("x") {woffset=1, outw=4, outh=-233, outc=-233}
"c" = ncnn.crop("x") {outw=4, woffset2=2, outh=-233, outc=-233}
"d" = ncnn.crop("x") {starts=[1,-3], ends=[-233,-1], axes=[0,2]}
"e" = ncnn.crop("x") {starts=[1,-3], ends=[0,-1], axes=[0,-3]}
"f" = ncnn.crop("x") {starts_expr="0,-(0h,1)", ends_expr="//(0w,2),0h", axes_expr="2,1"}
"g" = ncnn.crop("x", "r") {coffset=2}
"h" = ncnn.crop("x", "s") {coffset=2}
"i" = ncnn.crop("u") {outw=4, outh=-233, outc=-233}
"j" = ncnn.crop("x") {starts=[5], ends=[-233], axes=[7]}
"k" = ncnn.crop("x") {hoffset=3, outw=-233, outh=-233, outc=2}
output("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
--- out
"x" = input : f32[8,h,w]
"r" = input : f32[4,h,w]
"s" = input : f32[4,h2,w2]
"u" = input : f32[?]
"a" = slice("x") {starts=[1], ends=[2147483647], axes=[2]} : f32[8,h,w-1]
"b" = slice("x") {starts=[1], ends=[5], axes=[2]} : f32[8,h,min(5,w)-1]
"c" = ncnn.crop("x") {outw=4, outh=-233, outc=-233, woffset2=2} : f32[8,h,min(4,w-2)]
"d" = ncnn.crop("x") {starts=[1,-3], ends=[-233,-1], axes=[0,2]} : f32[7,h,2]
"e" = slice("x") {starts=[-3], ends=[-1], axes=[0]} : f32[2,h,w]
"f" = ncnn.crop("x") {starts_expr="0,-(0h,1)", ends_expr="//(0w,2),0h", axes_expr="2,1"} : f32[8,1,_]
"g" = slice("x", "r") {starts=[2], ends=["ref.0+2"], axes=[0]} : f32[4,h,w]
"h" = ncnn.crop("x", "s") {coffset=2} : f32[4,h2,w2]
"i" = ncnn.crop("u") {outw=4, outh=-233, outc=-233} : f32[?]
"j" = identity("x") : f32[8,h,w]
"k" = slice("x") {starts=[0,3], ends=[2,2147483647], axes=[0,1]} : f32[2,max(0,h-3),w]
output("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
