# Moved up: below the factor would be repeated for four channels.
test optimize
--- in
"x" = input : f32[1,3]
"m" = mul("x", @"k") name="m"
"a" = tile("m") {repeats=[4,1]} name="a"
"b" = add("a", @"k") name="b"
output("b")
@"k" = f32[] [3]
--- remarks
fired: lift_affine: m + a + b -> a (tile)
--- out
"x" = input : f32[1,3]
%0 = batch_normalization("x", @%0, @%1) {epsilon=1} name="m" : f32[1,3]
"b" = tile(%0) {repeats=[4,1]} name="a" : f32[4,3]
output("b")
@%0 = f32[1] [3]
@%1 = f32[1] [3]
