# Over all axes but the first: by poolings, whatever the sizes; with a factor for each channel.
test pass recognise_norm
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
--- remarks
fired: recognise_norm: pool1 + sub1 + mul1 + pool2 + reshape2 + add1 + sqrt1 + div1 + mul2 + add2 -> add2 (instance_normalization)
--- out
"x" = input : f32[3,h,w]
"y" = instance_normalization("x", @%0, @%1) name="add2" : f32[3,h,w]
output("y")
@%0 = f32[3] [2.157965,-0.8488455,0.05041678]
@%1 = f32[3] [0.11292524,1.2468393,-0.66353375]
