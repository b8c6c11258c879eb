# Nobody reads where the largest elements stand.
test pass drop_dead
--- in
"x" = input : f32[2,4,4]
"a", "i" = max_pool("x") {kernel=[2,2], stride=[2,2]} name="pool1"
"y" = relu("a") name="relu1"
output("y")
--- remarks
fired: drop_dead: pool1 -> pool1 (max_pool), nobody reads where elements are
--- out
"x" = input : f32[2,4,4]
"a" = max_pool("x") {kernel=[2,2], stride=[2,2]} name="pool1" : f32[2,2,2]
"y" = relu("a") name="relu1" : f32[2,2,2]
output("y")
