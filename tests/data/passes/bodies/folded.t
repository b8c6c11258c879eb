# A loop of constants is a constant, whatever its number of trips; one of very many trips is left.
test pass fold_constants
--- in
"x" = input : f32[2]
"y", "p" = loop(@"m", _, @"o") {carried=1} name="power" body {
  "i" = input
  "on" = input
  "a" = input
  "b" = mul("a", @"two")
  output("on", "b", "i")
  @"two" = f32[] [2]
}
"z" = loop(@"most", _, @"o") {carried=1} name="long" body {
  "i" = input
  "on" = input
  "a" = input
  output("on", "a")
}
"r" = mul("x", "y") name="r"
"s" = mul("r", "z") name="s"
output("s", "p")
@"m" = i64[] [10]
@"most" = i64[] [5000]
@"o" = f32[] [1]
--- remarks
fired: fold_constants: power -> power (constant)
--- out
"x" = input : f32[2]
"y" = constant(@%0) name="power" : f32[]
"p" = constant(@%1) name="power" : i64[10]
"z" = loop(@"most", _, @"o") {carried=1} name="long" : f32[] body {
  "i" = input : i64[]
  "on" = input : bool[]
  "a" = input : f32[]
  output("on", "a")
}
"r" = mul("x", "y") name="r" : f32[2]
"s" = mul("r", "z") name="s" : f32[2]
output("s", "p")
@%0 = f32[] [1024]
@%1 = i64[10] [0,1,2,3,4,5,6,7,8,9]
@"most" = i64[] [5000]
@"o" = f32[] [1]
