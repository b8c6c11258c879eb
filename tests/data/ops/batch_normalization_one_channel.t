# Of one channel it is folded as one factor for all; not where its vectors are of another type.
test optimize
--- in
"x" = input : f32[5]
"h" = input : f16[2,2]
"y" = batch_normalization("x", @"s", @"b") {axis=1, epsilon=1}
"r" = mul("y", @"two")
"z" = batch_normalization("h", @"f", @"g") {axis=1, epsilon=1}
"w" = mul("z", @"half")
output("r", "w")
@"s" = f32[1] [3]
@"b" = f32[1] [4]
@"two" = f32[] [2]
@"f" = f32[2] [3,4]
@"g" = f32[2] [3,4]
@"half" = f16[] [0.5]
--- out
"x" = input : f32[5]
"h" = input : f16[2,2]
"r" = batch_normalization("x", @%0, @%1) {epsilon=1} : f32[5]
"z" = batch_normalization("h", @"f", @"g") {axis=1, epsilon=1} : f16[2,2]
"w" = mul("z", @"half") : f16[2,2]
output("r", "w")
@%0 = f32[5] [6,6,6,6,6]
@%1 = f32[5] [8,8,8,8,8]
@"f" = f32[2] [3,4]
@"g" = f32[2] [3,4]
@"half" = f16[] [0.5]
