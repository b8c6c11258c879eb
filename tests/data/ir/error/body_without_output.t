# A body gives something.
test error
--- in
"c" = input : bool[]
"y" = if("c") then {
  "x" = input
} else {
  output(@"k")
  @"k" = f32[] [1]
}
output("y")
--- error
E_FORMAT: in:4:1: '}' found, 'output' expected before the end of 'then'
