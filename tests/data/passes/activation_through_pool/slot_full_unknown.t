# Whatever the size: with ceil_mode no window begins behind x.
test pass activation_through_pool
--- in
"x" = input : f32[1,_,_]
"c" = conv("x", @"w") {} name="conv1"
"p" = max_pool("c") {kernel=[3,3], stride=[2,2], ceil_mode=true} name="pool1"
"y" = relu("p") name="act1"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
fired: activation_through_pool: conv1 + pool1 + act1 -> pool1 (max_pool), through the pool into the slot
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @"w") {act=relu} name="conv1" : f32[2,"x".1,"x".2]
"y" = max_pool(%0) {kernel=[3,3], stride=[2,2], ceil_mode=true} name="pool1" : f32[2,floordiv("x".1,2),floordiv("x".2,2)]
output("y")
@"w" = f32[2,1,1,1] [1,-2]
