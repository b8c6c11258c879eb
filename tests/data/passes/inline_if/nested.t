# An if in a body is inlined there; then the one around it.
test pass inline_if
--- in
"x" = input : f32[4]
"y" = if(@"on", "x") name="a" then {
  "x" = input
  "y" = if(@"off", "x") name="b" then {
    "x" = input
    output("x")
  } else {
    "x" = input
    "t" = tanh("x") name="t"
    output("t")
  }
  output("y")
  @"off" = bool[] [0]
} else {
  "x" = input
  output("x")
}
output("y")
@"on" = bool[] [1]
--- remarks
fired: inline_if: a -> a/b (if), then
fired: inline_if: a/b -> a/b/t (tanh), else
--- out
"x" = input : f32[4]
"y" = tanh("x") name="a/b/t" : f32[4]
output("y")
