# Images of which not all are computed alike.
test batch drop
--- in
"x" = input : f32[2,3,8]
"s" = slice("x") {starts=[0], ends=[1], axes=[0]} name="first"
"t" = slice("x") {starts=[1], ends=[2], axes=[0]} name="second"
"a" = relu("s") name="act"
"b" = leaky_relu("t") name="leak"
"y" = concat("a", "b") name="both"
output("y")
--- out
concat 'both': it works along the axis of the batch
