# A factor that has moved away is missing from its pattern.
test order recognise_norm sink_affine 
--- in
"x" = input : f32[4,8]
%950 = ncnn.as_rows("x") {ic=8}
"f" = linear(%950, @"w", @"c") name="fc1"
"m" = ncnn.reduction("f") {operation=mean, reduce_all=false, axes=[-1], keepdims=true} name="mean1"
%900 = ncnn.align("f", "m")
%901 = ncnn.align("m", "f")
"d" = sub(%900, %901) name="sub1"
"q" = pow("d", @"two") name="pow1"
"v" = ncnn.reduction("q") {operation=mean, reduce_all=false, axes=[-1], keepdims=true} name="mean2"
"e" = add("v", @"eps") name="add1"
"s" = sqrt("e") name="sqrt1"
%902 = ncnn.align("d", "s")
%903 = ncnn.align("s", "d")
"n" = div(%902, %903) name="div1"
%904 = ncnn.align("n", @"g")
%905 = ncnn.align(@"g", "n")
"a" = mul(%904, %905) name="mul1"
%906 = ncnn.align("a", @"b")
%907 = ncnn.align(@"b", "a")
"b" = add(%906, %907) name="add2"
%951 = ncnn.as_rows("b") {ic=8}
"y" = linear(%951, @"w", @"c") name="fc2"
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
