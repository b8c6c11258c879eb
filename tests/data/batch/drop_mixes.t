# A sum over the images is none of one image.
test batch drop
--- in
"x" = input : f32[2,4,5]
"s" = reduce("x") {axes=[0]} name="total"
"y" = add("x", "s") name="both"
output("y")
--- out
reduce 'total': it works along the axis of the batch
