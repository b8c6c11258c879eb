# A factor between two sums comes last, where it meets the other one.
test optimize
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {axes=[2], keepdims=false} name="reduce1"
"b" = mul("a", @"k") name="mul1"
"c" = reduce("b") {axes=[1], keepdims=false} name="reduce2"
"y" = mul("c", @"q") name="mul2"
output("y")
@"k" = f32[] [2]
@"q" = f32[] [0.25]
--- out
"x" = input : f32[2,3,4]
%0 = reduce("x") {axes=[1,2], keepdims=false} name="reduce1" : f32[2]
"y" = mul(%0, @%0) name="mul1" : f32[2]
output("y")
@%0 = f32[] [0.5]
