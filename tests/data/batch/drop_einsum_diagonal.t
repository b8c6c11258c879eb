# The diagonal of images and rows.
test batch drop
--- in
"x" = input : f32[3,3,5]
"e" = einsum("x") {equation="nna->na"} name="diagonal"
output("e")
--- out
einsum 'diagonal': it works along the axis of the batch
