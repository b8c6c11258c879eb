# Two branches of equal geometry have equal shapes without numbers: their sum is proved to fit.
test infer
--- in
"x" = input : f32[3,h,w]
"a" = conv("x", @"w3") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}
"b" = conv("x", @"w1") {stride=[2,2]}
"s" = add("a", "b")
output("s")
@"w3" = f32[4,3,3,3] zeros
@"w1" = f32[4,3,1,1] zeros
--- out
"x" = input : f32[3,h,w]
"a" = conv("x", @"w3") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} : f32[4,floordiv(h+1,2),floordiv(w+1,2)]
"b" = conv("x", @"w1") {stride=[2,2]} : f32[4,floordiv(h+1,2),floordiv(w+1,2)]
"s" = add("a", "b") : f32[4,floordiv(h+1,2),floordiv(w+1,2)]
output("s")
@"w3" = f32[4,3,3,3] ...
@"w1" = f32[4,3,1,1] ...
