# Shapes that contradict each other in a body that may run are an error as anywhere.
test error
--- in
"c" = input : bool[]
"x" = input : f32[2,3]
"y" = if("c", "x") then {
  "x" = input
  "y" = matmul("x", @"m") name="product"
  output("y")
  @"m" = f32[4,2] zeros
} else {
  "x" = input
  output("x")
}
output("y")
--- error
E_SHAPE: matmul 'product': k of a is 3, 4 expected
