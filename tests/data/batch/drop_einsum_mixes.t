# An einsum that sums over the images.
test batch drop
--- in
"x" = input : f32[3,5]
"e" = einsum("x", "x") {equation="na,nb->ab"} name="gram"
output("e")
--- out
einsum 'gram': it works along the axis of the batch
