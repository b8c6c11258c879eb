# Images and their grids get the axis together.
test batch add 3
--- in
"x" = input : f32[2,5,4]
"g" = input : f32[6,7,2]
"y" = grid_sample("x", "g") {mode=cubic, padding_mode=border} name="sampled"
output("y")
--- out
"x" = input : f32[3,2,5,4]
"g" = input : f32[3,6,7,2]
"y" = grid_sample("x", "g") {mode=cubic, padding_mode=border} name="sampled" : f32[3,2,6,7]
output("y")
