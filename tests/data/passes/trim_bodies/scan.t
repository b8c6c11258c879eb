# Axes of outputs go with them.
test pass trim_bodies
--- in
"x" = input : f32[3,t]
"s", "p" = scan("x") {states=0, inputs=1, input_axes=[1], output_axes=[1,0], output_directions=[0,1]} name="walk" body {
  "a" = input
  "b" = tanh("a") name="b"
  "d" = neg("a") name="d"
  output("b", "d")
}
output("p")
--- remarks
fired: trim_bodies: walk -> walk (scan), 1 dropped, 0 constants moved in
--- out
"x" = input : f32[3,t]
"p" = scan("x") {input_axes=[1], output_axes=[0], output_directions=[1]} name="walk" : f32[t,3] body {
  "a" = input : f32[3]
  "b" = tanh("a") name="b" : f32[3]
  "d" = neg("a") name="d" : f32[3]
  output("d")
}
output("p")
