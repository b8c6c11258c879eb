# Joined: a list that spells its defaults out (as files do) means what an empty one (as passes make) does.
test pass join_siblings
--- in
"x" = input : f32[2,4,4]
"a" = conv("x", @"wa", @"ba") {stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0]} name="conv1"
"b" = conv("x", @"wb", @"bb") name="conv2"
output("a", "b")
@"wa" = f32[1,2,1,1] [1,2]
@"ba" = f32[1] [1]
@"wb" = f32[1,2,1,1] [3,4]
@"bb" = f32[1] [2]
--- out
"x" = input : f32[2,4,4]
%0 = conv("x", @"wa", @"ba") {stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0]} name="conv1" : f32[2,4,4]
"a", "b" = split(%0) {sizes=[1,1]} name="conv1_split" : f32[1,4,4], f32[1,4,4]
output("a", "b")
@"wa" = f32[2,2,1,1] [1,2,3,4]
@"ba" = f32[2] [1,2]
