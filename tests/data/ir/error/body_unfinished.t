# A body ends with a brace.
test error
--- in
"c" = input : bool[]
"y" = if("c") then {
  output(@"k")
  @"k" = f32[] [1]
--- error
E_FORMAT: in:5:1: the end of the text found, '}' expected
