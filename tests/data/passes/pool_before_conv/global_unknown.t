# Whatever the size.
test pass pool_before_conv
--- in
"x" = input : f32[4,_,_]
"a" = conv("x", @"w", @"b") {} name="conv1"
"y" = global_average_pool("a") {keepdims=false} name="pool1"
output("y")
@"w" = f32[2,4,1,1] seed 1
@"b" = f32[2] [1,2]
--- remarks
fired: pool_before_conv: conv1 + pool1 -> conv1 (linear), the pool comes first
--- out
"x" = input : f32[4,_,_]
%0 = global_average_pool("x") {keepdims=false} name="pool1" : f32[4]
"y" = linear(%0, @"w", @"b") name="conv1" : f32[2]
output("y")
@"w" = f32[2,4] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419]
@"b" = f32[2] [1,2]
