# What is made floats and bytes again with the same scale and zero point goes.
test pass quantize_before_moves for=x86-64-v3
--- in
"q" = input : u8[3,4]
"f" = cast("q") : f32[3,4]
"g" = sub("f", @"z")
"x" = mul("g", @"s") name="d"
"a" = div("x", @"s")
"b" = round("a")
"c" = add("b", @"z")
"e" = clip("c") {min=0, max=255}
"y" = cast("e") {to=u8} name="q"
"r" = relu("y")
output("r")
@"s" = f32[] [0.037]
@"z" = f32[] [113]
--- remarks
fired: quantize_before_moves: cast #4 + sub #6 + d + div #10 + round #12 + add #14 + clip #16 + q removed
--- out
"q" = input : u8[3,4]
"r" = relu("q") : u8[3,4]
output("r")
