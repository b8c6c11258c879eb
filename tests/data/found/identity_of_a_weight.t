# What x + 0 leaves is a constant of the node's own, which cannot be a result: a constant node takes its place.
test optimize
--- in
"z" = constant(@"z") name="constant1"
"y" = add(@"k", "z") name="add1"
output("y")
@"k" = f32[2] [1,2]
@"z" = f32[2] [0,0]
--- out
"y" = constant(@%0) name="add1" : f32[2]
output("y")
@%0 = f32[2] [1,2]
