# Over the last axis, with and without a factor.
test pass recognise_norm
--- in
"x" = input : f32[h,8]
"q" = square("x") name="square1"
"v" = reduce("q") {op=mean, axes=[1]} name="mean1"
"e" = add("v", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"n" = mul("x", "r") name="mul1"
%900 = ncnn.align("n", @"g")
%901 = ncnn.align(@"g", "n")
"y" = mul(%900, %901) name="mul2"
"q2" = mul("y", "y") name="mul3"
"v2" = reduce("q2") {op=mean, axes=[1]} name="mean2"
"r2" = ncnn.power("v2") {power=0.5, shift=1e-06} name="power2"
"z" = div("y", "r2") name="div2"
output("z")
@"g" = f32[8] seed 1
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mul3 + mean2 + power2 + div2 -> div2 (rms_normalization)
fired: recognise_norm: square1 + mean1 + add1 + rsqrt1 + mul1 -> mul1 (rms_normalization)
--- out
"x" = input : f32[h,8]
"n" = rms_normalization("x") {axis=1} name="mul1" : f32[h,8]
%0 = ncnn.align("n", @"g") : f32[h,8]
%1 = ncnn.align(@"g", "n") : f32[h,8]
"y" = mul(%0, %1) name="mul2" : f32[h,8]
"z" = rms_normalization("y") {axis=1, epsilon=1e-6} name="div2" : f32[h,8]
output("z")
@"g" = f32[8] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
