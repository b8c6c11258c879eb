# Half-precision weights stay so and are rounded again.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"b" = conv("x", @"w1") {} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f16(f32)[2,2,3,3] seed 3
@"w1" = f16(f32)[2,2,1,1] [1,2,3,4]
--- remarks
fired: merge_parallel_convs: conv3 + conv1 + add1 -> conv3 (conv), its half-precision weights rounded again
--- out
"x" = input : f32[2,5,6]
"y" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3" : f32[2,5,6]
output("y")
@"w3" = f16(f32)[2,2,3,3] [-0.26757812,1.9179688,0.41601562,1.8720703,1.1376953,1.1328125,0.039886475,-1.2304688,0.9121094,-0.19152832,0.26586914,0.9736328,-1.3125,0.7714844,0.053588867,1.4208984,-0.53515625,-0.83691406,-1.6298828,-0.7885742,-0.6821289,0.6533203,4.28125,-0.46289062,-0.42236328,1,1.640625,0.90478516,-1.4501953,0.26367188,-0.8642578,4.6367188,-0.90722656,-0.9536133,0.34960938,-1.9580078]
