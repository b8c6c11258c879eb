# Both depthwise.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1], group=2} name="conv3"
"b" = conv("x", @"w1") {group=2} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[2,1,3,3] seed 3
@"w1" = f32[2,1,1,1] [5,6]
--- remarks
fired: merge_parallel_convs: conv3 + conv1 + add1 -> conv3 (conv)
--- out
"x" = input : f32[2,5,6]
"y" = conv("x", @"w3") {group=2, pad_begin=[1,1], pad_end=[1,1]} name="conv3" : f32[2,5,6]
output("y")
@"w3" = f32[2,1,3,3] [-0.2675228,1.9183116,0.41603485,1.8724313,5.137503,1.132912,0.039892696,-1.2299982,0.91231275,-0.19156045,0.2659291,0.97381234,-1.312903,4.771406,0.053600766,1.420868,-0.5350422,-0.8370175]
