# A body gives what its node gives.
test error
--- in
"x" = input : f32[2]
"y" = loop(_, _, "x") {carried=1} body {
  "i" = input
  "c" = input
  "a" = input
  output("a")
}
output("y")
--- error
E_FORMAT: in:2:35: bodies of 'loop': 1 results of 'body' found, 2 expected
