# Over all axes but the first: by poolings, whatever the sizes; with a factor for each channel.
test pass recognise_norm
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
--- remarks
fired: recognise_norm: pool1 + sub1 + mul1 + pool2 + reshape2 + add1 + sqrt1 + div1 + mul2 + add2 -> add2 (instance_norm)
--- out
"x" = input : f32[3,h,w]
"y" = instance_norm("x", @%0, @%1) {eps=1e-5} name="add2" : f32[3,h,w]
output("y")
@%0 = f32[3] [2.157965,-0.8488455,0.05041678]
@%1 = f32[3] [0.11292524,1.2468393,-0.66353375]
