# Indices into rows of a shared table lose their axis of images.
test batch drop
--- in
"i" = input : i64[65,4]
"e" = gather(@"w", "i") {axis=0} name="embedding"
output("e")
@"w" = f32[5,3] seed 1
--- out
"i" = input : i64[4]
"e" = gather(@"w", "i") name="embedding" : f32[4,3]
output("e")
@"w" = f32[5,3] ...
