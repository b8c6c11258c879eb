# Not moved: the activation has another reader.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"a" = tanh("x") name="act1"
"y" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
output("y","a")
--- remarks
missed: activation_through_pool: act1 + pool1: the output in between is a result of the network
--- out
same
