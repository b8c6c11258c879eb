# A ^ leads out of a body, and no further than there are bodies.
test error
--- in
"c" = input : bool[]
"x" = input : f32[2]
"y" = if("c", "x") then {
  "x" = input : f32[^^"x".0]
  output("x")
} else {
  "x" = input
  output("x")
}
output("y")
--- error
E_FORMAT: in:4:23: as many bodies around as there are ^ expected
