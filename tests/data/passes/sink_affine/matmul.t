# A factor for all goes into the constant operand.
test pass sink_affine
--- in
"x" = input : f32[_,_]
"y" = mul("x", @"s") name="mul1"
"z" = matmul("y", @"w") name="mm1"
output("z" as "out")
@"s" = f32[] [0.5]
@"w" = f32[2,3] [1,2,3,10,20,30]
--- remarks
fired: sink_affine: mul1 + mm1 -> mm1 (matmul)
--- out
"x" = input : f32[_,2]
"z" = matmul("x", @"w") name="mm1" : f32["x".0,3]
output("z" as "out")
@"w" = f32[2,3] [0.5,1,1.5,5,10,15]
