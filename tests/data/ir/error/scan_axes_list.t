# A list of axes has one for each scan input.
test error
--- in
"x" = input : f32[2,3]
"y" = scan("x", "x") {inputs=2, input_axes=[0]} body {
  "a" = input
  "b" = input
  output("a")
}
output("y")
--- error
E_FORMAT: in:2:22: params of 'scan': input_axes has 1 entries, 2 or none expected
