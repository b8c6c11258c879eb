# A constant that nobody reads.
test pass drop_dead
--- in
"x" = input : f32[2]
"k" = constant(@"k") name="mem1"
"y" = relu("x") name="relu1"
output("y")
@"k" = f32[2] [1,2]
--- remarks
fired: drop_dead: mem1 removed: no result depends on it
--- out
"x" = input : f32[2]
"y" = relu("x") name="relu1" : f32[2]
output("y")
