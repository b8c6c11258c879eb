# Images and rows change places.
test batch drop
--- in
"x" = input : f32[3,3,5]
"t" = transpose("x") {perm=[1,0,2]} name="turn"
output("t")
--- out
transpose 'turn': it works along the axis of the batch
