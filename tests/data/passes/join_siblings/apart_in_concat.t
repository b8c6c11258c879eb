# Not neighbours: something is in between. They are cut apart again, as they have few channels.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") {} name="conv1"
"b" = conv("x", @"w2") {} name="conv2"
"c" = relu("x") name="relu1"
"y" = concat("a", "c", "b") name="cat1"
output("y")
@"w1" = f32[2,3,1,1] seed 1
@"w2" = f32[4,3,1,1] seed 2
@"w3" = f32[1,3,1,1] seed 3
--- remarks
fired: join_siblings: conv1 + conv2 -> conv1_split (split), cut apart again
--- out
"x" = input : f32[3,4,4]
%0 = conv("x", @"w1") name="conv1" : f32[6,4,4]
"a", "b" = split(%0) {sizes=[2,4]} name="conv1_split" : f32[2,4,4], f32[4,4,4]
"c" = relu("x") name="relu1" : f32[3,4,4]
"y" = concat("a", "c", "b") name="cat1" : f32[9,4,4]
output("y")
@"w1" = f32[6,3,1,1] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922,-0.76119775,1.5604002,0.14035696,0.5192992,1.0599091,-1.5706606]
