# One branch runs, with what it captures.
test run
--- in
"t" = input : f32[1]
"x" = input : f32[3]
"zero" = constant(@%0)
"c" = greater("t", "zero")
"n" = not("c")
"y", "z" = if("c", "x") then {
  "x" = input
  "y" = neg("x")
  output("y", "x")
} else {
  "x" = input
  "y" = mul("x", "x")
  output("y", @"k")
  @"k" = f32[3] [1,2,3]
}
"u", "v" = if("n", "x", "t") then {
  "x" = input
  "t" = input
  "y" = add("x", "t")
  output("y", "x")
} else {
  "x" = input
  "t" = input
  output("x", "t")
}
output("y", "z", "u", "v")
@%0 = f32[] [0]
--- feed
t 1
x 3
--- results
y 3: 1.6 -0.092 1.61
z 3: -1.6 0.092 -1.61
u 3: -1.6 0.092 -1.61
v 1: 0.992
