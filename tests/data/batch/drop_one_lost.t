# A result in which the axis is not in front any more: of one image it is what it was.
test batch drop
--- in
"x" = input : f32[1,4,6]
"t" = transpose("x") {perm=[1,0,2]} name="turn"
output("t")
--- out
"x" = input : f32[4,6]
%0 = reshape("x") {shape=[1,4,6]} : f32[1,4,6]
"t" = transpose(%0) {perm=[1,0,2]} name="turn" : f32[4,1,6]
output("t")
