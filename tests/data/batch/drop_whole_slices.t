# Images that were cut out, worked on alike and put side by side again.
test batch drop
--- in
"x" = input : f32[2,3,8]
"s" = slice("x") {starts=[0], ends=[1], axes=[0]} name="first"
"t" = slice("x") {starts=[1], ends=[2], axes=[0]} name="second"
"a" = mul("s", @"c") name="weigh"
"b" = mul("t", @"c") name="weigh2"
"y" = concat("a", "b") name="both"
output("y")
@"c" = f32[8] seed 1
--- out
"x" = input : f32[3,8]
%0 = reshape("x") {shape=[1,3,8]} : f32[1,3,8]
"a" = mul(%0, @"c") name="weigh" : f32[1,3,8]
"y" = reshape("a") {shape=[3,8]} : f32[3,8]
output("y")
@"c" = f32[8] ...
