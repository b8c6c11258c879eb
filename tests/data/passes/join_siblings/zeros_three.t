# The two of 1x1 together first, then both in the kernel of 3x3. The order of channels stays.
test pass join_siblings
--- in
"x" = input : f32[2,4,4]
"a" = conv("x", @"w1", @"b1") {act=relu} name="conv1"
"b" = conv("x", @"w2") {act=relu} name="conv2"
"c" = conv("x", @"w3") {pad_mode=same_upper, act=relu} name="conv3"
"y" = concat("a","b","c") name="cat1"
output("y")
@"w1" = f32[1,2,1,1] seed 1
@"b1" = f32[1] [5]
@"w2" = f32[2,2,1,1] seed 2
@"w3" = f32[1,2,3,3] seed 3
--- remarks
fired: join_siblings: conv1 + conv2 + cat1 -> cat1 (concat)
fired: join_siblings: conv1 + conv3 + cat1 -> conv1 (conv)
--- out
"x" = input : f32[2,4,4]
"y" = conv("x", @"w1", @"b1") {pad_mode=same_upper, act=relu} name="conv1" : f32[4,4,4]
output("y")
@"w1" = f32[4,2,3,3] [0,0,0,0,2.157965,0,0,0,0,0,0,0,0,-0.8488455,0,0,0,0,0,0,0,0,0.11292524,0,0,0,0,0,0,0,0,1.2468393,0,0,0,0,0,0,0,0,-0.66353375,0,0,0,0,0,0,0,0,-1.5977916,0,0,0,0,-0.2675228,1.9183116,0.41603485,1.8724313,0.13750325,1.132912,0.039892696,-1.2299982,0.91231275,-0.19156045,0.2659291,0.97381234,-1.312903,-1.2285936,0.053600766,1.420868,-0.5350422,-0.8370175]
@"b1" = f32[4] [5,0,0,0]
