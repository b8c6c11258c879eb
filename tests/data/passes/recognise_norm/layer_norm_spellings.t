# Products with rsqrt, squares as products, the mean as a sum; the factor on rsqrt; without the axes kept.
test pass recognise_norm
--- in
"x" = input : f32[3,8]
"m" = reduce("x") {op=sum, coeff=0.125, reduce_all=0, axes=[1], keepdims=1} name="mean1"
"d" = sub("x", "m") name="sub1"
"q" = mul("d", "d") name="mul1"
"v" = reduce("q") {op=sum, reduce_all=0, axes=[1], keepdims=1} name="sum1"
"w" = mul("v", @"eighth") name="mul2"
"e" = add("w", @"eps") name="add1"
"r" = rsqrt("e") name="rsqrt1"
"k" = mul("r", @"g") {align=late} name="mul3"
"y" = mul("k", "d") {align=late} name="mul4"
"m2" = reduce("x") {op=mean, reduce_all=0, axes=[1]} name="mean2"
"d2" = sub("x", "m2") {align=late} name="sub2"
"q2" = square("d2") name="square2"
"v2" = reduce("q2") {op=mean, reduce_all=0, axes=[1]} name="mean2b"
"r2" = power("v2") {power=-0.5, shift=1e-05} name="power2"
"n2" = mul("d2", "r2") {align=late} name="mul5"
"y2" = add("n2", @"g") {align=late} name="add2"
output("y", "y2")
@"eighth" = f32[] [0.125]
@"g" = f32[8] seed 1
@"eps" = f32[] [1e-05]
--- remarks
fired: recognise_norm: mean2 + sub2 + square2 + mean2b + power2 + mul5 + add2 -> add2 (layer_norm)
fired: recognise_norm: mean1 + sub1 + mul1 + sum1 + mul2 + add1 + rsqrt1 + mul3 + mul4 -> mul4 (layer_norm)
--- out
"x" = input : f32[3,8]
"y" = layer_norm("x", @%0, @%1) {affine_size=8, eps=1e-5, n_axes=1} name="mul4" : f32[3,8]
"y2" = layer_norm("x", @%2, @%3) {affine_size=8, eps=1e-5, n_axes=1} name="add2" : f32[3,8]
output("y", "y2")
@%0 = f32[8] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
@%1 = f32[8] [0,0,0,0,0,0,0,0]
@%2 = f32[8] [1,1,1,1,1,1,1,1]
@%3 = f32[8] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
