# A scan's outputs have as many parts as its inputs have slices, along the axes that it says.
test infer
--- in
"x" = input : f32[b,t,5]
"h" = input : f32[b,5]
"y", "s" = scan("h", "x") {states=1, inputs=1, input_axes=[-2], output_axes=[1]} body {
  "a" = input
  "p" = input
  "b" = add("a", "p")
  output("b", "b")
}
output("y", "s")
--- out
"x" = input : f32[b,t,5]
"h" = input : f32[b,5]
"y", "s" = scan("h", "x") {states=1, input_axes=[-2], output_axes=[1]} : f32[b,5], f32[b,t,5] body {
  "a" = input : f32[b,5]
  "p" = input : f32[b,5]
  "b" = add("a", "p") : f32[b,5]
  output("b", "b")
}
output("y", "s")
