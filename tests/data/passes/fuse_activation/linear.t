# An inner product.
test pass fuse_activation
--- in
"x" = input : f32[?]
%950 = ncnn.as_rows("x") {ic=3}
"c" = linear(%950, @"w") name="fc1"
"y" = sigmoid("c") name="sigmoid1"
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
--- remarks
fired: fuse_activation: fc1 + sigmoid1 -> fc1 (linear)
--- out
"x" = input : f32[?]
%0 = ncnn.as_rows("x") {ic=3} : f32[?]
"y" = linear(%0, @"w") {act=sigmoid} name="fc1" : f32[?]
output("y" as "out")
@"w" = f32[2,3] [1,2,3,4,5,6]
