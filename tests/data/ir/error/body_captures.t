# A body is fed what its node captures, no more and no less.
test error
--- in
"c" = input : bool[]
"x" = input : f32[2]
"y" = if("c", "x") then {
  "x" = input
  output("x")
} else {
  output(@"k")
  @"k" = f32[] [1]
}
output("y")
--- error
E_FORMAT: in:3:20: bodies of 'if': 0 inputs in 'else' found, 1 expected (1 captures)
