# What both branches agree on is known of the result: sizes, and elements of small values.
test infer
--- in
"c" = input : bool[]
"x" = input : f32[n,4,w]
"s" = shape("x")
"y", "k", "d" = if("c", "x", "s") then {
  "x" = input
  "s" = input
  "y" = relu("x")
  "h" = slice("x") {starts=[0], ends=[2], axes=[0]}
  output("y", "s", "h")
} else {
  "x" = input
  "s" = input
  "y" = neg("x")
  "t" = add("s", @"o")
  output("y", "t", "x")
  @"o" = i64[3] [0,1,0]
}
output("y", "k", "d")
--- out
"c" = input : bool[]
"x" = input : f32[n,4,w]
"s" = shape("x") : i64[3]
"y", "k", "d" = if("c", "x", "s") : f32[n,4,w], i64[3], f32[_>=0,4,w] then {
  "x" = input : f32[n,4,w]
  "s" = input : i64[3]
  "y" = relu("x") : f32[n,4,w]
  "h" = slice("x") {starts=[0], ends=[2], axes=[0]} : f32[min(2,n),4,w]
  output("y", "s", "h")
} else {
  "x" = input : f32[n,4,w]
  "s" = input : i64[3]
  "y" = neg("x") : f32[n,4,w]
  "t" = add("s", @"o") : i64[3]
  output("y", "t", "x")
  @"o" = i64[3] ...
}
output("y", "k", "d")
