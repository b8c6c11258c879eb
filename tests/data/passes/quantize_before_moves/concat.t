# Of two that are put together, one has another scale: it is quantized anew in front of that.
test pass quantize_before_moves for=x86-64-v3
--- in
"p" = input : u8[2,4]
"q" = input : u8[3,4]
"pf" = cast("p") : f32[2,4]
"qf" = cast("q") : f32[3,4]
"px" = mul("pf", @"s") name="dp"
"qx" = mul("qf", @"t") name="dq"
"x" = concat("px", "qx") {axis=0} name="both"
"a" = div("x", @"s")
"b" = round("a")
"e" = clip("b") {min=0, max=255}
"y" = cast("e") {to=u8} name="q"
output("y")
@"s" = f32[] [0.5]
@"t" = f32[] [0.25]
--- remarks
fired: quantize_before_moves: cast #6 + dp + cast #8 + dq + both + div #16 + round #18 + clip #20 + q -> both (concat)
--- out
"p" = input : u8[2,4]
"q" = input : u8[3,4]
"qf" = cast("q") : f32[3,4]
"qx" = mul("qf", @"t") name="dq" : f32[3,4]
%0 = div("qx", @"s") : f32[3,4]
%1 = round(%0) : f32[3,4]
%2 = clip(%1) {min=0, max=255} : f32[3,4]
%3 = cast(%2) {to=u8} name="q" : u8[3,4]
"y" = concat("p", %3) name="both" : u8[5,4]
output("y")
@"t" = f32[] [0.25]
@"s" = f32[] [0.5]
