# A condition is a bool of one element.
test error
--- in
"c" = input : f32[2]
"y" = if("c") then {
  output(@"k")
  @"k" = f32[] [1]
} else {
  output(@"k")
  @"k" = f32[] [1]
}
output("y")
--- error
E_SHAPE: if 'y': cond is f32, bool expected
