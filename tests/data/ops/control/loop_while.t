# A loop without a number of trips ends by its condition; what it carries grows.
test run
--- in
"x" = input : f32[1,2]
"y", "s" = loop(_, @"on", "x", "x") {carried=1} body {
  "i" = input
  "c" = input
  "a" = input
  "x" = input
  "b" = concat("a", "x") {axis=0}
  "on" = less("i", @"most")
  output("on", "b", "i")
  @"most" = i64[] [2]
}
output("y", "s")
@"on" = bool[] [1]
--- feed
x 1,2
--- results
y 4,2: 0.992 -1.6 0.992 -1.6 0.992 -1.6 0.992 -1.6
s 3: 0 1 2
