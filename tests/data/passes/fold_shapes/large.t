# Sizes that are proved make constants, however many elements they are of, and the check does not make them smaller: also where something else of the region computes with the elements.
test pass fold_shapes,fold_constants,drop_dead
--- in
"x" = input : f32[1,3,1080,1920]
"s" = shape("x") name="s"
"h" = gather("s", @"two") name="h"
"n" = size("x") name="n"
"r" = relu("x") name="r"
output("h", "n", "r")
@"two" = i64[] [2]
--- out
"x" = input : f32[1,3,1080,1920]
"h" = constant(@%0) name="h" : i64[]
"n" = constant(@%1) name="n" : i64[]
"r" = relu("x") name="r" : f32[1,3,1080,1920]
output("h", "n", "r")
@%0 = i64[] [1080]
@%1 = i64[] [6220800]
