# A where of operands of one shape, a prelu and a batch_normalization have the shape of x, whatever it is: nothing has to be aligned.
test infer
--- in
"x" = input
"c" = is_nan("x")
"w" = where("c", "x", "x")
"l" = prelu("w", @"s")
"b" = batch_normalization("l", @"v")
"p" = ncnn.align("b", "x")
"q" = ncnn.align("x", "b")
"y" = add("p", "q")
output("y")
@"s" = f32[] [0.5]
@"v" = f32[4] [1,2,3,4]
--- out
"x" = input : f32[?]
"c" = is_nan("x") : bool[?]
"w" = where("c", "x", "x") : f32[?]
"l" = prelu("w", @"s") : f32[?]
"b" = batch_normalization("l", @"v") : f32[?]
"y" = add("b", "x") : f32[?]
output("y")
@"s" = f32[] ...
@"v" = f32[4] ...
