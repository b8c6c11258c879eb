# A factor of 0 does not move across a maximum that may be over no elements: of the lowest number that makes it no number.
test pass lift_affine
--- in
"x" = input {rank=3} : f32[?]
"c" = conv("x", @"w", @"b") name="conv"
"s" = slice("c") {starts=[8], ends=[9], axes=[2]} name="slice"
"m" = global_max_pool("s") name="pool"
"y" = batch_normalization("m", @"f", @"d", @"e", @"v") name="norm"
output("y")
@"w" = f32[1,1,1,1] [2]
@"b" = f32[1] [1]
@"f" = f32[1] [0]
@"d" = f32[1] [1]
@"e" = f32[1] [0]
@"v" = f32[1] [1]
--- out
same
