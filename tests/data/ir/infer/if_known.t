# Where the condition is known, the branch that runs tells all; the other one may contradict itself.
test infer
--- in
"x" = input : f32[n,1]
"s" = shape("x")
"w" = gather("s", @"last")
"c" = equal("w", @"one")
"y" = if("c", "x") then {
  "x" = input
  "y" = squeeze("x") {axes=[1]}
  output("y")
} else {
  "x" = input
  "y" = matmul("x", @"m")
  output("y")
  @"m" = f32[3,2] zeros
}
output("y")
@"last" = i64[] [1]
@"one" = i64[] [1]
--- out
"x" = input : f32[n,1]
"s" = shape("x") : i64[2]
"w" = gather("s", @"last") : i64[]
"c" = equal("w", @"one") : bool[]
"y" = if("c", "x") : f32[n] then {
  "x" = input : f32[n,1]
  "y" = squeeze("x") {axes=[1]} : f32[n]
  output("y")
} else {
  "x" = input : f32[n,1]
  "y" = matmul("x", @"m")
  output("y")
  @"m" = f32[3,2] ...
}
output("y")
@"last" = i64[] ...
@"one" = i64[] ...
