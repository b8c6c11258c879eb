# Bounds that are constants are params where f32 has them; a computed one, or an integer that f32 has not, is an operand. What is left out is no bound.
test infer
--- in
"x" = input : f32[n,4]
"i" = input : i64[n]
"lo" = input : f32[]
"a" = dynamic_clip("x", @"m1", @"p2")
"b" = dynamic_clip("x", "lo", @"p2")
"c" = dynamic_clip("x", _, "lo")
"d" = dynamic_clip("i", @"far")
"e" = dynamic_clip("i", @"near")
"f" = dynamic_clip("x")
output("a", "b", "c", "d", "e", "f")
@"m1" = f32[] [-1]
@"p2" = f32[] [2]
@"far" = i64[] [16777217]
@"near" = i64[] [-7]
--- out
"x" = input : f32[n,4]
"i" = input : i64[n]
"lo" = input : f32[]
"a" = clip("x") {min=-1, max=2} : f32[n,4]
%0 = max("x", "lo") : f32[n,4]
"b" = min(%0, @"p2") : f32[n,4]
"c" = min("x", "lo") : f32[n,4]
"d" = max("i", @"far") : i64[n]
"e" = clip("i") {min=-7} : i64[n]
"f" = clip("x") : f32[n,4]
output("a", "b", "c", "d", "e", "f")
@"p2" = f32[] ...
@"far" = i64[] ...
