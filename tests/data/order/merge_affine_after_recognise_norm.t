# Factors that are merged are missing from its pattern.
test order recognise_norm merge_affine 
--- in
"x" = input : f32[3,h,w]
"p" = global_average_pool("x") {keepdims=false} name="pool1"
%900 = ncnn.align("x", "p")
%901 = ncnn.align("p", "x")
"d" = sub(%900, %901) name="sub1"
"q" = mul("d", "d") name="mul1"
"v" = global_average_pool("q") {keepdims=false} name="pool2"
"u" = reshape("v") {shape=[-1,1,1]} name="reshape2"
"e" = add("u", @"eps") name="add1"
"s" = sqrt("e") name="sqrt1"
%902 = ncnn.align("d", "s")
%903 = ncnn.align("s", "d")
"n" = div(%902, %903) name="div1"
%904 = ncnn.align("n", @"g")
%905 = ncnn.align(@"g", "n")
"a" = mul(%904, %905) name="mul2"
%906 = ncnn.align("a", @"b")
%907 = ncnn.align(@"b", "a")
"y" = add(%906, %907) name="add2"
output("y")
@"g" = f32[3,1,1] seed 1
@"b" = f32[3,1,1] seed 2
@"eps" = f32[] [1e-05]
--- cost
as declared: 2 layers, 0 MACs, 86016 other operations, 24 bytes
exchanged:   3 layers, 0 MACs, 98304 other operations, 24 bytes
