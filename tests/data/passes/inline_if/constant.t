# The branch of a constant condition stands in the place of the if; names of its values stay inside.
test pass inline_if
--- in
"x" = input : f32[4,6]
"h" = relu("x") name="outer"
"y", "z" = if(@"c", "x", "h") name="choose" then {
  "x" = input
  "h" = input
  "n" = neg("x") name="inner"
  output("n", "h")
} else {
  "x" = input
  "h" = input
  "n" = tanh("x") name="inner"
  "h2" = mul("n", "h") name="h"
  output("h2", @"k")
  @"k" = f32[4,6] seed 3
}
"r" = add("y", "z") name="r"
output("r", "h")
@"c" = bool[] [0]
--- remarks
fired: inline_if: choose -> choose/h (mul), else
--- out
"x" = input : f32[4,6]
"h" = relu("x") name="outer" : f32[4,6]
%0 = tanh("x") name="choose/inner" : f32[4,6]
"y" = mul(%0, "h") name="choose/h" : f32[4,6]
"z" = constant(@%0) : f32[4,6]
"r" = add("y", "z") name="r" : f32[4,6]
output("r", "h")
@%0 = f32[4,6] [-0.2675228,1.9183116,0.41603485,1.8724313,0.13750325,1.132912,0.039892696,-1.2299982,0.91231275,-0.19156045,0.2659291,0.97381234,-1.312903,-1.2285936,0.053600766,1.420868,-0.5350422,-0.8370175,-1.6297078,-0.7883646,-0.6820663,0.65337586,1.2827998,-0.4628903]
