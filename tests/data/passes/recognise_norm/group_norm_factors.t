# The norm between the reshapes scales its groups, or goes over groups of other images as well.
test pass recognise_norm
--- in
"x" = input : f32[2,6,4,4]
"a" = reshape("x") {shape=[2,2,-1]} name="reshape1"
"i" = instance_normalization("a", @"two", @"zero") {axis=1} name="norm1"
"o" = reshape("i") {shape=[2,6,4,4]} name="reshape2"
"b" = reshape("x") {shape=[4,3,-1]} name="reshape3"
"j" = instance_normalization("b", @"ones", @"zeros") {axis=1} name="norm2"
"p" = reshape("j") {shape=[2,6,4,4]} name="reshape4"
output("o", "p")
@"two" = f32[2] [1,2]
@"zero" = f32[2] [0,0]
@"ones" = f32[3] [1,1,1]
@"zeros" = f32[3] [0,0,0]
--- remarks
missed: recognise_norm: reshape4: not made a group_normalization with what is before it: the axes before the groups are not those before the channels
missed: recognise_norm: reshape2: not made a group_normalization with what is before it: the norm between the reshapes has factors of its own, or goes over all axes
--- out
same
