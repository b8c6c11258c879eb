# A scale with more axes than the bytes gives them to the floats: of neither side.
test pass quantize_before_moves for=x86-64-v3
--- in
"q" = input : u8[3,4]
"f" = cast("q") : f32[3,4]
"x" = mul("f", @"axes") name="d"
"a" = div("x", @"s")
"b" = round("a")
"e" = clip("b") {min=0, max=255}
"y" = cast("e") {to=u8} name="q"
"m" = transpose("x") {perm=[2,1,0]} name="turn"
"ma" = div("m", @"s")
"mb" = round("ma")
"me" = clip("mb") {min=0, max=255}
"my" = cast("me") {to=u8} name="mq"
"v" = mul("f", @"s") name="plain"
"t" = transpose("v") {perm=[1,0]} name="plainturn"
"ta" = div("t", @"axes")
"tb" = round("ta")
"te" = clip("tb") {min=0, max=255}
"ty" = cast("te") {to=u8} name="tq"
output("y", "my", "ty")
@"axes" = f32[1,1,1] [0.5]
@"s" = f32[] [0.5]
--- remarks
--- out
same
