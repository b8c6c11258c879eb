# Captures that nobody reads go, of two alike one stays, constants move in; so do results that nobody reads.
test pass trim_bodies
--- in
"c" = input : bool[]
"x" = input : f32[4]
"u" = input : f32[4]
"w" = constant(@"w") name="w"
"y", "z" = if("c", "x", "u", "w", "x") name="choose" then {
  "x" = input
  "u" = input
  "w" = input
  "x2" = input
  "y" = mul("x2", "w") name="m"
  "t" = tanh("u") name="t"
  output("y", "t")
} else {
  "x" = input
  "u" = input
  "w" = input
  "x2" = input
  "y" = add("x", "x2") name="a"
  output("y", "u")
}
"r" = relu("y") name="r"
output("r")
@"w" = f32[4] [1,2,3,4]
--- remarks
fired: trim_bodies: choose -> choose (if), 2 dropped, 1 constant moved in
--- out
"c" = input : bool[]
"x" = input : f32[4]
"u" = input : f32[4]
"y" = if("c", "x", "u") name="choose" : f32[4] then {
  "x" = input : f32[4]
  "u" = input : f32[4]
  %0 = constant(@%0) : f32[4]
  "y" = mul("x", %0) name="m" : f32[4]
  "t" = tanh("u") name="t" : f32[4]
  output("y")
  @%0 = f32[4] [1,2,3,4]
} else {
  "x" = input : f32[4]
  "u" = input : f32[4]
  "y" = add("x", "x") name="a" : f32[4]
  output("y")
}
"r" = relu("y") name="r" : f32[4]
output("r")
