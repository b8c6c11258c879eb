# Not inlined: the condition comes from outside.
test pass inline_if
--- in
"c" = input : bool[]
"x" = input : f32[4]
"y" = if("c", "x") name="choose" then {
  "x" = input
  "y" = relu("x")
  output("y")
} else {
  "x" = input
  output("x")
}
output("y")
--- remarks
missed: inline_if: choose: not inlined: its condition is not known
--- out
same
