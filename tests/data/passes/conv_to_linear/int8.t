# Hole H14: an int8 convolution behind a float inner product stays what it is, and so does the inner product.
test pass conv_to_linear
--- in
"x" = input : f32[2]
"c" = linear("x", @"f") name="fc1"
"y" = qconv("c", @"w", _, @"ws", @"xs") {scale_term=1, vector_ok=true} name="conv1"
output("y" as "out")
@"f" = f32[2,2] [1,2,3,4]
@"w" = i8[2,2,1,1] [20,-30,40,50]
@"ws" = f32[2] [10,10]
@"xs" = f32[1] [40]
--- remarks
--- out
same
