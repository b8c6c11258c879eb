# Not unrolled: too many trips, a number that comes from outside, a condition that may end it.
test pass unroll_loop
--- in
"x" = input : f32[2]
"m" = input : i64[]
"a" = loop(@"nine", _, "x") {carried=1} name="long" body {
  "i" = input
  "on" = input
  "a" = input
  "b" = tanh("a")
  output("on", "b")
}
"b" = loop("m", _, "x") {carried=1} name="unknown" body {
  "i" = input
  "on" = input
  "a" = input
  "b" = tanh("a")
  output("on", "b")
}
"c" = loop(@"two", _, "x") {carried=1} name="ends" body {
  "i" = input
  "on" = input
  "a" = input
  "b" = tanh("a")
  "s" = gather("b", @"zero") {axis=0}
  "go" = less("s", @"half")
  output("go", "b")
  @"half" = f32[] [0.5]
  @"zero" = i64[] [0]
}
output("a", "b", "c")
@"nine" = i64[] [9]
@"two" = i64[] [2]
--- remarks
missed: unroll_loop: long: not unrolled: it has 9 trips, at most 8 are written out
missed: unroll_loop: unknown: not unrolled: its number of trips is not known
missed: unroll_loop: ends: not unrolled: its number of trips is not known
--- out
same
