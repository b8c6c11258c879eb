# Factors of each element, and a norm that has some already.
test pass recognise_norm
--- in
"x" = input : f32[3,4,5]
"n" = ncnn.instance_norm("x") {eps=1e-05} name="norm1"
"a" = mul("n", @"e") name="mul1"
"n2" = ncnn.layer_norm("a", @"g", @"g") {affine_size=5, eps=1e-05} name="norm2"
"y" = mul("n2", @"h") name="mul2"
output("y")
@"e" = f32[3,4,5] seed 1
@"g" = f32[5] seed 2
@"h" = f32[1,1,5] seed 2
--- remarks
--- out
same
