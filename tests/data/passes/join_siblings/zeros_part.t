# By cost only the first two: with the third there would be 25 taps.
test pass join_siblings
--- in
"x" = input : f32[1,6,6]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"c" = conv("x", @"w3") {pad_begin=[2,2], pad_end=[2,2]} name="conv3"
"y" = concat("a","b","c") name="cat1"
output("y")
@"w1" = f32[2,1,1,1] seed 1
@"w2" = f32[2,1,3,3] seed 2
@"w3" = f32[1,1,5,5] seed 3
--- remarks
fired: join_siblings: conv1 + conv2 + cat1 -> cat1 (concat)
missed: join_siblings: conv1 + conv3: not joined: zeros around the smaller kernel may cost more (--fuse-siblings=always)
--- out
"x" = input : f32[1,6,6]
"c" = conv("x", @"w3") {pad_begin=[2,2], pad_end=[2,2]} name="conv3" : f32[1,6,6]
%0 = conv("x", @"w1") {pad_begin=[1,1], pad_end=[1,1]} name="conv1" : f32[4,6,6]
"y" = concat(%0, "c") name="cat1" : f32[5,6,6]
output("y")
@"w3" = f32[1,1,5,5] [-0.2675228,1.9183116,0.41603485,1.8724313,0.13750325,1.132912,0.039892696,-1.2299982,0.91231275,-0.19156045,0.2659291,0.97381234,-1.312903,-1.2285936,0.053600766,1.420868,-0.5350422,-0.8370175,-1.6297078,-0.7883646,-0.6820663,0.65337586,1.2827998,-0.4628903,-0.4223308]
@"w1" = f32[4,1,3,3] [0,0,0,0,2.157965,0,0,0,0,0,0,0,0,-0.8488455,0,0,0,0,0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922,-0.76119775,1.5604002,0.14035696,0.5192992,1.0599091,-1.5706606,1.2175616,0.12863046,0.7837038,0.047667913,0.30120695,-0.56049937]
