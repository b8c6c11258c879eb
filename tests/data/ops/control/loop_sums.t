# A loop carries a sum, and leaves what it was in each trip.
test run
--- in
"x" = input : f32[2]
"y", "s" = loop(@"m", _, "x", "x") {carried=1} body {
  "i" = input
  "c" = input
  "a" = input
  "x" = input
  "f" = cast("i") {to=f32}
  "p" = mul("x", "f")
  "b" = add("a", "p")
  output("c", "b", "p")
}
output("y", "s")
@"m" = i64[] [4]
--- feed
x 2
--- results
y 2: 6.944 -11.2
s 4,2: 0 0 0.992 -1.6 1.984 -3.2 2.976 -4.8
