# Indices that count through all images.
test batch drop
--- in
"x" = input : f32[2,3,4,4]
"y", "i" = max_pool("x") {kernel=[2,2], stride=[2,2]} name="pool"
output("y", "i")
--- out
max_pool 'pool': its indices count through all images
