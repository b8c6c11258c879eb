# Two scales of the same bytes: at the zero point both stay exactly 0.
test pass sink_affine
--- in
"q" = input : u8[3,_]
"x" = cast("q") {to=f32} name="cast1"
"a" = sub("x", @"z") name="sub1"
"y" = mul("a", @"s") name="mul1"
"w" = mul("a", @"t") name="mul2"
output("y", "w")
@"z" = f32[] [137]
@"s" = f32[] [0.0232695732]
@"t" = f32[3,1] [0.1,0.2,0.3]
--- remarks
missed: sink_affine: sub1 + mul1: not moved down to the weights: integers less what is subtracted may be exactly 0
--- out
same
