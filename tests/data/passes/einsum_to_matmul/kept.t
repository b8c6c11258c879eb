# A format keeps an einsum where nodes would come: a transpose of a factor is a node of its own in ONNX.
test pass einsum_to_matmul for=onnx17
--- in
"a" = input : f32[2,5,8,4]
"b" = input : f32[2,6,8,4]
"y" = einsum("a", "b") {equation="bqhd,bkhd->bhqk"} name="scores"
"z" = einsum("y", "b") {equation="bhqk,bkhd->bqhd"} name="heads"
output("z")
--- remarks
--- out
same
