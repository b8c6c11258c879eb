# Scan inputs have as many slices each.
test error
--- in
"x" = input : f32[2,3]
"y" = scan("x", "x") {inputs=2, input_axes=[0,1]} body {
  "a" = input
  "b" = input
  output("a")
}
output("y")
--- error
E_SHAPE: scan 'y': scan input 1 has 3 parts, 2 expected as before
