# The mean of what a depthwise convolution stores, and a factor before a 1x1 convolution; not where others read the product.
test fuse
--- in
"x" = input : f32[16,20,20]
"a" = conv("x", @"dw") {group=16, pad_begin=[1,1], pad_end=[1,1]} name="depthwise"
"r" = relu("a") name="relu"
"g" = global_average_pool("r") name="mean"
"s" = sigmoid("g") name="sigmoid"
"m" = mul("r", "s") name="factor"
"y" = conv("m", @"w1") name="project"
"b" = conv("x", @"dw") {group=16} name="depthwise2"
"h" = global_average_pool("b") name="mean2"
"s2" = sigmoid("h") name="sigmoid2"
"n" = mul("b", "s2") name="factor2"
"z" = conv("n", @"w1") name="project2"
output("y", "n", "z")
@"dw" = f32[16,1,3,3] seed 1
@"w1" = f32[16,16,1,1] seed 2
--- tvm
depthwise(anchor) relu(point): x -> r; 51200 bytes less: elementwise on the output of a conv
mean(anchor) sigmoid(point): r -> s; 128 bytes less: elementwise on the output of a global_average_pool
factor(point): r s -> m: it is broadcast, and an edge on the way there is complex
project(anchor): m -> y: it is a result
depthwise2(anchor): x -> b: it is complex, and an edge on the way there is complex
mean2(anchor) sigmoid2(point): b -> s2; 128 bytes less: elementwise on the output of a global_average_pool
factor2(point): b s2 -> n: it is a result
project2(anchor): n -> z: it is a result
--- full
depthwise(anchor) relu(point) mean(sum): x -> r g; 76800 bytes less: epilogue, sum
sigmoid(point): g -> s: the group has gone on to other shapes
factor(factor) project(anchor): r s -> y; 51200 bytes less: factor
depthwise2(anchor) mean2(sum): x -> b h; 20736 bytes less: sum
sigmoid2(point): h -> s2: the group has gone on to other shapes
factor2(point): b s2 -> n: what lies between them needs the one and is needed by the other
project2(anchor): n -> z: others read the product, too
--- refused
epilogue: mean, sigmoid: the group has gone on to other shapes
epilogue: relu, factor: what lies between them needs the one and is needed by the other
elementwise: sigmoid, factor: there are more results than elements of the value, which would be computed again for each
epilogue: mean2, sigmoid2: the group has gone on to other shapes
epilogue: depthwise2, factor2: what lies between them needs the one and is needed by the other
elementwise: sigmoid2, factor2: there are more results than elements of the value, which would be computed again for each
factor: factor2, project2: others read the product, too
