# Axes that a global pooling keeps come from a view.
test pass legalize
--- in
"x" = input : f32[4,5,6]
"y" = global_average_pool("x") name="pool"
"z" = global_max_pool("x") {nd=1, keepdims=false} name="rows"
output("y", "z")
--- out
"x" = input : f32[4,5,6]
%0 = global_average_pool("x") {keepdims=false} name="pool" : f32[4]
"y" = reshape(%0) {shape=[4,1,1]} : f32[4,1,1]
"z" = global_max_pool("x") {nd=1, keepdims=false} name="rows" : f32[4,5]
output("y", "z")
