# A constant of integers becomes a scalar of its type, to the last bit.
test pass scalar_operands for=generic
--- in
"u" = input : f32[4]
"i" = cast("u") {to=i32} name="i"
"l" = constant(@"l")
"b" = add("l", "i") name="b"
output("b")
@"l" = i32[1] [16777217]
--- remarks
fired: scalar_operands: b -> b (add), the constant 1.67772e+07 becomes a scalar
--- out
"u" = input : f32[4]
"i" = cast("u") {to=i32} name="i" : i32[4]
"b" = add(@"l", "i") name="b" : i32[4]
output("b")
@"l" = i32[] [16777217]
