# The factors of the norm between the reshapes are results of nodes, which are constants as well.
test pass recognise_norm
--- in
"x" = input : f32[6,4,4]
"g" = constant(@"ones")
"b" = constant(@"zeros")
"a" = reshape("x") {shape=[2,-1]} name="reshape1"
"i" = instance_normalization("a", "g", "b") name="norm"
"o" = reshape("i") {shape=[6,4,4]} name="reshape2"
output("o")
@"ones" = f32[2] [1,1]
@"zeros" = f32[2] [0,0]
--- remarks
fired: recognise_norm: reshape1 + norm + reshape2 -> reshape2 (group_normalization)
--- out
"x" = input : f32[6,4,4]
"o" = group_normalization("x") {num_groups=2} name="reshape2" : f32[6,4,4]
output("o")
