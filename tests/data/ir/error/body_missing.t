# An if has two bodies.
test error
--- in
"c" = input : bool[]
"y" = if("c") then {
  output(@"k")
  @"k" = f32[] [1]
}
output("y")
--- error
E_FORMAT: in:5:2: the end of the line found, 'else' expected
