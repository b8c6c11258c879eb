# Bodies stand behind types, with names and constants of their own; ^ is a size of the graph around.
test cat
--- in
"c" = input : bool[]
"x" = input : f32[?]
"y" = if("c", "x") name="choose" : f32[?] then {
"x" = input
%7 = relu("x") : f32["x".0,3]
output(%7) } else { # a comment with a }
  "x" = input
  output(@"k")
  @"k" = f32[2] [1,2]
}
%3 = tanh("y")
"z" = loop(_, _, "y", "x") {carried=1} name="walk" body {
  "i" = input : i64[]
  "on" = input : bool[]
  "a" = input : f32[_>=0,^"x".1,^%3.0,h]
  "x" = input
  "b", "d" = if("on", "a") then {
    "a" = input : f32[^^"x".0,^"a".1]
    output("a", "a")
  } else {
    "a" = input
    output("a", "a")
  }
  output("on", "d")
}
%4 = relu("z")
output("y", %4)
@"k" = f32[1] [5]
--- out
"c" = input : bool[]
"x" = input : f32[?]
"y" = if("c", "x") name="choose" : f32[?] then {
  "x" = input
  %0 = relu("x") : f32["x".0,3]
  output(%0)
} else {
  "x" = input
  output(@"k")
  @"k" = f32[2] [1,2]
}
%0 = tanh("y")
"z" = loop(_, _, "y", "x") {carried=1} name="walk" body {
  "i" = input : i64[]
  "on" = input : bool[]
  "a" = input : f32[_>=0,^"x".1,^%0.0,h]
  "x" = input
  "b", "d" = if("on", "a") then {
    "a" = input : f32[^^"x".0,^"a".1]
    output("a", "a")
  } else {
    "a" = input
    output("a", "a")
  }
  output("on", "d")
}
%1 = relu("z")
output("y", %1)
