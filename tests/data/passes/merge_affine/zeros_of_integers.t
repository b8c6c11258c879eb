# Bytes that are dequantized are exactly 0 at the zero point; x * s - z * s would be what rounding
# leaves. Numbers that are no integers are rounded anyway.
test pass merge_affine
--- in
"q" = input : u8[3,_]
"f" = input : f32[3,_]
"x" = cast("q") {to=f32} name="cast1"
"a" = sub("x", @"z") name="sub1"
"y" = mul("a", @"s") name="mul1"
"b" = sub("f", @"z") name="sub2"
"w" = mul("b", @"s") name="mul2"
output("y", "w")
@"z" = f32[3,1] [137,1,2]
@"s" = f32[3,1] [0.0232695732,0.1,0.2]
--- remarks
fired: merge_affine: sub2 + mul2 -> sub2 (batch_normalization)
missed: merge_affine: sub1 + mul1: not merged: integers less what is subtracted may be exactly 0
--- out
"q" = input : u8[3,_]
"f" = input : f32[3,_]
"x" = cast("q") name="cast1" : f32[3,"q".1]
"a" = sub("x", @"z") name="sub1" : f32[3,"q".1]
"y" = mul("a", @"s") name="mul1" : f32[3,"q".1]
"w" = batch_normalization("f", @%0, @%1) {epsilon=1} name="sub2" : f32[3,"f".1]
output("y", "w")
@"z" = f32[3,1] [137,1,2]
@"s" = f32[3,1] [0.023269573,0.1,0.2]
@%0 = f32[3] [0.023269573,0.1,0.2]
@%1 = f32[3] [-3.1879315,-0.1,-0.4]
