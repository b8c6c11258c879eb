# Tile puts axes in by itself where it repeats more than its input has.
test pass drop_implied_views
--- in
"x" = input : f32[8,h,w]
"e" = unsqueeze("x") {axes=[1]} name="expand1"
"y" = tile("e") {repeats=[1,3,1,1]} name="tile1"
"f" = unsqueeze("x") {axes=[2]} name="expand2"
"z" = tile("f") {repeats=[1,1,3,1]} name="tile2"
output("y", "z")
--- out
"x" = input : f32[8,h,w]
%0 = unsqueeze("x") {axes=[1]} name="tile1" : f32[8,1,h,w]
"y" = tile(%0) {repeats=[1,3,1,1]} name="tile1" : f32[8,3,h,w]
"f" = unsqueeze("x") {axes=[2]} name="expand2" : f32[8,h,1,w]
"z" = tile("f") {repeats=[1,1,3,1]} name="tile2" : f32[8,h,3,w]
output("y", "z")
