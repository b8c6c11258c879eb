# A norm that has no factors takes those behind it.
test pass recognise_norm
--- in
"x" = input : f32[3,4,5]
"n" = ncnn.layer_norm("x") {affine_size=5, eps=1e-05} name="norm1"
"a" = mul("n", @"g") name="mul1"
"y" = add("a", @"b") name="add1"
"n2" = ncnn.instance_norm("y") {eps=1e-05} name="norm2"
"y2" = add("n2", @"c") name="add2"
"n3" = ncnn.group_norm("y2") {group=3, eps=1e-05} name="norm3"
"y3" = mul("n3", @"c") name="mul3"
"n4" = ncnn.rms_norm("y3") {affine_size=5, eps=1e-05} name="norm4"
"y4" = mul("n4", @"g") name="mul4"
output("y4")
@"g" = f32[5] seed 1
@"b" = f32[5] seed 2
@"c" = f32[3,1,1] seed 3
--- remarks
fired: recognise_norm: norm4 + mul4 -> mul4 (rms_normalization)
fired: recognise_norm: norm3 + mul3 -> mul3 (group_normalization)
fired: recognise_norm: norm2 + add2 -> add2 (instance_normalization)
fired: recognise_norm: norm1 + mul1 + add1 -> add1 (layer_normalization)
--- out
"x" = input : f32[3,4,5]
"y" = layer_normalization("x", @%0, @%1) {axis=2} name="add1" : f32[3,4,5]
"y2" = instance_normalization("y", @%2, @%3) name="add2" : f32[3,4,5]
"y3" = group_normalization("y2", @%4, @%5) {num_groups=3} name="mul3" : f32[3,4,5]
"y4" = rms_normalization("y3", @%6) {axis=2} name="mul4" : f32[3,4,5]
output("y4")
@%0 = f32[5] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738]
@%1 = f32[5] [0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808]
@%2 = f32[3] [1,1,1]
@%3 = f32[3] [-0.2675228,1.9183116,0.41603485]
@%4 = f32[3] [-0.2675228,1.9183116,0.41603485]
@%5 = f32[3] [0,0,0]
@%6 = f32[5] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738]
