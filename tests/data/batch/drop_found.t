# What only the data says the size of keeps the axis of one image, and so does what reads it; all else loses it, behind a known size again, too.
test batch drop
--- in
"x" = input : f32[1,3,8,8]
"c" = conv("x", @"w") {axis=1} name="conv"
"r" = reshape("c") {shape=[1,4,64]} name="flat"
"b" = transpose("r") {perm=[0,2,1]} name="boxes"
"s" = sigmoid("r") name="scores"
"f" = non_max_suppression("b", "s", @"most", @"half") name="nms"
"k" = slice("f") {starts=[2], ends=[3], axes=[1]} name="column"
"i" = squeeze("k") {axes=[1]} name="indices"
"p" = gather("b", "i") {axis=1} name="picked"
"m" = reduce("p") {op=max, axes=[1]} name="most"
"n" = tanh("m") name="known"
"z" = non_zero("s") name="places"
output("f", "p", "n", "z", "b")
@"w" = f32[4,3,1,1] seed 1
@"most" = i64[] [3]
@"half" = f32[] [0.5]
--- out
"x" = input : f32[3,8,8]
"c" = conv("x", @"w") name="conv" : f32[4,8,8]
"r" = reshape("c") {shape=[4,64]} name="flat" : f32[4,64]
"b" = transpose("r") {perm=[1,0]} name="boxes" : f32[64,4]
"s" = sigmoid("r") name="scores" : f32[4,64]
%0 = reshape("b") {shape=[1,64,4]} : f32[1,64,4]
%1 = reshape("s") {shape=[1,4,64]} : f32[1,4,64]
"f" = non_max_suppression(%0, %1, @"most", @"half") name="nms" : i64[_>=0,3]
"k" = slice("f") {starts=[2], ends=[3], axes=[1]} name="column" : i64["f".0>=0,1]
"i" = squeeze("k") {axes=[1]} name="indices" : i64["f".0>=0]
%2 = reshape("b") {shape=[1,64,4]} : f32[1,64,4]
"p" = gather(%2, "i") {axis=1} name="picked" : f32[1,"f".0>=0,4]
"m" = reduce("p") {op=max, axes=[1]} name="most" : f32[1,1,4]
%3 = reshape("m") {shape=[1,4]} : f32[1,4]
"n" = tanh(%3) name="known" : f32[1,4]
%4 = reshape("s") {shape=[1,4,64]} : f32[1,4,64]
"z" = non_zero(%4) name="places" : i64[3,_>=0]
output("f", "p", "n", "z", "b")
@"w" = f32[4,3,1,1] ...
@"most" = i64[] ...
@"half" = f32[] ...
