# A factor that has moved away is missing from its pattern.
test order recognise_norm sink_affine 
--- in
"x" = input : f32[4,8]
"f" = linear("x", @"w", @"c") name="fc1"
"m" = reduce("f") {op=mean, reduce_all=0, axes=[-1], keepdims=1} name="mean1"
"d" = sub("f", "m") {align=late} name="sub1"
"q" = pow("d", @"two") name="pow1"
"v" = reduce("q") {op=mean, reduce_all=0, axes=[-1], keepdims=1} name="mean2"
"e" = add("v", @"eps") name="add1"
"s" = sqrt("e") name="sqrt1"
"n" = div("d", "s") {align=late} name="div1"
"a" = mul("n", @"g") {align=late} name="mul1"
"b" = add("a", @"b") {align=late} name="add2"
"y" = linear("b", @"w", @"c") name="fc2"
output("y")
@"two" = f32[] [2]
@"g" = f32[8] seed 1
@"b" = f32[8] seed 2
@"w" = f32[8,8] seed 3
@"c" = f32[8] seed 4
@"eps" = f32[] [1e-05]
--- cost
as declared: 4 layers, 512 MACs, 224 other operations, 352 bytes
exchanged:   4 layers, 512 MACs, 224 other operations, 576 bytes
