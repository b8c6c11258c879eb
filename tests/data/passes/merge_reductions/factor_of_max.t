# A factor that is not negative moves behind a maximum.
test pass merge_reductions
--- in
"x" = input : f32[2,3,4]
"a" = reduce("x") {op=max, axes=[2]} name="reduce1"
"b" = mul("a", @"k") name="mul1"
"y" = reduce("b") {op=max, axes=[1]} name="reduce2"
output("y")
@"k" = f32[] [2]
--- out
"x" = input : f32[2,3,4]
%0 = reduce("x") {op=max, axes=[1,2]} name="reduce1" : f32[2,1,1]
"y" = mul(%0, @%0) name="mul1" : f32[2,1,1]
output("y")
@%0 = f32[] [2]
