# A loop of no trip leaves what it carries as it was; its scan outputs have no part.
test run
--- in
"x" = input : f32[2]
"y", "s" = loop(@"m", _, "x") {carried=1} body {
  "i" = input
  "c" = input
  "a" = input
  "b" = add("a", "a")
  "w" = concat("a", "a", "a") {axis=0}
  output("c", "b", "w")
}
"z", "t" = loop(_, @"off", "x") {carried=1} body {
  "i" = input
  "c" = input
  "a" = input
  output("c", "a", "i")
}
output("y", "s", "z", "t")
@"m" = i64[] [-3]
@"off" = bool[] [0]
--- feed
x 2
--- results
y 2: 0.992 -1.6
s 0,6:
z 2: 0.992 -1.6
t 0:
