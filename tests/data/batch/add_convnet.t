# An axis of images in front of a convolutional network: axes that params name move, operands with fewer axes get those that they lack behind the images.
test batch add 3
--- in
"x" = input : f32[4,9,8]
"a" = conv("x", @"w", @"b") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1], act=relu} name="conv"
"n" = batch_normalization("a", @"s", @"s", @"s", @"v") name="norm"
"g" = global_average_pool("n") name="squeeze"
"e" = sigmoid("g") name="excite"
"m" = mul("n", "e") name="scale"
"p" = prelu("m", @"slope") name="prelu"
"k" = max_pool("p") {kernel=[2,2], stride=[2,2]} name="pool"
"h" = channel_shuffle("k") {groups=2, axis=0} name="shuffle"
"c" = concat("h", "k") name="concat"
"t" = transpose("c") {perm=[1,2,0]} name="turn"
"r" = reshape("t") {shape=[-1]} name="flat"
"f" = linear("r", @"fc") name="fc"
"o" = softmax("f") name="prob"
output("o")
@"w" = f32[6,4,3,3] seed 1
@"b" = f32[6] seed 2
@"s" = f32[6] seed 3
@"v" = f32[6] [1, 2, 3, 1, 2, 3]
@"slope" = f32[6,1,1] seed 5
@"fc" = f32[7,48] seed 6
--- out
"x" = input : f32[3,4,9,8]
"a" = conv("x", @"w", @"b") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1], axis=1, act=relu} name="conv" : f32[3,6,5,4]
"n" = batch_normalization("a", @"s", @"s", @"s", @"v") {axis=1} name="norm" : f32[3,6,5,4]
"g" = global_average_pool("n") name="squeeze" : f32[3,6,1,1]
"e" = sigmoid("g") name="excite" : f32[3,6,1,1]
"m" = mul("n", "e") name="scale" : f32[3,6,5,4]
"p" = prelu("m", @"slope") name="prelu" : f32[3,6,5,4]
"k" = max_pool("p") {kernel=[2,2], stride=[2,2]} name="pool" : f32[3,6,2,2]
"h" = channel_shuffle("k") {groups=2} name="shuffle" : f32[3,6,2,2]
"c" = concat("h", "k") {axis=1} name="concat" : f32[3,12,2,2]
"t" = transpose("c") {perm=[0,2,3,1]} name="turn" : f32[3,2,2,12]
"r" = reshape("t") {shape=[3,48]} name="flat" : f32[3,48]
"f" = linear("r", @"fc") name="fc" : f32[3,7]
"o" = softmax("f") {axis=1} name="prob" : f32[3,7]
output("o")
@"w" = f32[6,4,3,3] ...
@"b" = f32[6] ...
@"s" = f32[6] ...
@"v" = f32[6] ...
@"slope" = f32[6,1,1] ...
@"fc" = f32[7,48] ...
