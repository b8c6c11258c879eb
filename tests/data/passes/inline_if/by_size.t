# A condition on sizes that are known becomes a constant, and the if its branch; a branch that cannot run is not looked at.
test pass fold_shapes,inline_if,drop_dead
--- in
"x" = input : f32[n,1]
"s" = shape("x") name="s"
"w" = gather("s", @"last") name="w"
"c" = equal("w", @"one") name="c"
"y" = if("c", "x") name="choose" then {
  "x" = input
  "y" = squeeze("x") {axes=[1]} name="sq"
  output("y")
} else {
  "x" = input
  "y" = matmul("x", @"m")
  output("y")
  @"m" = f32[3,2] zeros
}
"r" = relu("y") name="r"
output("r")
@"last" = i64[] [1]
@"one" = i64[] [1]
--- remarks
fired: fold_shapes: w -> w (constant)
fired: fold_shapes: c -> c (constant)
fired: inline_if: choose -> choose/sq (squeeze), then
--- out
"x" = input : f32[n,1]
"y" = squeeze("x") {axes=[1]} name="choose/sq" : f32[n]
"r" = relu("y") name="r" : f32[n]
output("r")
