# A result in which the axis is not in front any more.
test batch drop
--- in
"x" = input : f32[1,4,6]
"t" = transpose("x") {perm=[1,0,2]} name="turn"
output("t")
--- out
a result has no axis of the batch in front
