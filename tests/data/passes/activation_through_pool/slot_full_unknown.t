# Not moved: of a size below the window full mode makes a window of padding alone.
test pass activation_through_pool
--- in
"x" = input : f32[1,_,_]
"c" = conv("x", @"w") {} name="conv1"
"p" = pool("c") {kernel=[3,3], stride=[2,2]} name="pool1"
"y" = relu("p") name="act1"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
missed: activation_through_pool: pool1 + act1: the relu stays behind the pool: the input may be smaller than the window, as long as its size is not known
--- out
same
