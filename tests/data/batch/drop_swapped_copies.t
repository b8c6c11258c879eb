# Images that change places.
test batch drop
--- in
"x" = input : f32[2,3,8]
"s" = slice("x") {starts=[0], ends=[1], axes=[0]} name="first"
"t" = slice("x") {starts=[1], ends=[2], axes=[0]} name="second"
"y" = concat("t", "s") name="both"
output("y")
--- out
concat 'both': it works along the axis of the batch
