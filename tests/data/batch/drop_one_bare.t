# Results of one image may be without the axis: squeezed, or taken out of it.
test batch drop
--- in
"x" = input : f32[1,3,8,8]
"c" = conv("x", @"w") {axis=1} name="conv"
"s" = squeeze("c") {axes=[0]} name="squeeze"
"p" = reshape("c") {shape=[256]} name="flat"
"g" = gather("c", @"first") {axis=0} name="pick"
"r" = relu("s") name="relu"
output("s", "p", "g", "r", "c")
@"w" = f32[4,3,1,1] seed 1
@"first" = i64[] [0]
--- out
"x" = input : f32[3,8,8]
"c" = conv("x", @"w") name="conv" : f32[4,8,8]
%0 = reshape("c") {shape=[1,4,8,8]} : f32[1,4,8,8]
"g" = gather(%0, @"first") name="pick" : f32[4,8,8]
"r" = relu("c") name="relu" : f32[4,8,8]
%1 = reshape("c") {shape=[256]} : f32[256]
output("c" as "s", %1 as "p", "g", "r", "c")
@"w" = f32[4,3,1,1] ...
@"first" = i64[] ...
