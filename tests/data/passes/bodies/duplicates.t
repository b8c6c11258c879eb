# Nodes whose bodies are the same are one; a constant inside that is another makes another.
test pass merge_duplicates
--- in
"c" = input : bool[]
"x" = input : f32[4]
"y" = if("c", "x") name="a" then {
  "x" = input
  "y" = mul("x", @"k")
  output("y")
  @"k" = f32[1] [2]
} else {
  "z" = input
  output("z")
}
"z" = if("c", "x") name="b" then {
  "p" = input
  "q" = mul("p", @"k")
  output("q")
  @"k" = f32[1] [2]
} else {
  "z" = input
  output("z")
}
"w" = if("c", "x") name="d" then {
  "p" = input
  "q" = mul("p", @"k")
  output("q")
  @"k" = f32[1] [3]
} else {
  "z" = input
  output("z")
}
"r" = sub("y", "w") name="r"
"s" = mul("z", "r") name="s"
output("s")
--- remarks
fired: merge_duplicates: a + b -> a (if)
--- out
"c" = input : bool[]
"x" = input : f32[4]
"y" = if("c", "x") name="a" : f32[4] then {
  "x" = input : f32[4]
  "y" = mul("x", @"k") : f32[4]
  output("y")
  @"k" = f32[1] [2]
} else {
  "z" = input : f32[4]
  output("z")
}
"w" = if("c", "x") name="d" : f32[4] then {
  "p" = input : f32[4]
  "q" = mul("p", @"k") : f32[4]
  output("q")
  @"k" = f32[1] [3]
} else {
  "z" = input : f32[4]
  output("z")
}
"r" = sub("y", "w") name="r" : f32[4]
"s" = mul("y", "r") name="s" : f32[4]
output("s")
