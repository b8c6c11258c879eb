# What follows one of the layers alone has to be in its weights before they are one.
test order fold_affine join_siblings
--- in
"x" = input : f32[4,8,8]
"a" = conv("x", @"wa") name="conv_a"
"na" = batch_normalization("a", @"s", @"t", @"m", @"v") {epsilon=0.001} name="bn_a"
"b" = conv("x", @"wb") name="conv_b"
"nb" = batch_normalization("b", @"s", @"t", @"m", @"v") {epsilon=0.001} name="bn_b"
"ra" = sigmoid("na") name="sigmoid_a"
"rb" = abs("nb") name="abs_b"
output("ra", "rb")
@"wa" = f32[4,4,1,1] seed 3
@"wb" = f32[4,4,1,1] seed 4
@"s" = f32[4] [1,2,3,4]
@"m" = f32[4] [0.5,1,0,2]
@"v" = f32[4] [1,2,1,2]
@"t" = f32[4] [0,1,0,-1]
--- cost
as declared: 5 layers, 2048 MACs, 256 other operations, 160 bytes
exchanged:   5 layers, 2048 MACs, 512 other operations, 160 bytes
