# Bodies compute one image: the node is there once for each.
test batch add 2
--- in
"x" = input : f32[2]
"y" = loop(@"m", _, "x") {carried=1} name="walk" body {
  "i" = input
  "on" = input
  "a" = input
  "b" = tanh("a") name="b"
  output("on", "b")
}
output("y")
@"m" = i64[] [20]
--- out
"x" = input : f32[2,2]
%0 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,2]
%1 = reshape(%0) {shape=[2]} : f32[2]
%2 = loop(@"m", _, %1) {carried=1} name="walk/0" : f32[2] body {
  "i" = input : i64[]
  "on" = input : bool[]
  "a" = input : f32[2]
  "b" = tanh("a") name="b" : f32[2]
  output("on", "b")
}
%3 = reshape(%2) {shape=[1,2]} : f32[1,2]
%4 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,2]
%5 = reshape(%4) {shape=[2]} : f32[2]
%6 = loop(@"m", _, %5) {carried=1} name="walk/1" : f32[2] body {
  "i" = input : i64[]
  "on" = input : bool[]
  "a" = input : f32[2]
  "b" = tanh("a") name="b" : f32[2]
  output("on", "b")
}
%7 = reshape(%6) {shape=[1,2]} : f32[1,2]
"y" = concat(%3, %7) name="walk" : f32[2,2]
output("y")
@"m" = i64[] ...
