# Nothing to trim: all of it is needed.
test pass trim_bodies
--- in
"c" = input : bool[]
"x" = input : f32[4]
"y" = if("c", "x") name="choose" then {
  "x" = input
  "y" = tanh("x")
  output("y")
} else {
  "x" = input
  output("x")
}
output("y")
--- out
same
