# Moves and reductions: pads, slices, tiles, flips and resizes leave the images alone; a vector that meets channels is not batched, one that is computed is.
test batch add 2
--- in
"x" = input : f32[4,6,5]
"y" = input : f32[5]
"p" = pad("x") {pads=[0,1,0,0,0,2]} name="pad"
"s" = slice("p") {starts=[1], ends=[6], axes=[1]} name="slice"
"y2" = pad("y") {pads=[0,2]} name="tail"
"u" = add("s", "y2") name="row"
"f" = flip("u") {axes=[2]} name="flip"
"t" = tile("f") {repeats=[1,1,2]} name="tile"
"z" = resize("t") {mode=linear, scales=[1,2,1]} name="resize"
"m" = reduce("z") {op=mean, axes=[0,2]} name="mean"
"a", "b" = split("t") {axis=0, sizes=[1,3]} name="split"
output("m", "a", "b")
--- out
"x" = input : f32[2,4,6,5]
"y" = input : f32[2,5]
"p" = pad("x") {pads=[0,0,1,0,0,0,0,2]} name="pad" : f32[2,4,7,7]
"s" = slice("p") {starts=[0,1,0], ends=[4,6,7], axes=[1,2,3]} name="slice" : f32[2,4,5,7]
"y2" = pad("y") {pads=[0,0,0,2]} name="tail" : f32[2,7]
%0 = reshape("y2") {shape=[2,1,1,7]} : f32[2,1,1,7]
"u" = add("s", %0) name="row" : f32[2,4,5,7]
"f" = flip("u") {axes=[3]} name="flip" : f32[2,4,5,7]
"t" = tile("f") {repeats=[1,1,1,2]} name="tile" : f32[2,4,5,14]
"z" = resize("t") {mode=linear, scales=[1,2,1], axes=[1,2,3]} name="resize" : f32[2,4,10,14]
"m" = reduce("z") {op=mean, axes=[1,3]} name="mean" : f32[2,1,10,1]
"a", "b" = split("t") {axis=1, sizes=[1,3]} name="split" : f32[2,1,5,14], f32[2,3,5,14]
output("m", "a", "b")
