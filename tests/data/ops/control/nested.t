# Bodies in bodies; what is read of the outermost graph is captured twice.
test run
--- in
"x" = input : f32[2]
"y" = loop(@"m", _, "x", "x") {carried=1} body {
  "i" = input
  "c" = input
  "a" = input
  "x" = input
  "odd" = equal("i", @"one")
  "b" = if("odd", "a", "x") then {
    "a" = input
    "x" = input
    "s" = add("a", "x")
    output("s")
  } else {
    "a" = input
    "x" = input
    "s" = loop(@"k", _, "a", "x") {carried=1} body {
      "j" = input
      "c" = input
      "a" = input
      "x" = input
      "b" = mul("a", "x")
      output("c", "b")
    }
    output("s")
    @"k" = i64[] [2]
  }
  output("c", "b")
  @"one" = i64[] [1]
}
output("y")
@"m" = i64[] [2]
--- feed
x 2
--- results
y 2: 1.96819 -5.696
