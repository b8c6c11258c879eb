# A loop that runs as often as a size says has as many parts; without a condition that may end it.
test infer
--- in
"x" = input : f32[n,3]
"s" = shape("x")
"m" = gather("s", @"zero")
"p" = loop("m", _) {carried=0} body {
  "i" = input
  "on" = input
  output("on", "i")
}
"q" = loop("m", _) {carried=0} body {
  "i" = input
  "on" = input
  "l" = less("i", @"two")
  output("l", "i")
  @"two" = i64[] [2]
}
output("p", "q")
@"zero" = i64[] [0]
--- out
"x" = input : f32[n,3]
"s" = shape("x") : i64[2]
"m" = gather("s", @"zero") : i64[]
"p" = loop("m", _) : i64[n] body {
  "i" = input : i64[]
  "on" = input : bool[]
  output("on", "i")
}
"q" = loop("m", _) : i64[_>=0] body {
  "i" = input : i64[]
  "on" = input : bool[]
  "l" = less("i", @"two") : bool[]
  output("l", "i")
  @"two" = i64[] ...
}
output("p", "q")
@"zero" = i64[] ...
