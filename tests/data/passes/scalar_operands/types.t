# A constant of another type than f32 becomes a scalar of its type.
test pass scalar_operands for=generic
--- in
"u" = input : f32[4]
"x" = cast("u") {to=f16} name="x"
"i" = cast("u") {to=i32} name="i"
"k" = constant(@"k")
"l" = constant(@"l")
"a" = mul("x", "k") name="a"
"b" = add("l", "i") name="b"
output("a", "b")
@"k" = f16[1] [0.5]
@"l" = i32[1] [16777217]
--- remarks
--- out
