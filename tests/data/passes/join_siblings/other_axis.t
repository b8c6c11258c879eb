# The concat runs along rows: the parts are cut out for it.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2") name="conv2"
"y" = concat("a","b") {axis=1}
output("y")
@"w1" = f32[2,3,1,1] seed 1
@"w2" = f32[2,3,1,1] seed 2
--- remarks
fired: join_siblings: conv1 + conv2 -> conv1_split (split), cut apart again
--- out
"x" = input : f32[3,4,4]
%0 = conv("x", @"w1") name="conv1" : f32[4,4,4]
"a", "b" = split(%0) {sizes=[2,2]} name="conv1_split" : f32[2,4,4], f32[2,4,4]
"y" = concat("a", "b") {axis=1} : f32[2,8,4]
output("y")
@"w1" = f32[4,3,1,1] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922]
