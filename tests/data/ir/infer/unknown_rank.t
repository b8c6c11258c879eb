# Nothing is known of the input: elementwise results know as little, a convolution's result has rank 3.
test infer
--- in
"x" = input : f32[?]
"r" = relu("x")
"a" = conv("r", @"w")
"g" = global_max_pool("a") {keepdims=false}
output("g")
@"w" = f32[4,3,3,3] zeros
--- out
"x" = input : f32[?]
"r" = relu("x") : f32[?]
"a" = conv("r", @"w") : f32[4,_,_]
"g" = global_max_pool("a") {keepdims=false} : f32[4]
output("g")
@"w" = f32[4,3,3,3] ...
