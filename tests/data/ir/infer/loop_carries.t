# What is carried keeps the sizes that every trip leaves as they were, and no other; scan outputs have an axis of trips.
test infer
--- in
"x" = input : f32[n,3]
"m" = input : i64[]
"y", "r", "p", "q" = loop("m", _, "x", "x", "x") {carried=2} body {
  "i" = input
  "on" = input
  "a" = input
  "b" = input
  "x" = input
  "c" = concat("a", "x") {axis=0}
  "v" = unsqueeze("b") {axes=[0]}
  output("on", "c", "v", "i", "x")
}
"z", "t" = loop(@"five", _, "x") {carried=1} body {
  "i" = input
  "on" = input
  "a" = input
  "k" = non_zero("a")
  "b" = relu("a")
  output("on", "b", "k")
}
output("y", "r", "p", "q", "z", "t")
@"five" = i64[] [5]
--- out
"x" = input : f32[n,3]
"m" = input : i64[]
"y", "r", "p", "q" = loop("m", _, "x", "x", "x") {carried=2} : f32[_>=0,3], f32[?], i64[_>=0], f32["p".0>=0,n,3] body {
  "i" = input : i64[]
  "on" = input : bool[]
  "a" = input : f32[_>=0,3]
  "b" = input : f32[?]
  "x" = input : f32[n,3]
  "c" = concat("a", "x") : f32[("a".0>=0)+n,3]
  "v" = unsqueeze("b") {axes=[0]} : f32[?]
  output("on", "c", "v", "i", "x")
}
"z", "t" = loop(@"five", _, "x") {carried=1} : f32[n,3], i64[5,2,_>=0] body {
  "i" = input : i64[]
  "on" = input : bool[]
  "a" = input : f32[n,3]
  "k" = non_zero("a") : i64[2,_>=0]
  "b" = relu("a") : f32[n,3]
  output("on", "b", "k")
}
output("y", "r", "p", "q", "z", "t")
@"five" = i64[] ...
