# Groups of several images, by an operator whose factors are 1 and 0.
test pass recognise_norm for=x86-64-v3
--- in
"x" = input : f32[2,6,4,h]
"c" = reshape("x") {shape=[2,2,-1]} name="reshape1"
"j" = instance_normalization("c", @"one", @"zero") {axis=1} name="norm"
"o" = reshape("j") {shape=[2,6,4,-1]} name="reshape2"
"k" = mul("o", @"g") name="mul"
"y" = add("k", @"b") name="add"
output("y")
@"one" = f32[2] [1,1]
@"zero" = f32[2] [0,0]
@"g" = f32[6,1,1] seed 1
@"b" = f32[6,1,1] seed 2
--- remarks
fired: recognise_norm: reshape1 + norm + reshape2 + mul + add -> add (group_normalization)
--- out
"x" = input : f32[2,6,4,h]
"y" = group_normalization("x", @%0, @%1) {axis=1, num_groups=2} name="add" : f32[2,6,4,h]
output("y")
@%0 = f32[6] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329]
@%1 = f32[6] [0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922]
