# More results of a gradient than it has inputs to differentiate by.
test error
--- in
"x" = input : f32[3]
"dx", "more" = gradient("x") body {
  "a" = input
  "y" = mul("a", "a")
  output("y")
}
output("dx", "more")
--- error
E_FORMAT: in:2:30: bodies of 'gradient': 2 outputs found, at most 1 expected, one for each input
