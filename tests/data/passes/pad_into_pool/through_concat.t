# The proof goes through a concat to the activations in two slots.
test pass pad_into_pool
--- in
"x" = input : f32[2,6,6]
"a" = conv("x", @"w") {act=relu} name="conv1"
"b" = conv("x", @"w") {act=clip(0,6)} name="conv2"
"c" = concat("a", "b") name="cat1"
"p" = pad("c") {pads=[0,0,1,0,0,1]} name="pad1"
"y" = max_pool("p") {kernel=[3,3]} name="pool1"
output("y")
@"w" = f32[2,2,1,1] seed 1
--- remarks
fired: pad_into_pool: pad1 + pool1 -> pool1 (max_pool)
--- out
"x" = input : f32[2,6,6]
"a" = conv("x", @"w") {act=relu} name="conv1" : f32[2,6,6]
"b" = conv("x", @"w") {act=clip(0,6)} name="conv2" : f32[2,6,6]
"c" = concat("a", "b") name="cat1" : f32[4,6,6]
"y" = max_pool("c") {kernel=[3,3], pad_begin=[0,1], pad_end=[0,1]} name="pool1" : f32[4,4,6]
output("y")
@"w" = f32[2,2,1,1] [2.157965,-0.8488455,0.05041678,-1.2028497]
