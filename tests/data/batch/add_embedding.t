# Indices into rows of a shared table may have an axis of images in front, of however many.
test batch add 65
--- in
"i" = input : i64[4]
"j" = input : i64[]
"e" = gather(@"w", "i") {axis=0} name="embedding"
"f" = gather(@"w", "j") {axis=0} name="one"
"y" = add("e", "f") name="sum"
output("y")
@"w" = f32[5,3] seed 1
--- out
"i" = input : i64[65,4]
"j" = input : i64[65]
"e" = gather(@"w", "i") name="embedding" : f32[65,4,3]
"f" = gather(@"w", "j") name="one" : f32[65,3]
%0 = reshape("f") {shape=[65,1,3]} : f32[65,1,3]
"y" = add("e", %0) name="sum" : f32[65,4,3]
output("y")
@"w" = f32[5,3] ...
