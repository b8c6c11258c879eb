# A condition that comes out as it went in, through a copy, does not end the loop: its number of trips is known.
test pass unroll_loop
--- in
"x" = input : f32[3]
"y" = loop(@"m", _, "x") {carried=1} name="walk" body {
  "i" = input
  "on" = input
  "a" = input
  "b" = tanh("a") name="b"
  "go" = identity("on")
  output("go", "b")
}
output("y")
@"m" = i64[] [2]
--- out
"x" = input : f32[3]
%0 = tanh("x") name="walk.0/b" : f32[3]
"y" = tanh(%0) name="walk.1/b" : f32[3]
output("y")
