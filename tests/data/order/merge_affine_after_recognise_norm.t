# Factors that are merged are missing from its pattern.
test order recognise_norm merge_affine 
--- in
"x" = input : f32[3,h,w]
"p" = global_pool("x") {kind=avg} name="pool1"
"d" = sub("x", "p") {align=late} name="sub1"
"q" = mul("d", "d") name="mul1"
"v" = global_pool("q") {kind=avg} name="pool2"
"u" = reshape("v") {dims=[-1,1,1]} name="reshape2"
"e" = add("u", @"eps") name="add1"
"s" = sqrt("e") name="sqrt1"
"n" = div("d", "s") {align=late} name="div1"
"a" = mul("n", @"g") {align=late} name="mul2"
"y" = add("a", @"b") {align=late} name="add2"
output("y")
@"g" = f32[3,1,1] seed 1
@"b" = f32[3,1,1] seed 2
@"eps" = f32[] [1e-05]
--- cost
as declared: 2 layers, 0 MACs, 86016 other operations, 24 bytes
exchanged:   3 layers, 0 MACs, 98304 other operations, 24 bytes
