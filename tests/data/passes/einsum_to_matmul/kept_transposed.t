# MatMul of ONNX does not transpose a factor.
test pass einsum_to_matmul for=onnx17
--- in
"a" = input : f32[2,8,5,4]
"b" = input : f32[2,8,6,4]
"y" = einsum("a", "b") {equation="b h i d, b h j d -> b h i j"} name="scores"
output("y")
--- remarks
--- out
same
