# a small network, its weights read twice
test gradient
--- in
"x" = input : f64[2,3,8,8]
"c1" = conv("x", @"w1", @"b1") {axis=1, pad_begin=[1,1], pad_end=[1,1]}
"r1" = relu("c1")
"c2" = conv("r1", @"w2") {axis=1, pad_begin=[1,1], pad_end=[1,1]}
"s" = add("c2", "r1")
"c3" = conv("s", @"w2") {axis=1, stride=[2,2]}
"p" = global_average_pool("c3")
"f" = reshape("p") {shape=[2,4]}
"l" = linear("f", @"w3", @"b3")
output("l")
@"w1" = f64[4,3,3,3] seed 1
@"b1" = f64[4] seed 2
@"w2" = f64[4,4,3,3] seed 3
@"w3" = f64[5,4] seed 4
@"b3" = f64[5] seed 5
