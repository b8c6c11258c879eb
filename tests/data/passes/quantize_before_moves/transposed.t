# Bytes are permuted in place of floats.
test pass quantize_before_moves for=x86-64-v3
--- in
"q" = input : i8[3,4]
"f" = cast("q") : f32[3,4]
"x" = mul("f", @"s") name="d"
"t" = transpose("x") {perm=[1,0]} name="turn"
"a" = div("t", @"s")
"b" = round("a")
"e" = clip("b") {min=-128, max=127}
"y" = cast("e") {to=i8} name="q"
output("y")
@"s" = f32[] [0.037]
--- remarks
fired: quantize_before_moves: cast #3 + d + turn + div #9 + round #11 + clip #13 + q -> turn (transpose)
--- out
"q" = input : i8[3,4]
"y" = transpose("q") {perm=[1,0]} name="turn" : i8[4,3]
output("y")
