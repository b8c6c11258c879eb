# What is carried stays of one type.
test error
--- in
"x" = input : f32[2]
"y" = loop(@"m", _, "x") {carried=1} body {
  "i" = input
  "c" = input
  "a" = input
  "b" = cast("a") {to=i64}
  output("c", "b")
}
output("y")
@"m" = i64[] [2]
--- error
E_SHAPE: loop 'y': carried value 0 is f32, and i64 in the body
