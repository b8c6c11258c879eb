# Which PReLU is a prelu: of one slope any, else where the rank is known.
test infer
--- in
"x" = input : f32[3,h,w]
"v" = input : f32[3]
"u" = input : f32[?]
"a" = ncnn.prelu("x", @"s")
"b" = ncnn.prelu("v", @"s")
"c" = ncnn.prelu("u", @"s")
"d" = ncnn.prelu("u", @"one")
output("a", "b", "c", "d")
@"s" = f32[3] [0.1,0.2,0.3]
@"one" = f32[1] [0.1]
--- out
"x" = input : f32[3,h,w]
"v" = input : f32[3]
"u" = input : f32[?]
"a" = prelu("x", @%0) : f32[3,h,w]
"b" = prelu("v", @%1) : f32[3]
"c" = ncnn.prelu("u", @%1) : f32[?]
"d" = prelu("u", @"one") : f32[?]
output("a", "b", "c", "d")
@%0 = f32[3,1,1] ...
@%1 = f32[3] ...
@"one" = f32[1] ...
