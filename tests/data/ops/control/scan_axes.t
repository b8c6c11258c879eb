# A scan walks along any axis in either direction, and puts its outputs together along any.
test run
--- in
"x" = input : f32[2,3]
"h" = input : f32[2]
"y", "s", "r" = scan("h", "x", "x", "h") {states=1, inputs=2, input_axes=[1,-1], input_directions=[0,1], output_axes=[-1,0], output_directions=[1,0]} body {
  "a" = input
  "p" = input
  "q" = input
  "k" = input
  "b" = add("a", "p")
  "m" = sub("q", "k")
  output("b", "b", "m")
}
output("y", "s", "r")
--- feed
x 2,3
h 2
--- results
y 2: -0.968 -3.654
s 2,3: -0.968 -1.06 0.54 -3.654 -2.086 -2.71
r 3,2: 0.544 -0.468 -1.148 1.724 1.444 -0.51
