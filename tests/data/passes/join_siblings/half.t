# Half-precision weights that are only moved stay so.
test pass join_siblings
--- in
"x" = input : f32[3,4,4]
"a" = conv("x", @"w1") {} name="conv1"
"b" = conv("x", @"w2") {} name="conv2"
"c" = conv("x", @"w3") {} name="conv3"
"y" = concat("a", "b", "c") name="cat1"
output("y")
@"w1" = f16(f32)[2,3,1,1] seed 1
@"w2" = f16(f32)[4,3,1,1] seed 2
@"w3" = f16(f32)[1,3,1,1] seed 3
--- remarks
fired: join_siblings: conv1 + conv2 + conv3 + cat1 -> conv1 (conv)
--- out
"x" = input : f32[3,4,4]
"y" = conv("x", @"w1") name="conv1" : f32[7,4,4]
output("y")
@"w1" = f16(f32)[7,3,1,1] [2.1582031,-0.8486328,0.05041504,-1.203125,-0.87890625,-1.1787109,0.11291504,1.2470703,-0.6635742,-1.5976562,-0.5732422,0.0012245178,-0.76123047,1.5605469,0.14038086,0.51953125,1.0595703,-1.5703125,-0.26757812,1.9179688,0.41601562]
