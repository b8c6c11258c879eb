# The 1x1 kernel never sees its padding: the pad value of the other counts.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1], pad_value=1} name="conv3"
"b" = conv("x", @"w1") {} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[2,2,3,3] seed 3
@"w1" = f32[2,2,1,1] [1,2,3,4]
--- remarks
fired: merge_parallel_convs: conv3 + conv1 + add1 -> conv3 (conv)
--- out
"x" = input : f32[2,5,6]
"y" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1], pad_value=1} name="conv3" : f32[2,5,6]
output("y")
@"w3" = f32[2,2,3,3] [-0.2675228,1.9183116,0.41603485,1.8724313,1.1375033,1.132912,0.039892696,-1.2299982,0.91231275,-0.19156045,0.2659291,0.97381234,-1.312903,0.7714064,0.053600766,1.420868,-0.5350422,-0.8370175,-1.6297078,-0.7883646,-0.6820663,0.65337586,4.2827997,-0.4628903,-0.4223308,1.0002058,1.6408354,0.904936,-1.4499699,0.26366684,-0.86437845,4.6374745,-0.9071619,-0.9536611,0.34968916,-1.9577333]
