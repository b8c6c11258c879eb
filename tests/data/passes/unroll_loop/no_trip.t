# Without a trip what is carried is what went in, and scan outputs are empty.
test pass unroll_loop
--- in
"x" = input : f32[2]
"y", "s" = loop(@"m", _, "x") {carried=1} name="walk" body {
  "i" = input
  "on" = input
  "a" = input
  "b" = add("a", "a") name="b"
  output("on", "b", "b")
}
"r" = relu("y") name="r"
output("r", "s")
@"m" = i64[] [0]
--- remarks
fired: unroll_loop: walk removed, 0 trips
--- out
"x" = input : f32[2]
"s" = constant(@%0) : f32[0,2]
"r" = relu("x") name="r" : f32[2]
output("r", "s")
@%0 = f32[0,2] []
