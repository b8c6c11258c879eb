# The largest of what is not negative, and averages of it and of padding, are not negative.
test pass drop_idle_activations
--- in
"x" = input : f32[1,2,6,6]
"s" = sigmoid("x") name="s"
"m" = max_pool("s") {kernel=[2,2], pad_begin=[1,1]} name="m"
"r" = relu("m") name="r1"
"a" = average_pool("s") {kernel=[2,2], pad_begin=[1,1], count_include_pad=1} name="a"
"t" = relu("a") name="r2"
output("r", "t")
--- out
"x" = input : f32[1,2,6,6]
"s" = sigmoid("x") name="s" : f32[1,2,6,6]
"r" = max_pool("s") {kernel=[2,2], pad_begin=[1,1]} name="m" : f32[1,2,6,6]
"t" = average_pool("s") {kernel=[2,2], pad_begin=[1,1], count_include_pad=true} name="a" : f32[1,2,6,6]
output("r", "t")
